"""Installing the companion: all of it or nothing, only what changed, and never a game."""

import ast
import io
import json
import sys

import pytest
from arcana_host import shared_rules_folder
from arcana_host.cli.flash import BOARDS
from arcana_host.errors import ArcanaError, DeviceLost, DeviceSilent, FlashError
from arcana_host.install import flash as flash_module
from arcana_host.install.build import FOLDERS, STARTING, Firmware, compile_firmware, installation, start_text
from arcana_host.install.bundle import INDEX
from arcana_host.install.flash import Installed, flash
from arcana_host.link.device import connect
from arcana_host.virtual.boards import NAMES
from host.prompt_board import PromptBoard
from host.unpacking import ASSEMBLER

from shared_rules import games

APP = {
    "companion/__init__.mpy": b"one",
    "companion/app.mpy": bytes(range(256)) * 5,
    "shared_rules/deep/er.mpy": b"",
}
START = {"/starter.mpy": b"starter", "/main.py": b"import starter"}
OF_OTHERS = {"/games/0001-0badcafe.arcana": b"game", "/settings.json": b"{}", "/lib/other.py": b"mine"}
OLD = {
    "/lib/companion/app.mpy": b"old",
    "/lib/shared_rules/gone.mpy": b"older",
    "/main.py": b"import companion",
}


@pytest.fixture
def board(tmp_path):
    with PromptBoard(tmp_path) as board:
        yield board


@pytest.fixture
def firmware(monkeypatch):
    """What is to be installed; a small firmware that a test can change."""
    made = Firmware(dict(APP), dict(START))
    monkeypatch.setattr(flash_module, "bundled_firmware", lambda mpy, games: made)
    return made


def put(board, files):
    for path, content in files.items():
        target = board.flash / path[1:]
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def started(board):
    """Return {path below its folder: content} of the companion that the board starts."""
    files = board.files()
    folder = "lib"
    if b"starter" in files["/main.py"]:
        folder = files["/start.txt"].decode().split()[0]
    packages = (f"/{folder}/companion/", f"/{folder}/shared_rules/")
    return {path[len(folder) + 2 :]: content for path, content in files.items() if path.startswith(packages)}


def test_a_blank_board_gets_everything_and_starts(board, firmware):
    done = flash(board.path)
    assert board.files() == installation(firmware)
    assert sorted(done.sent) == ["companion/__init__.mpy", "companion/app.mpy", "main.py",
                                 "shared_rules/deep/er.mpy", "starter.mpy"]  # fmt: skip
    assert (done.removed, done.kept) == ([], 0)
    assert done.info["board"] == "bench" and board.starts == 2


def test_a_board_that_is_up_to_date_gets_nothing(board, firmware):
    flash(board.path)
    there, steps = board.files(), board.steps
    done = flash(board.path)
    assert (done.sent, done.removed, done.kept) == ([], [], len(APP) + len(START))
    assert board.files() == there
    assert board.steps == steps


def test_only_what_changed_is_sent_and_the_rest_is_copied(board, firmware):
    flash(board.path)
    firmware.app["companion/app.mpy"] = b"newer"
    done = flash(board.path)
    assert done.sent == ["companion/app.mpy"]
    assert board.files()["/start.txt"] == start_text("two", "one")
    assert started(board) == firmware.app


def test_the_two_folders_take_turns_and_keep_what_they_have(board, firmware):
    for number in range(4):
        firmware.app["companion/app.mpy"] = b"version %d" % number
        flash(board.path)
        assert started(board) == firmware.app
    before = board.steps
    firmware.app["companion/app.mpy"] = b"version 4"
    assert flash(board.path).sent == ["companion/app.mpy"]
    # no more than the file, the fallback that goes and `start.txt`
    assert board.steps - before == 1 + 1 + 1
    assert board.files()["/start.txt"] == start_text("one", "two")


def test_a_file_that_rotted_on_the_board_is_sent_again(board, firmware):
    flash(board.path)
    (board.flash / "one/companion/app.mpy").write_bytes(b"rot")
    assert flash(board.path).sent == ["companion/app.mpy"]
    assert started(board) == APP


