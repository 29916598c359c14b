"""The person at the keyboard, who is asked to look, to press buttons, or to skip."""

import queue
import threading
from collections.abc import Callable, Iterable

from arcana_portable.translation import _

from arcana_host.yes_or_no import read_answer


class Person:
    """Answers questions by lines of text.

    lines: the typed lines, such as `sys.stdin`; their end means that nobody is there any more. say: prints a
    sentence.
    """

    def __init__(self, lines: Iterable[str], say: Callable[[str], None]):
        self.say = say
        self._typed: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        # read in a thread, as reading blocks
        threading.Thread(target=self._listen, args=(lines,), daemon=True).start()

    def ask_yes_no(self, question: str) -> bool | None:
        """Ask a question; return True for yes, False for no, None if it was skipped."""
        self.say(_("{question} (y/n, or Enter to skip)", question=question))
        while True:
            typed = (self._next() or "").strip()
            answer = read_answer(typed)
            if answer is not None or not typed:
                return answer
            self.say(_("Please answer y or n."))

    def ask_text(self, question: str) -> str:
        """Ask a question; return the text that was typed, "" when it was skipped."""
        self.say(_("{question} (Enter to skip)", question=question))
        return (self._next() or "").strip()

    def has_skipped(self) -> bool:
        """Return whether a line was typed since the last call; does not wait."""
        try:
            self._next(waits=False)
        except queue.Empty:
            return False
        return True

    def _next(self, waits: bool = True) -> str | None:
        """Return the next line, None at the end. waits: else it raises queue.Empty if there is none yet."""
        typed = self._typed.get(waits)
        if typed is None:
            self._typed.put(None)
        return typed

    def _listen(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._typed.put(line)
        self._typed.put(None)
