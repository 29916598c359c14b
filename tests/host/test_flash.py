"""Installing the companion: all of it or nothing, only what changed, and never a game."""

import json
import subprocess
import sys

import pytest
from arcana_host import flash as flash_module
from arcana_host.build import compile_firmware
from arcana_host.errors import ArcanaError, DeviceLost, DeviceSilent, FlashError
from arcana_host.flash import MANIFEST, flash
from host.prompt_board import PromptBoard

FILES = {
    "/lib/companion/__init__.mpy": b"one",
    "/lib/companion/app.mpy": bytes(range(256)) * 5,
    "/lib/shared_rules/deep/er.mpy": b"",
    "/main.py": b"start",
}


@pytest.fixture
def board(tmp_path):
    with PromptBoard(tmp_path) as board:
        yield board


@pytest.fixture
def firmware(monkeypatch):
    """What is to be installed; a small firmware that a test can change."""
    files = dict(FILES)
    monkeypatch.setattr(flash_module, "compile_firmware", lambda mpy: dict(files))
    return files


def ours(board):
    return {path: content for path, content in board.files().items() if path != MANIFEST}


def test_a_blank_board_gets_everything_and_starts(board, firmware):
    done = flash(board.path)
    assert ours(board) == FILES
    assert sorted(done.sent) == sorted(FILES) and (done.removed, done.kept) == ([], 0)
    assert done.info["board"] == "bench" and board.starts == 2


def test_a_board_that_is_up_to_date_gets_nothing(board, firmware):
    flash(board.path)
    done = flash(board.path)
    assert (done.sent, done.removed, done.kept) == ([], [], len(FILES))


def test_only_what_changed_is_sent(board, firmware):
    flash(board.path)
    firmware["/lib/companion/app.mpy"] = b"newer"
    done = flash(board.path)
    assert done.sent == ["/lib/companion/app.mpy"]
    assert ours(board) == firmware


def test_a_file_that_rotted_on_the_board_is_sent_again(board, firmware):
    flash(board.path)
    (board.flash / "lib/companion/app.mpy").write_bytes(b"rot")
    assert flash(board.path).sent == ["/lib/companion/app.mpy"]
    assert ours(board) == FILES


def test_files_of_ours_that_are_gone_are_removed_and_no_others(board, firmware):
    flash(board.path)
    theirs = {"/games/0001-0badcafe.arcana": b"game", "/settings.json": b"{}", "/lib/other.py": b"mine"}
    for path, content in theirs.items():
        target = board.flash / path[1:]
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(content)
    del firmware["/lib/companion/app.mpy"]
    done = flash(board.path)
    assert done.removed == ["/lib/companion/app.mpy"]
    assert ours(board) == {**firmware, **theirs}


def test_a_source_that_would_hide_the_compiled_module_goes(board, firmware):
    (board.flash / "lib/companion").mkdir(parents=True)
    (board.flash / "lib/companion/app.py").write_bytes(b"hides app.mpy")
    assert flash(board.path).removed == ["/lib/companion/app.py"]


def test_a_board_that_stops_taking_bytes_keeps_the_old_companion(board, firmware):
    flash(board.path)
    firmware["/lib/companion/__init__.mpy"] = b"newer"
    firmware["/lib/companion/app.mpy"] = b"newer too"
    board.breaks_writing = "/lib/companion/app.mpy.new"
    with pytest.raises(FlashError, match=r"did not take /lib/companion/app.mpy.new: OSError: 28"):
        flash(board.path)
    assert {path: content for path, content in ours(board).items() if path in FILES} == FILES
    board.breaks_writing = None
    done = flash(board.path)
    assert ours(board) == firmware
    assert len(done.sent) == 2


def test_what_arrives_changed_is_noticed_before_anything_is_replaced(board, firmware, monkeypatch):
    flash(board.path)
    firmware["/lib/companion/app.mpy"] = b"newer"
    send = flash_module.Prompt.send

    def send_wrong(self, path, content, on_bytes=lambda count: None):
        send(self, path, content.replace(b"newer", b"nower"), on_bytes)

    monkeypatch.setattr(flash_module.Prompt, "send", send_wrong)
    with pytest.raises(FlashError, match=r"did not keep /lib/companion/app.mpy"):
        flash(board.path)
    assert board.files()["/lib/companion/app.mpy"] == FILES["/lib/companion/app.mpy"]


def test_main_py_comes_last(board, firmware, monkeypatch):
    ran = []
    run = flash_module.Prompt.run
    monkeypatch.setattr(flash_module.Prompt, "run", lambda self, code: (ran.append(code), run(self, code))[1])
    flash(board.path)
    swaps = [code for code in ran if code.startswith("for fresh, path in")]
    assert swaps[-1].rstrip().endswith("('/main.py.new', '/main.py')]: replace(fresh, path)")


def test_a_board_without_room_is_left_alone(board, firmware):
    board.free_blocks = 5
    with pytest.raises(FlashError, match="arcana sync"):
        flash(board.path)
    assert board.files() == {}


def test_an_app_that_does_not_start_is_told(board, firmware):
    board.fails_to_start = True
    with pytest.raises(DeviceSilent, match="ImportError: no module named 'companion'"):
        flash(board.path, patience=1)


def test_progress_ends_where_it_should(board, firmware):
    told = []
    flash(board.path, lambda *step: told.append(step))
    sent = [step for step in told if step[0] == "Sending"]
    assert sent[-1][1] == sent[-1][2] == sum(map(len, FILES.values()))
    assert told[-1] == ("Starting the app", 1, 1)


def test_a_port_that_is_none_is_a_sentence(tmp_path):
    with pytest.raises(DeviceLost, match="There is no port"):
        flash(str(tmp_path / "nothing"))
    (tmp_path / "file").write_text("")
    with pytest.raises(ArcanaError, match="can't be opened"):
        flash(str(tmp_path / "file"))


def test_the_firmware_compiles_for_both_generations_of_bytecode():
    for version in (5, 6, 0x1306):
        files = compile_firmware(version)
        assert list(files)[-1] == "/main.py"
        compiled = [code for path, code in files.items() if path.endswith(".mpy")]
        assert len(compiled) > len(files) / 2
        assert all(code[:2] == bytes([ord("M"), version & 0xFF]) for code in compiled)


def test_a_version_that_nobody_compiles_for_gets_the_sources():
    files = compile_firmware(200)
    assert files == compile_firmware(None)
    assert all(path.endswith(".py") for path in files)
    assert {path.rsplit("/", 1)[0] for path in files} >= {"", "/lib/companion", "/lib/shared_rules"}


def test_a_module_that_does_not_compile_is_named(tmp_path, monkeypatch):
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "wrong.py").write_text("def :")
    (tmp_path / "main.py").write_text("")
    monkeypatch.setattr("arcana_host.build.firmware_folder", lambda: tmp_path)
    with pytest.raises(FlashError, match=r"companion/wrong.py does not compile"):
        compile_firmware(6)


def test_the_command_installs_and_says_so(board):
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from arcana_host.cli import main; main()",
            "flash",
            "--port",
            board.path,
            "--json",
        ],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["compiled"] is True