def test_what_is_gone_from_the_companion_goes_and_nothing_of_others(board, firmware):
    flash(board.path)
    put(board, {**OF_OTHERS, "/one/mine.py": b"mine"})
    del firmware.app["shared_rules/deep/er.mpy"]
    done = flash(board.path)
    assert done.removed == ["shared_rules/deep/er.mpy"]
    assert started(board) == firmware.app
    assert not (board.flash / "two/shared_rules").exists()
    assert {**board.files(), **OF_OTHERS, "/one/mine.py": b"mine"} == board.files()


def test_a_source_that_would_hide_a_compiled_module_goes(board, firmware):
    put(board, {"/one/companion/app.py": b"hides app.mpy", "/starter.py": b"hides starter.mpy"})
    flash(board.path)
    assert board.files() == installation(firmware)


class TestFromBeforeThereWereTwoFolders:
    """The companion lay in /lib once; its `main.py` knows no other place."""

    def test_it_is_taken_over_and_stays_to_fall_back_on(self, board, firmware):
        put(board, {**OLD, **OF_OTHERS, "/lib/companion.manifest": b""})
        done = flash(board.path)
        assert started(board) == APP
        assert done.removed == ["shared_rules/gone.mpy"]
        assert board.files()["/start.txt"] == start_text("one", "lib")
        assert {**board.files(), **OF_OTHERS} == board.files()

    def test_the_next_update_removes_it(self, board, firmware):
        put(board, {**OLD, **OF_OTHERS, "/lib/companion.manifest": b""})
        flash(board.path)
        firmware.app["companion/app.mpy"] = b"newer"
        flash(board.path)
        left = [path for path in board.files() if path.startswith("/lib")]
        assert left == ["/lib/other.py"]
        assert board.files()["/start.txt"] == start_text("two", "one")

    def test_files_that_are_as_they_were_are_copied(self, board, firmware):
        put(board, {**OLD, "/lib/companion/app.mpy": APP["companion/app.mpy"]})
        assert "companion/app.mpy" not in flash(board.path).sent
        assert started(board) == APP


class TestAPowerCut:
    """Before every single change of the flash: what starts is the old companion or the new one, whole."""

    @pytest.mark.parametrize("layout", ["old", "new", "third"])
    def test_leaves_the_old_one_or_the_new_one(self, firmware, tmp_path, layout):
        old = self.lay_out(firmware, tmp_path, layout)
        done, outcomes = False, []
        for cut_at in range(1, 100):
            folder = tmp_path / str(cut_at)
            folder.mkdir()
            with PromptBoard(folder) as board:
                put(board, old)
                before = started(board)
                board.cut_at = cut_at
                done = self.update(board)
                assert started(board) in (before, firmware.app)
                outcomes.append(started(board) == firmware.app)
                assert {**board.files(), **OF_OTHERS} == board.files()
            if done:
                break
            if cut_at % 4 == 0:
                with PromptBoard(folder) as board:
                    flash(board.path)
                    assert started(board) == firmware.app
        assert done and cut_at > 5
        # it takes over once, and late
        assert outcomes == sorted(outcomes) and sum(outcomes) < 5

    def lay_out(self, firmware, folder, layout):
        """Return the files of a board that is to be updated, and change the firmware for that."""
        if layout == "old":
            return {**OLD, **OF_OTHERS, "/lib/companion.manifest": b""}
        with PromptBoard(folder) as board:
            put(board, OF_OTHERS)
            for number in range(2 if layout == "third" else 1):
                firmware.app["companion/app.mpy"] = b"version %d" % number
                flash(board.path)
            files = board.files()
        firmware.app["companion/app.mpy"] = b"newer"
        firmware.app["companion/more.mpy"] = b"new"
        del firmware.app["shared_rules/deep/er.mpy"]
        if layout == "new":
            firmware.start.update({"/main.py": b"import starter\n", "/starter.mpy": b"a newer starter"})
        return files

    def update(self, board):
        try:
            flash(board.path)
        except DeviceLost:
            return False
        return True


def test_the_cable_pulled_while_a_file_is_sent_changes_nothing_that_starts(board, firmware):
    flash(board.path)
    firmware.app["companion/app.mpy"] = b"newer" * 2000

    def pulled(doing, done, total):
        if doing == "Sending":
            raise DeviceLost("The connection broke.")

    with pytest.raises(DeviceLost):
        flash(board.path, pulled)
    assert started(board) == APP


