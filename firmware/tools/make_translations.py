#!/usr/bin/env python3
"""Bring the desktop's translations up to date: `desktop.po` and `page.po` in the folder of each language.

python firmware/tools/make_translations.py

Every text of the desktop and of the page gets an entry, a new text an empty translation, and unused entries
are removed. Translations are written into these files by hand, or with any editor for files of gettext.
"""

import ast
import inspect
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import arcana_host
from arcana_host.cli.app import app
from arcana_portable.errors import Status
from arcana_portable.translation import (
    CONTEXT_END,
    ENGLISH,
    forms_of,
    headers,
    is_begun,
    languages,
    read,
    texts_folder,
)
from babel.messages.extract import extract_javascript

from shared_rules.games import NAMES

Key = tuple[str, str]
"""An English text, after its context if it has a context, and its plural, or ""."""

HOST = Path(arcana_host.__file__).parent
PACKAGES = (HOST, HOST.parent / "arcana_portable", HOST.parent / "shipwreck_coach")
_PAGE = ("page/static/*.js", "templates/index.html", "web/page/*.js", "web/templates/*.html")
_CALLS = {"_": 1, "N_": 1, "ngettext": 2, "N_plural": 2, "pgettext": 2}
"""How many texts each of these functions takes."""
_IN_TEMPLATE = re.compile(r"""\b_\((?:"([^"]*)"|'([^']*)')""")
_TEXT = re.compile(r"<(\w+)[^>]*\bdata-text\b[^>]*>(.*?)</\1>", re.DOTALL)
_LABEL = re.compile(r'aria-label="([^"]*)" data-label')


def keys(owner: str, file: str) -> dict[Key, list[str]]:
    """Return the texts to translate in a file of an owner, a game or "": {key: the sources with the text}."""
    if file == "page.po":
        return {} if owner else _sorted(_of_page())
    shared = _sorted(_of_desktop(""))
    if owner:
        return {key: where for key, where in _sorted(_of_desktop(owner)).items() if key not in shared}
    # texts from outside the games, too, are translated there
    for name in NAMES:
        for key, where in _sorted(_of_desktop(name)).items():
            shared.get(key, []).extend(where)
    return shared


def main() -> None:
    for language in languages():
        texts = lacking = 0
        for owner in ("", *NAMES):
            for file in ("desktop.po", "page.po"):
                wanted = keys(owner, file) if language != ENGLISH else {}
                if wanted:
                    path = Path(texts_folder(owner), language, file)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(_written(path, wanted), encoding="utf-8")
                    missing = len(wanted.keys() - {key for key in wanted if key[0] in read(str(path))})
                    print(f"{path}: {len(wanted)} texts, {missing} without translation")
                    texts, lacking = texts + len(wanted), lacking + missing
        if is_begun(language):
            print(f"{language} is begun: {100 * (texts - lacking) // texts} % of {texts} texts")


def _of_desktop(owner: str) -> Iterator[tuple[Key, str]]:
    found = {
        (path.relative_to(package).parts, path)
        for package in PACKAGES
        for path in [*package.rglob("*.py"), *package.rglob("templates/*.html")]
    }
    for inside, path in sorted(found):
        game = inside[1] if inside[0] == "games" and len(inside) > 2 else ""
        if game == owner and path.suffix == ".py":
            yield from ((key, "/".join(inside)) for key in _texts_of(path))
        elif game == owner:
            found = _IN_TEMPLATE.findall(path.read_text(encoding="utf-8"))
            yield from (((one or other, ""), "/".join(inside)) for one, other in found)
    yield from _of_refusals(owner)
    yield from ((key, where) for key, where, game in _of_commands(app) if game == owner)
    if not owner:
        yield from (((status.meaning, ""), "errors.py") for status in Status)


def _of_refusals(owner: str) -> Iterator[tuple[Key, str]]:
    """Yield the sentences with which the rules refuse what no button leads to, and the words for values."""
    name = f"{owner}.sentences" if owner else "player_names"
    module = import_module(f"shared_rules.{name}")
    table = module.SENTENCES.partition("\n# what only events lead to\n")[2] + getattr(module, "PARTS", "")
    for line in table.split("\n"):
        if line and not line.startswith("#"):
            yield (line.partition("=")[2], ""), f"shared_rules/{name.replace('.', '/')}.py"


def _of_commands(commands, where: str = "") -> Iterator[tuple[Key, str, str]]:
    """Yield the help of every command: (key, source, the game that it belongs to)."""
    for command in commands.registered_commands:
        path = Path(inspect.getfile(command.callback)).relative_to(HOST)
        owner = path.parts[1] if path.parts[0] == "games" else ""
        yield (command.help, ""), path.as_posix(), owner
    for group in commands.registered_groups:
        yield from _of_commands(group.typer_instance)


def _of_page() -> Iterator[tuple[Key, str]]:
    for pattern in _PAGE:
        for path in sorted(HOST.glob(pattern)):
            source = path.read_text(encoding="utf-8")
            if path.suffix == ".js":
                with path.open("rb") as stream:
                    found = list(extract_javascript(stream, ["_"], [], {}))
                yield from (
                    ((texts if isinstance(texts, str) else texts[0], ""), path.relative_to(HOST).as_posix())
                    for _line, _name, texts, _said in found
                )
                continue
            for text in [found[2] for found in _TEXT.finditer(source)] + _LABEL.findall(source):
                yield (re.sub(r"\s+", " ", text).strip(), ""), path.relative_to(HOST).as_posix()


@cache
def _texts_of(path: Path) -> list[Key]:
    return list(_of_source(path))


def _of_source(path: Path) -> Iterator[Key]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLS:
            texts = [
                each.value for each in node.args[: _CALLS[node.func.id]] if isinstance(each, ast.Constant)
            ]
            if node.func.id == "pgettext":
                yield CONTEXT_END.join(texts), ""
            elif texts:
                yield texts[0], texts[1] if len(texts) > 1 else ""


def _sorted(found: Iterator[tuple[Key, str]]) -> dict[Key, list[str]]:
    """Return keys in the order of their first source, each with all of them."""
    sources: dict[Key, list[str]] = {}
    for key, where in found:
        sources.setdefault(key, [])
        if where not in sources[key]:
            sources[key].append(where)
    return sources


def _written(path: Path, wanted: dict[Key, list[str]]) -> str:
    """Return a file with an entry for every key, with the translations that it has already."""
    known = read(str(path))
    # a new file has the headers of the file with which its language began
    lines = (headers(str(path)) or headers(f"{texts_folder()}/{path.parent.name}/desktop.po")).splitlines()
    entries = ['msgid ""\nmsgstr ""\n' + "".join(f"{_quoted(line + chr(10))}\n" for line in lines)]
    for (one, many), sources in wanted.items():
        forms = known.get(one, [])
        lines = [f"#: {where}" for where in sources]
        context, _end, text = one.rpartition(CONTEXT_END)
        lines += [f"msgctxt {_quoted(context)}"] * bool(context) + [f"msgid {_quoted(text)}"]
        if many:
            forms = forms if len(forms) > 1 else [""] * forms_of(path.parent.name)
            lines += [f"msgid_plural {_quoted(many)}"]
            lines += [f"msgstr[{number}] {_quoted(form)}" for number, form in enumerate(forms)]
        else:
            lines += [f"msgstr {_quoted(forms[0] if forms else '')}"]
        entries.append("\n".join(lines) + "\n")
    return "\n".join(entries)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    main()
