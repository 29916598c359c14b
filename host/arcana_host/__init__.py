"""The desktop side of the companion: installs it, follows it, keeps its games.

It reaches the firmware over the serial link only; the exception is the virtual device, which runs the whole
firmware.
"""

from arcana_host.interrupt import exit_on_interrupt

with exit_on_interrupt():
    import re
    from pathlib import Path

    from arcana_portable.firmware import firmware_folder

_HERE = Path(__file__).resolve().parent
_CHECKOUT = _HERE.parent.parent


def _folder(in_wheel: str, in_checkout: str) -> Path:
    packed = _HERE / in_wheel
    return packed if packed.is_dir() else _CHECKOUT / in_checkout


def shared_rules_folder() -> Path:
    """Return the folder of the package `shared_rules`, which runs on both sides."""
    import shared_rules

    return Path(shared_rules.__file__).resolve().parent


def vectors_folder() -> Path:
    """Return the folder of the game records with their expected states."""
    return _folder("vectors", "tests/vectors")


def guide_folder() -> Path:
    """Return the folder with the Markdown of the player's guide in each language."""
    return _folder("guide", "docs")


def guide_pictures_folder() -> Path:
    """Return the folder with the pictures of the screens that the guide shows."""
    return _folder("guide/pictures", "tests/screens/golden")


def version() -> str:
    """Return the version of this package and of the companion in it."""
    (found,) = _texts("companion/__init__.py", "VERSION")
    return found


def board_names() -> tuple[str, ...]:
    """Return the names of the boards that the companion runs on, the reference board's first."""
    return tuple(boards())


def boards() -> dict[str, str]:
    """Return {name: description} of the boards that the companion runs on, the reference board first."""
    import ast

    tree = ast.parse((firmware_folder() / "companion" / "boards.py").read_text(encoding="utf-8"))
    names, words, listed = {}, {}, ""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "BOARDS":
            listed = ast.unparse(node.value)
        elif isinstance(node, ast.ClassDef):
            words[node.name] = (ast.get_docstring(node) or "").partition("\n")[0]
            for each in node.body:
                if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "NAME":
                    names[node.name] = ast.literal_eval(each.value)
    # without a name it has its class's name, until a test sets another
    return {names.get(board, board): words[board] for board in re.findall(r"\w+", listed)}


def _texts(path: str, name: str) -> list[str]:
    """Return the texts in a constant of the firmware, without importing it."""
    source = (firmware_folder() / path).read_text(encoding="utf-8")
    (value,) = re.findall(rf"^{name} = (\([^)]*\)|.+)$", source, re.MULTILINE)
    return re.findall(r'"([^"]*)"', value)