def test_ctrl_c_while_a_file_is_sent_has_the_old_companion_run_again(board, firmware):
    flash(board.path)
    firmware.app["companion/app.mpy"] = b"newer" * 2000

    def impatient(doing, done, total):
        if doing == "Sending":
            raise KeyboardInterrupt

    starts = board.starts
    with pytest.raises(KeyboardInterrupt):
        flash(board.path, impatient)
    assert started(board) == APP
    done = flash(board.path)
    assert board.starts >= starts + 2 and done.sent == ["companion/app.mpy"]


def test_a_board_that_stops_taking_bytes_keeps_the_old_companion(board, firmware):
    flash(board.path)
    firmware.app["companion/__init__.mpy"] = b"newer"
    firmware.app["companion/app.mpy"] = b"newer too"
    board.breaks_writing = "/two/companion/app.mpy"
    with pytest.raises(FlashError, match=r"could not write /two/companion/app.mpy: OSError: 28"):
        flash(board.path)
    assert started(board) == APP
    board.breaks_writing = None
    done = flash(board.path)
    assert started(board) == firmware.app
    assert done.sent == ["companion/app.mpy"]


def test_what_arrives_changed_is_noticed_before_it_takes_over(board, firmware, monkeypatch):
    flash(board.path)
    firmware.app["companion/app.mpy"] = b"newer"
    send = flash_module.Prompt.send

    def send_wrong(self, files, on_bytes=lambda count: None):
        wrong = {path: content.replace(b"newer", b"nower") for path, content in files.items()}
        return send(self, wrong, on_bytes)

    monkeypatch.setattr(flash_module.Prompt, "send", send_wrong)
    with pytest.raises(FlashError, match=r"did not keep companion/app.mpy"):
        flash(board.path)
    assert started(board) == APP


class TestManyBytes:
    """Many bytes are sent packed, to a board that can unpack them."""

    CONTENT = b"".join(b"line %d of a long text\n" % number for number in range(5000))

    @pytest.fixture(autouse=True)
    def long_text(self, firmware):
        firmware.app["companion/text.txt"] = self.CONTENT
        firmware.app["companion/again.txt"] = self.CONTENT[:50_000]

    def test_are_fewer_on_their_way(self, board, firmware):
        flash(board.path)
        assert started(board) == firmware.app
        assert board.received < len(self.CONTENT) / 2

    def test_go_as_they_are_to_a_board_that_compiles_no_assembler(self, board, firmware):
        board.assembler = {}
        flash(board.path)
        assert started(board) == firmware.app
        assert board.received > len(self.CONTENT)

    def test_are_sent_again_as_they_are_where_they_were_not_unpacked_right(self, board, firmware):
        board.assembler = {**ASSEMBLER, "unpack": lambda place, window, data, length: None}
        flash(board.path)
        assert started(board) == firmware.app


def test_a_board_without_room_is_left_alone(board, firmware):
    board.free_blocks = 5
    with pytest.raises(FlashError, match="arcana sync"):
        flash(board.path)
    assert board.files() == {}


def test_a_board_that_is_full_says_so_where_a_file_of_the_same_size_does_not_fit(board, firmware):
    for number in range(3):
        firmware.app["companion/app.mpy"] = bytes([number]) * 5000
        flash(board.path)
    firmware.app["companion/app.mpy"] = b"x" * 5000
    board.free_blocks, board.breaks_writing = 0, "/two/companion/app.mpy"
    with pytest.raises(FlashError, match="arcana sync"):
        flash(board.path)


def test_room_that_the_update_makes_counts(board, firmware):
    flash(board.path)
    firmware.app["companion/app.mpy"] = b"x" * 40_000
    flash(board.path)
    put(board, {"/one/companion/big.mpy": bytes(60_000)})
    firmware.app["companion/app.mpy"] = b"y" * 40_000
    board.free_blocks = 5
    flash(board.path)
    assert started(board) == firmware.app


def test_an_app_that_does_not_start_is_told(board, firmware):
    board.fails_to_start = True
    with pytest.raises(DeviceSilent, match="ImportError: no module named 'companion'"):
        flash(board.path, patience=1)


def test_an_update_that_fell_back_is_told(board, firmware):
    reason = "the companion in one does not start (ImportError: no module named 'x')"
    (board.bench_folder / "start.txt").write_text(f"two\n{reason}\n")
    with pytest.raises(FlashError, match=r"the companion in one does not start.*runs on .* again"):
        flash(board.path)


