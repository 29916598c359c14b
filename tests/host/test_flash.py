"""Installing the companion: all of it or nothing, only what changed, and never a game or a setting."""

import contextlib
import io
import json
import random
import subprocess
import sys

import pytest
from arcana_host.cli.flash import BOARDS
from arcana_host.games import typed
from arcana_host.install import flash as flash_module
from arcana_host.install.build import device_files, write_folder
from arcana_host.install.flash import Installed, flash
from arcana_host.install.prompt import Prompt
from arcana_host.link.backup import read
from arcana_host.link.device import Device
from arcana_host.virtual.boards import NAMES
from arcana_portable.errors import DeviceLost, DeviceSilent, FlashError
from arcana_portable.firmware import firmware_folder
from arcana_portable.install import steps
from arcana_portable.install.steps import STARTER
from arcana_portable.record import Record
from host.prompt_board import PromptBoard

from shared_rules import games

MAIN = (firmware_folder() / "main.py").read_bytes()
OLD = {
    "companion/__init__.mpy": b"one",
    "companion/app.mpy": bytes(range(256)) * 5,
    "companion/gone/only.mpy": b"gone",
    "shared_rules/deep/er.mpy": b"",
    "main.py": MAIN,
}
NEW = {
    "companion/__init__.mpy": b"one",
    "companion/app.mpy": b"newer" * 2000,
    "companion/more/module.mpy": b"new",
    "shared_rules/deep/er.mpy": b"no longer empty",
    "main.py": MAIN,
}
OF_OTHERS = {
    "games/0001-0badcafe.arcana": b"game",
    "settings.json": b"{}",
    "lib/other.py": b"mine",
    "board.txt": b"badger2040\n",
}
THEIR_MAIN = b"print('mine')\n"


@pytest.fixture
def board(bare):
    return bare


@pytest.fixture
def new(monkeypatch):
    """The files to install: {path: content}, which a test can change."""
    files = dict(NEW)
    monkeypatch.setattr(flash_module, "device_files", lambda mpy, games: files)
    return files


def put(board, files):
    for path, content in files.items():
        target = board.flash / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def files_on(board):
    """Return {path: content} of the flash."""
    return {path[1:]: content for path, content in board.files().items()}


def test_a_blank_board_gets_everything_and_starts(board, new):
    done = flash(board.path)
    assert files_on(board) == new
    assert (done.sent, done.removed, done.kept, done.compiled) == (list(new), [], 0, True)
    assert done.info["board"] == "bench" and board.starts == 2


def test_an_update_sends_what_differs_and_leaves_what_belongs_to_others(board, new):
    put(board, {**OLD, **OF_OTHERS})
    done = flash(board.path)
    assert files_on(board) == {**new, **OF_OTHERS}
    assert done.sent == [path for path in new if new[path] != OLD.get(path)]
    assert done.removed == ["companion/gone/only.mpy"] and done.kept == 2
    assert not (board.flash / "companion" / "gone").exists()


def test_a_board_that_is_up_to_date_gets_nothing(board, new):
    put(board, {**new, **OF_OTHERS})
    done = flash(board.path)
    assert (done.sent, done.removed, done.kept) == ([], [], len(new))
    assert board.steps == 0


def test_an_update_that_waits_gives_way_to_the_one_that_is_sent_now(board, new):
    for before in (new, OLD):
        put(board, {**before, "update": b"5 companion/app.mpy\nwrong", "update.part": b"torn"})
        flash(board.path)
        assert files_on(board) == new


def test_the_program_of_somebody_else_is_renamed(board, new):
    put(board, {**OF_OTHERS, "main.py": THEIR_MAIN, "main.py.old": b"older"})
    flash(board.path)
    kept = {"main.py.old": b"older", "main.py.old1": THEIR_MAIN}
    assert files_on(board) == {**new, **OF_OTHERS, **kept}


MENU = """
try:
    with open("hardware_test.txt"):
        import hardware_test
except OSError:
    pass
print("the menu")
"""
"""The start of a Badger 2350, which is part of its MicroPython."""


