"""A command of `arcana` that runs as a program of its own."""

import os
import subprocess
import sys
from threading import Timer

PATIENCE = 60  # seconds; only a failing test waits that long
MAIN = "from arcana_host.cli import main; main()"


class Program:
    """A running `arcana`. words: those of its command line. main: the program in Python."""

    def __init__(self, *words, main=MAIN):
        # It must not need a terminal, nor a browser
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-c", main, *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "COLUMNS": "200"},
        )

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.process.kill()
        self.process.communicate()

    def line(self, beginning):
        """Return the rest of the first line of its output that begins like this."""
        enough = Timer(PATIENCE, self.process.kill)
        enough.start()
        try:
            for line in self.process.stdout:
                if line.startswith(beginning):
                    return line[len(beginning) :].strip()
        finally:
            enough.cancel()
        raise AssertionError(self.process.stderr.read())

    def end(self, how):
        """Send it a signal; return its exit status, the rest of its output, and its errors.

        The message that it waits for an answer, which appears on a busy computer, is not an error.
        """
        self.process.send_signal(how)
        out, error = self.process.communicate(timeout=120)
        complaints = [line for line in error.splitlines(True) if not line.startswith("Waiting for an answer")]
        return self.process.returncode, out, "".join(complaints)