def test_progress_ends_where_it_should(board, firmware):
    told = []
    flash(board.path, lambda *step: told.append(step))
    sent = [step for step in told if step[0] == "Sending"]
    assert sent[-1][1] == sent[-1][2] == sum(map(len, APP.values()))
    assert told[-1] == ("Starting the app", 1, 1)


def test_a_port_that_is_none_is_a_sentence(tmp_path):
    with pytest.raises(DeviceLost, match="There is no port"):
        flash(str(tmp_path / "nothing"))
    (tmp_path / "file").write_text("")
    with pytest.raises(ArcanaError, match="can't be opened"):
        flash(str(tmp_path / "file"))


@pytest.mark.parametrize("version", [5, 0x1306])
def test_every_module_compiles_for_both_generations_of_bytecode(version):
    firmware = compile_firmware(version)
    assert list(firmware.start) == ["/starter.mpy", "/main.py"]
    # an annotated variable is what the older one does not know; it knows a comment "# type: ..."
    modules = {path: code for path, code in firmware.app.items() if "/texts/" not in path}
    assert [path for path in modules if not path.endswith(".mpy")] == []
    assert all(code[:2] == bytes([ord("M"), version & 0xFF]) for code in modules.values())


class Unannotated(ast.NodeTransformer):
    """Takes out what is for the type checker only."""

    def visit_arg(self, node):
        return ast.arg(node.arg)

    def visit_FunctionDef(self, node):
        node.returns = None
        return self.generic_visit(node)

    def visit_If(self, node):
        return None if ast.unparse(node.test) == "False" else self.generic_visit(node)


@pytest.fixture
def firmware_folder(tmp_path, monkeypatch):
    """A folder of a firmware without any code."""
    folder = tmp_path / "firmware"
    (folder / "companion").mkdir(parents=True)
    for name in ("main.py", *STARTING):
        (folder / name).write_text("")
    monkeypatch.setattr("arcana_host.install.build.firmware_folder", lambda: folder)
    return folder


def test_annotations_cost_the_device_nothing(monkeypatch, tmp_path, firmware_folder):
    compiled = {}
    for folder, change in (("given", ast.NodeTransformer()), ("bare", Unannotated())):
        for path in shared_rules_folder().rglob("*.py"):
            target = tmp_path / folder / "shared_rules" / path.relative_to(shared_rules_folder())
            target.parent.mkdir(parents=True, exist_ok=True)
            source = ast.unparse(change.visit(ast.parse(path.read_text(encoding="utf-8"))))
            target.write_text(source, encoding="utf-8")
            assert folder == "given" or "typing" not in source, path
        rules = tmp_path / folder / "shared_rules"
        monkeypatch.setattr("arcana_host.install.build.shared_rules_folder", lambda rules=rules: rules)
        compiled[folder] = compile_firmware(6).app
    differ = [path for path, code in compiled["given"].items() if compiled["bare"][path] != code]
    assert "shared_rules/games.mpy" in compiled["given"]
    assert differ == [], "a Pico would get something that only a type checker reads"


def test_a_version_that_nobody_compiles_for_gets_the_sources():
    firmware = compile_firmware(200)
    assert firmware == compile_firmware(None)
    assert {path.rpartition(".")[2] for path in firmware.app} == {"py", "txt"}
    assert all(path.endswith(".py") for path in firmware.start)
    assert {path.split("/")[0] for path in firmware.app} == {"companion", "shared_rules"}


def test_a_module_that_does_not_compile_is_named(firmware_folder):
    (firmware_folder / "companion" / "wrong.py").write_text("def :")
    with pytest.raises(FlashError, match=r"companion/wrong.py does not compile"):
        compile_firmware(6)


def installed_games(board):
    index = board.files()[f"/{FOLDERS[0]}/{INDEX}"].decode()
    return {name for name in games.NAMES if f"/s/{name}\n" in index}


def test_a_board_has_the_games_that_were_asked_for(board, arcana):
    arcana("flash", "--port", board.path, "--games", "shipwreck")
    assert installed_games(board) == {"shipwreck"}