class TestABadger2350WithItsMakersMicroPython:
    def test_gets_what_starts_main_py_there(self, board, new):
        board.machine, board.version = "Pimoroni Badger 2350 with RP2350", (1, 27, 0)
        done = flash(board.path)
        assert files_on(board) == {**STARTER, **new}
        assert done.advice is None and flash(board.path).sent == []

    @pytest.mark.parametrize(
        ("main", "printed", "ends_with"),
        [
            (None, "the menu\n", ""),
            ("print('the companion')", "the companion\n", "KeyboardInterrupt"),
            ("raise OSError(5)", "", "RuntimeError: 5"),
        ],
    )
    def test_starts_its_menu_only_where_there_is_no_main_py(self, tmp_path, main, printed, ends_with):
        for path, content in STARTER.items():
            (tmp_path / path).write_bytes(content)
        if main:
            (tmp_path / "main.py").write_text(main)
        command = [sys.executable, "-c", MENU]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.stdout == printed and done.stderr.strip().endswith(ends_with)

    def test_never_has_the_flag_without_our_program_as_its_makers_test_would_run(self, new, tmp_path):
        """Without the file, a module of that name in this MicroPython does, and puts the board to sleep."""
        for folder in cuts(tmp_path, {}, machine="Pimoroni Badger 2350 with RP2350", version=(1, 27, 0)):
            with PromptBoard(folder) as board:
                files = files_on(board)
            if "hardware_test.txt" in files:
                assert files["hardware_test.py"] == STARTER["hardware_test.py"]

    def test_gets_the_same_files_by_hand(self, tmp_path):
        assert set(write_folder(tmp_path / "by hand", board="badger2350")) >= {*STARTER, "board.txt"}


def cuts(tmp_path, files, **board_is):
    """For each change of the flash, yield the folder of a board whose power failed just before it."""
    for cut_at in range(1, 100):
        folder = tmp_path / str(cut_at)
        folder.mkdir()
        with PromptBoard(folder) as board:
            put(board, files)
            vars(board).update(board_is, cut_at=cut_at)
            with contextlib.suppress(DeviceLost):
                flash(board.path)
                break
        yield folder
    assert cut_at > 5


class TestAPowerCut:
    """Before every single change of the flash, while the files are sent and while they are put in place."""

    @pytest.mark.parametrize(
        "before",
        [OLD, {}, {**OLD, "main.py": MAIN[:512]}],
        ids=["an update", "a fresh board", "a damaged main.py"],
    )
    def test_is_mended_at_the_next_power_on_or_by_the_next_installation(self, new, tmp_path, before):
        for folder in cuts(tmp_path, {**before, **OF_OTHERS}):
            with PromptBoard(folder) as board:
                files = files_on(board)
                files.pop("update.part", None)
                if before == OLD:
                    assert files in ({**before, **OF_OTHERS}, {**new, **OF_OTHERS})
                elif files.get("main.py") == MAIN:
                    assert files == {**new, **OF_OTHERS}
                flash(board.path)
                assert files_on(board) == {**new, **OF_OTHERS}

    def test_of_the_board_that_is_mending_is_mended_too(self, new, tmp_path):
        with PromptBoard(tmp_path) as board:
            put(board, OLD)
            board.fails_to_start = True
            board.cut_at = 3  # `update.part` and its renaming come first
            with pytest.raises(DeviceLost):
                flash(board.path)
        for _ in range(20):
            with PromptBoard(tmp_path) as board:
                pass
            if "update" not in files_on(board):
                break
        assert files_on(board) == new


def test_whichever_bit_of_a_waiting_update_flips_the_old_companion_stays_and_the_log_says_why(new, tmp_path):
    before = {**OLD, **OF_OTHERS}
    new["companion/app.mpy"] = b"newer"
    with PromptBoard(tmp_path) as board:
        put(board, before)
        board.cut_at = 3  # `update.part` and its renaming come first
        with pytest.raises(DeviceLost):
            flash(board.path)
    board.cut_at = None
    update = (board.flash / "update").read_bytes()
    for bit in range(8 * len(update)):
        damaged = bytearray(update)
        damaged[bit // 8] ^= 1 << bit % 8
        put(board, {"update": bytes(damaged)})
        assert board.run_main()
        files = files_on(board)
        assert b"The update was damaged" in files.pop("log.txt") and files == before, bit
        (board.flash / "log.txt").unlink()
    put(board, {"update": update})
    assert board.run_main()
    assert files_on(board) == {**new, **OF_OTHERS}
    print(f"{bit + 1} bits, broken 0")


@pytest.mark.parametrize("update", [b"", b"- 00000000\n", bytes(9000)], ids=["empty", "short", "no line"])
def test_a_damaged_update_that_no_log_can_note_does_not_keep_the_companion_from_starting(board, new, update):
    put(board, {**new, "update": update})
    board.breaks_writing = "log.txt"
    assert board.run_main() and files_on(board) == new
    (board.flash / "log.txt").mkdir()
    put(board, {"update": update})
    assert board.run_main() and files_on(board) == new


class PromptAtHand(Prompt):
    """The prompt of a board that is not behind a port, which takes no time."""

    _is_handed_over = True

    def __init__(self, board):
        self.board, self.said = board, []
        board._say = self.said.append
        self.stop_program()
        self.version, self.machine, self.mpy_version = self.do(steps.about())

    def stop_program(self):
        self.names = self.board._names()

    def run(self, code, typed=b""):
        self.said.clear()
        self.board._coming = typed
        try:
            exec(code, self.names)
        except Exception as error:
            raise FlashError(str(error)) from error
        return b"".join(self.said).decode()

    def soft_reset(self):
        return self.board

    def restore_program(self):
        pass


class DeviceAtHand:
    """The companion on that board."""

    def __init__(self, port, opener):
        self.board = opener(port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def await_app(self, patience):
        assert self.board.run_main()


class TestADamagedMainPy:
    """`arcana flash` mends it at the first try, whatever else there is to do, and the games stay."""

    @pytest.fixture
    def board(self, board, new):
        put(board, {**OLD, **OF_OTHERS})
        return board

    @pytest.fixture
    def at_hand(self, board, monkeypatch):
        board = PromptBoard(board.flash.parent)
        monkeypatch.setattr(flash_module, "Prompt", lambda port: PromptAtHand(board))
        monkeypatch.setattr(flash_module, "Device", DeviceAtHand)
        return board

    @staticmethod
    def is_mended(board, new, damaged, before=OLD):
        put(board, {**before, "main.py": damaged})
        flash(board.path)
        assert files_on(board) == {**new, **OF_OTHERS}, damaged

    def test_wherever_it_is_cut_off(self, at_hand, new):
        for length in range(len(MAIN)):
            self.is_mended(at_hand, new, MAIN[:length])

    def test_whichever_bit_has_flipped(self, at_hand, new):
        for bit in random.Random(51).sample(range(8 * len(MAIN)), 200):
            damaged = bytearray(MAIN)
            damaged[bit // 8] ^= 1 << bit % 8
            self.is_mended(at_hand, new, bytes(damaged))

    @pytest.mark.parametrize("before", [OLD, NEW], ids=["an update", "nothing else"])
    @pytest.mark.parametrize(
        "damaged",
        [
            b"",
            MAIN.replace(b"import os\n", b"import os\nimport lib.other\n"),
            MAIN.replace(b"\n", b"\r\n", 1),
            MAIN + b"# a line more\n",
            MAIN[:1000],
            b"\xff" + MAIN[1:],
        ],
        ids=["empty", "an import", "another end of a line", "a line more", "cut off", "no UTF-8"],
    )
    def test_whatever_else_happened_to_it(self, board, new, before, damaged):
        self.is_mended(board, new, damaged, before)

    @pytest.mark.parametrize("before", [OLD, NEW], ids=["an update", "nothing else"])
    def test_beside_an_update_that_waits(self, board, new, before):
        put(board, {"update": b"5 companion/app.mpy\nwrong", "update.part": b"torn"})
        self.is_mended(board, new, MAIN[:512], before)

    def test_a_sound_one_that_left_an_update_behind_gets_no_other_one(self, board, new):
        put(board, {"update": b"waits"})
        flash(board.path)
        assert b"open('companion/app.mpy', 'wb')" in board.received
        assert files_on(board) == {**new, **OF_OTHERS}

    @pytest.mark.parametrize(
        "theirs",
        [
            b"from companion.app import main\nmain()\n",
            MAIN.splitlines()[0] + b"\nprint('mine')\n",
            MAIN + b"".join(b"do(%d)\n" % number for number in range(60)),
            b"#" * 100_000,
        ],
        ids=["two lines", "our first line", "more of theirs", "100 KB"],
    )
    def test_of_somebody_else_is_kept(self, board, new, theirs):
        put(board, {"main.py": theirs})
        flash(board.path)
        assert files_on(board) == {**new, **OF_OTHERS, "main.py.old": theirs}


class TestWithoutRoomForTheUpdate:
    @pytest.fixture(autouse=True)
    def little_room(self, board):
        put(board, {**OLD, **OF_OTHERS})
        board.free_blocks = steps.SPARE + 9

    def test_the_files_are_replaced_one_by_one(self, board, new):
        said = []
        flash(board.path, say=said.append)
        assert files_on(board) == {**new, **OF_OTHERS}
        assert len(said) == 1 and "replaced one by one" in said[0]

    def test_what_a_cut_leaves_is_completed_by_the_next_installation(self, new, tmp_path):
        for cut_at in (1, 2, 4, 6):
            folder = tmp_path / str(cut_at)
            folder.mkdir()
            with PromptBoard(folder) as board:
                put(board, {**OLD, **OF_OTHERS})
                board.free_blocks, board.cut_at = steps.SPARE + 9, cut_at
                with pytest.raises(DeviceLost):
                    flash(board.path)
            with PromptBoard(folder) as board:
                assert ("main.py" in files_on(board)) == (cut_at == 1)
                flash(board.path)
                assert files_on(board) == {**new, **OF_OTHERS}

    def test_a_companion_that_does_not_fit_at_all_leaves_the_board_alone(self, board, new):
        board.free_blocks = steps.SPARE
        with pytest.raises(FlashError, match=r"KB free and the companion needs .* KB: fetch its games"):
            flash(board.path)
        assert files_on(board) == {**OLD, **OF_OTHERS}

    def test_an_update_that_did_not_fit_makes_room_for_the_files(self, board, new):
        put(board, {"update": bytes(40_000)})
        board.free_blocks = steps.SPARE
        flash(board.path)
        assert files_on(board) == {**new, **OF_OTHERS}


def test_ctrl_c_while_a_file_is_sent_has_the_old_companion_run_again(board, new):
    put(board, OLD)

    def impatient(doing, done, total):
        if doing.startswith("Sending"):
            raise KeyboardInterrupt

    starts = board.starts
    with pytest.raises(KeyboardInterrupt):
        flash(board.path, impatient)
    assert files_on(board) | OLD == files_on(board)
    flash(board.path)
    assert board.starts >= starts + 2 and files_on(board) == new


def test_a_board_that_stops_taking_bytes_keeps_the_old_companion(board, new):
    put(board, OLD)
    board.breaks_writing = "update.part"
    with pytest.raises(FlashError, match=r"could not write update.part: its flash is full"):
        flash(board.path)
    assert files_on(board) == OLD


def test_what_arrives_changed_is_noticed_before_it_is_put_in_place(board, new, monkeypatch):
    put(board, OLD)
    encode = steps.b2a_base64
    monkeypatch.setattr(steps, "b2a_base64", lambda data: encode(data.replace(b"newer", b"nower")))
    with pytest.raises(FlashError, match=r"did not keep update.part"):
        flash(board.path)
    assert files_on(board) | OLD == files_on(board)


def test_an_app_that_does_not_start_is_reported(board, new, little_patience):
    board.fails_to_start = True
    with pytest.raises(DeviceSilent, match="ImportError: no module named 'companion'"):
        flash(board.path, patience=1)


def test_every_module_is_compiled_and_tracebacks_name_its_path_on_the_device():
    files = device_files(0x1306)
    assert list(files)[-1] == "main.py" and not [path for path in files if " " in path]
    modules = {path: code for path, code in files.items() if path.endswith(".mpy")}
    assert {path.rpartition(".")[2] for path in files if path not in modules} == {"py", "txt"}
    assert [path for path, code in modules.items() if code[:2] != b"M\x06"] == []
    assert b"companion/app.mpy" in modules["companion/app.mpy"]
    assert b"shared_rules/games.mpy" in modules["shared_rules/games.mpy"]


def test_a_version_that_nobody_compiles_for_gets_the_sources():
    files = device_files(200)
    assert files == device_files(None)
    assert {path.rpartition(".")[2] for path in files} == {"py", "txt"}


def test_a_module_that_does_not_compile_is_named(tmp_path, monkeypatch):
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "wrong.py").write_text("def :")
    monkeypatch.setattr("arcana_host.install.build.firmware_folder", lambda: tmp_path)
    with pytest.raises(FlashError, match=r"companion/wrong.py does not compile"):
        device_files(6)


def test_a_folder_gets_the_same_files(arcana, tmp_path):
    folder = tmp_path / "device"
    status, out, _ = arcana("flash", "--to", folder)
    assert status == 0 and "compiled for MicroPython 1.28" in out
    found = [path for path in folder.rglob("*") if path.is_file()]
    assert {path.relative_to(folder).as_posix(): path.read_bytes() for path in found} == device_files(6)
    status, _, err = arcana("flash", "--to", folder)
    assert status == 1 and "already" in err
    assert write_folder(tmp_path / "small", ["score_pad"], "badger2040")[0] == "board.txt"
    assert (tmp_path / "small" / "board.txt").read_text() == "badger2040\n"


def installed_games(board):
    return {name for name in games.NAMES if (board.flash / "shared_rules" / name).exists()}


def test_the_command_installs_the_games_that_were_asked_for(board, arcana):
    status, out, err = arcana("flash", "--port", board.path, "--games", "score-pad", "--json")
    assert status == 0, err
    assert json.loads(out)["compiled"] is True and installed_games(board) == {"score_pad"}
    assert arcana("flash", "--port", board.path)[0] == 0
    assert installed_games(board) == set(games.NAMES)
    status, out, _ = arcana("flash", "--port", board.path)
    assert out.startswith("Everything was up to date")


def test_a_game_that_does_not_exist_is_a_sentence(board, arcana):
    status, _, err = arcana("flash", "--games", "shipwreck,chess", "--port", board.path)
    assert (status, board.starts) == (2, 1)
    names = ", ".join(map(typed, games.NAMES))
    assert err == f"arcana: There is no game chess: the games are {names}.\n"


def test_an_older_micropython_works_and_the_newest_is_recommended(board, new, arcana):
    board.version = (1, 24, 1)
    status, out, _ = arcana("flash", "--port", board.path)
    assert status == 0 and "MicroPython 1.24.1" in out and "1.28" in out and "--micropython" in out


def test_a_board_learns_once_which_it_is(board, new):
    flash(board.path, board="pico-epaper-2.9")
    assert files_on(board) == {**new, "board.txt": b"pico-epaper-2.9\n"}
    # later updates leave that as it is, until it is to be found again
    assert flash(board.path).sent == []
    assert flash(board.path, board="badger2040").sent == ["board.txt"]
    assert files_on(board)["board.txt"] == b"badger2040\n"
    assert flash(board.path, board="").removed == ["board.txt"]
    assert files_on(board) == new


@pytest.mark.parametrize(("command", "known"), [("flash", [*BOARDS, "auto"]), ("play", [*BOARDS])])
def test_an_unknown_board_is_a_sentence(arcana, command, known):
    status, _, err = arcana(command, "--board", "commodore-64")
    listed = f"{', '.join(known[:-1])} or {known[-1]}"
    assert (status, err) == (2, f"arcana: There is no board commodore-64: --board takes {listed}.\n")


def test_the_boards_that_can_be_named_are_those_that_there_are():
    assert set(BOARDS) == set(NAMES)


def test_the_virtual_companion_needs_no_installation(arcana, board, monkeypatch):
    monkeypatch.setattr(flash_module, "is_virtual", lambda port: port == board.path)
    board.give_companion()
    with Prompt(board.path) as prompt:
        stream = prompt.soft_reset()
    with Device(board.path, opener=lambda port: stream) as device:
        device.await_app(patience=10)
    board.bench.pretend("info", lambda info: {**info, "python": "cpython 3.12.1"})
    status, out, err = arcana("flash", "--port", board.path)
    assert (status, out) == (1, "") and err.count("\n") == 1 and "is the virtual companion" in err
    assert board.starts == 2, "it was not stopped for it"


class TestAskingForTheBoard:
    """A companion that can't tell which board it is on: the command asks, once it is installed."""

    @pytest.fixture
    def asked(self, monkeypatch, arcana):
        """Install with these lines typed, None for no terminal; gives (status, out, err, boards named)."""

        def run(typed, found="unknown", doubts=False):
            boards = []

            def install(port, *rest, board=None, **named):
                boards.append(board)
                known = board and (not doubts or board.endswith(" confirmed"))
                return Installed([], [], 9, True, {"board": board if known else found, "version": "0.1.0"})

            monkeypatch.setattr("arcana_host.install.flash.flash", install)
            keyboard = io.StringIO(typed or "")
            keyboard.isatty = lambda: typed is not None
            monkeypatch.setattr(sys, "stdin", keyboard)
            monkeypatch.setattr("typer.prompt", lambda *words, **named: keyboard.readline().strip())
            return (*arcana("flash", "--port", "/dev/pico"), boards)

        return run

    @pytest.mark.parametrize(
        ("typed", "board"),
        [("1\n", BOARDS[0]), (f"{len(BOARDS) + 1}\nx\n2\n", BOARDS[1]), (f"{BOARDS[3]}\n", BOARDS[3])],
    )
    def test_in_a_terminal_it_is_asked_with_each_in_words(self, asked, typed, board):
        status, out, _, boards = asked(typed)
        assert (status, boards) == (0, [None, board])
        assert "Waveshare Pico-ePaper-2.9" in out and "Pico Inky Pack" in out

    @pytest.mark.parametrize(("presses", "last"), [(True, f"{BOARDS[2]} confirmed"), (False, BOARDS[2])])
    def test_a_board_in_doubt_is_confirmed_by_a_press(self, asked, monkeypatch, presses, last):
        monkeypatch.setattr("arcana_host.install.flash.confirm", lambda port, buttons, pressed: presses)
        status, out, _, boards = asked("3\n", doubts=True)
        assert (status, boards[-1]) == (0, last)
        assert "Press its button A once" in out and ("may be another board" in out) != presses

    def test_who_does_not_know_is_left_alone(self, asked):
        status, _, _, boards = asked("\n")
        assert (status, boards) == (0, [None])

    def test_without_a_terminal_it_is_said_what_to_do(self, asked):
        status, _, err, boards = asked(None)
        assert (status, boards) == (0, [None])
        assert err.startswith("The companion can't detect its board: name it with --board (pico-")


# --- removing the companion

OVER = [
    "setup standard doom=6 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key",
    "play 4 1",
    "predict 2 miss",
]
KEPT = {"lib/other.py": b"mine", "main.py.old": b"print('theirs')\n", "songs/1.txt": b"la"}
"""Files on a board that belong to no companion."""


def ended_game(id):
    record = Record([("Game", id)], OVER)
    return f"{record}# over lost 3 {record.check()}\n".encode()


GAMES = {f"games/{name}.arcana": ended_game(name[5:]) for name in ("0001-3f20c94e", "0002-b71d5a08")}
TORN = {"games/0003-0badcafe.damaged": b"setup stan"}
LEFTOVERS = {
    "settings.json.old": b'{"names": "Zoe,Jim"}',
    "settings.json.damaged": b'{"names": "Zoe',
    "settings.json.damaged~": b"Jim",
    "brought.part": b"x",
    "update.part": b"y",
    "board.txt": b"badger2040\n",
}


@pytest.fixture
def full(tmp_path, monkeypatch):
    """A board whose companion has games; at the prompt there are the same files as over the link."""
    board = PromptBoard(tmp_path)
    board.bench_folder = board.flash
    put(board, {**OLD, **KEPT, **GAMES, **TORN, **LEFTOVERS, "settings.json": b'{"names": "Ann,Bo"}'})
    monkeypatch.chdir(tmp_path)
    return board


def saved_in(folder):
    return {name: content for path in folder.glob("*.zip") for name, content in read(path).files.items()}


def test_a_board_is_emptied_of_the_companion_once_everything_is_saved(full, tmp_path, arcana):
    with full:
        status, out, err = arcana("flash", "--remove", "--port", full.path)
        assert (status, err) == (0, "") and "companion-" in out
        assert files_on(full) == KEPT and not (full.flash / "games").exists()
        assert not (full.flash / "companion").exists()
        assert saved_in(tmp_path).items() >= {**GAMES, **TORN}.items()
        # nothing is left to save
        status, out, err = arcana("flash", "--remove", "--port", full.path, "--json")
        assert (status, json.loads(out)) == (0, {"removed": [], "backup": None})


def test_a_game_that_changes_after_it_was_saved_stays_with_all_others(full, tmp_path, arcana, monkeypatch):
    fetch = flash_module.Device.peek

    def played_on(device, seconds):
        found = fetch(device, seconds)
        monkeypatch.setattr(flash_module.Prompt, "__enter__", lambda prompt: change(prompt))
        return found

    def change(prompt):
        put(full, {"games/0004-1a2b3c4d.arcana": b"setup"})
        return prompt

    monkeypatch.setattr(flash_module.Device, "peek", played_on)
    with full:
        status, _, err = arcana("flash", "--remove", "--port", full.path)
        assert status != 0 and "The companion stays on the board: games/0004-1a2b3c4d.arcana" in err
    # not before: the companion starts again, and renames the game
    assert files_on(full).items() >= {**OLD, **KEPT, **GAMES, **TORN}.items()


def test_games_that_no_companion_could_save_stay(full, arcana):
    full.fails_to_start = True
    with full:
        status, _, err = arcana("flash", "--remove", "--port", full.path)
        assert (
            status != 0 and "The companion stays on the board: games/0001-3f20c94e.arcana is not saved" in err
        )
        assert files_on(full).items() >= {**OLD, **KEPT, **GAMES, **TORN}.items()


@pytest.mark.parametrize("step", range(1, 20, 2))
def test_a_cable_that_is_pulled_loses_no_game_and_the_next_try_ends_it(full, tmp_path, arcana, step):
    full.cut_at = step
    with full:
        assert arcana("flash", "--remove", "--port", full.path)[0] != 0
    left = {path: content for path, content in files_on(full).items() if path.startswith("games/")}
    assert {**saved_in(tmp_path), **left}.items() >= {**GAMES, **TORN}.items()
    again = PromptBoard(tmp_path)
    again.bench_folder = again.flash
    with again:
        assert arcana("flash", "--remove", "--port", again.path)[0] == 0
        assert files_on(again) == KEPT


def test_the_program_of_somebody_else_stays(full, arcana):
    put(full, {"main.py": THEIR_MAIN})
    for path in (*GAMES, *TORN):
        (full.flash / path).unlink()
    with full:
        assert arcana("flash", "--remove", "--port", full.path)[0] == 0
        assert files_on(full) == {**KEPT, "main.py": THEIR_MAIN} and not (full.flash / "games").exists()


@pytest.mark.parametrize("word", ["--board=badger2040", "--games=score-pad", "--to=there", "--micropython=a"])
def test_removing_goes_with_nothing_that_installs(arcana, word):
    status, _, err = arcana("flash", "--remove", word)
    assert status != 0 and "--remove goes with no other option" in err