def test_a_game_that_does_not_exist_is_a_sentence(board, arcana):
    status, _, told = arcana("flash", "--games", "shipwreck,chess", "--port", board.path)
    assert (status, board.starts) == (2, 1)
    assert told == "arcana: There is no game chess: the games are shipwreck, spirit-island, score-pad.\n"


def test_the_command_installs_and_says_so(board, arcana):
    status, out, err = arcana("flash", "--port", board.path, "--json")
    assert status == 0, err
    assert json.loads(out)["compiled"] is True
    assert installed_games(board) == set(games.NAMES)


@pytest.mark.parametrize(
    ("settings", "kept"),
    [(b'{"players": 4, "board": "badger2040"}', {"players": 4}), (b"\0\0\0", {}), (b"[1]", {}), (None, {})],
)
def test_a_board_is_told_once_which_it_is(board, firmware, settings, kept):
    if settings is not None:
        put(board, {"/settings.json": settings})
    flash(board.path, board="pico-epaper-2.9")
    assert json.loads(board.files()["/settings.json"]) == {**kept, "board": "pico-epaper-2.9"}
    # later updates leave that as it is, until it is to be found again
    flash(board.path)
    assert json.loads(board.files()["/settings.json"])["board"] == "pico-epaper-2.9"
    flash(board.path, board="")
    assert json.loads(board.files()["/settings.json"]) == {**kept, "board": ""}


def test_a_board_that_is_none_is_a_sentence(board, arcana):
    status, _, told = arcana("flash", "--board", "commodore-64", "--port", board.path)
    assert status and f"There is no board commodore-64: --board takes {', '.join(BOARDS)} or auto." in told
    assert board.starts == 1


def test_the_boards_that_can_be_told_are_those_that_there_are():
    assert set(BOARDS) == set(NAMES)


def test_the_virtual_companion_needs_no_installation(arcana, board, monkeypatch):
    monkeypatch.setattr(flash_module, "is_virtual", lambda port: port == board.path)
    (board.flash / "main.py").write_text("")
    connect(board.path).close()
    info = board._bench.app.methods._on_info()
    board._bench.app.methods._on_info = lambda: {**info, "python": "cpython 3.12.1"}
    status, out, err = arcana("flash", "--port", board.path)
    assert (status, out) == (1, "") and err.count("\n") == 1 and "is the virtual companion" in err
    assert board.starts == 2, "it was not stopped for it"


class TestAskingForTheBoard:
    """A companion that can't tell which board it is on: the command asks, once it is installed."""

    @pytest.fixture
    def asked(self, monkeypatch, arcana):
        """Install with these lines typed, None for no terminal; gives (status, out, err, boards told)."""

        def run(typed, found="unknown"):
            told = []

            def install(port, *rest, board=None, **named):
                told.append(board)
                return Installed([], [], 9, True, {"board": board or found, "version": "0.1.0"})

            monkeypatch.setattr("arcana_host.install.flash.flash", install)
            keyboard = io.StringIO(typed or "")
            keyboard.isatty = lambda: typed is not None
            monkeypatch.setattr(sys, "stdin", keyboard)
            monkeypatch.setattr("typer.prompt", lambda *words, **named: keyboard.readline().strip())
            return (*arcana("flash", "--port", "/dev/pico"), told)

        return run

    @pytest.mark.parametrize(
        ("typed", "board"), [("1\n", BOARDS[0]), ("7\nx\n2\n", BOARDS[1]), (f"{BOARDS[3]}\n", BOARDS[3])]
    )
    def test_in_a_terminal_it_is_asked_with_each_in_words(self, asked, typed, board):
        status, out, _, told = asked(typed)
        assert (status, told) == (0, [None, board])
        assert "Waveshare Pico-ePaper-2.9" in out and "Pico Inky Pack" in out

    def test_for_a_badger_2350_nobody_is_asked_as_there_is_no_companion(self, asked):
        status, out, err, told = asked("1\n", found="badger2350")
        assert (status, out, told) == (1, "", [None])
        assert err.endswith("there is no companion for it.\n") and err.count("\n") == 1

    def test_who_does_not_know_is_left_alone(self, asked):
        status, _, _, told = asked("\n")
        assert (status, told) == (0, [None])

    def test_without_a_terminal_it_is_said_what_to_do(self, asked):
        status, _, err, told = asked(None)
        assert (status, told) == (0, [None])
        assert err.startswith("The companion can't detect its board: name it with --board (pico-")
