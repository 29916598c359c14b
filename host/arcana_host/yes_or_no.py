"""Questions at a terminal that are answered with yes or no, in the user's language or in English."""

import typer
from arcana_portable.translation import _


def read_answer(typed: str) -> bool | None:
    """Return whether a typed answer, or its first letters, is yes or no; None if it is neither.

    >>> read_answer("Y"), read_answer("no"), read_answer("perhaps")
    (True, False, None)
    """
    word = typed.strip().lower()
    for yes, no in ((_("yes"), _("no")), ("yes", "no")):
        if word and yes.startswith(word):
            return True
        if word and no.startswith(word):
            return False
    return None


def confirm(question: str, default: bool = False, err: bool = False) -> bool:
    """Ask a question until the answer is yes or no, and return whether it is yes.

    default: the answer of an empty line. err: whether the question goes to standard error. Raises typer.Abort
    when nobody answers.
    """
    choices = _("[Y/n]") if default else _("[y/N]")
    while True:
        typed = typer.prompt(
            f"{question} {choices}", default="", show_default=False, prompt_suffix=": ", err=err
        )
        answer = read_answer(typed) if typed else default
        if answer is not None:
            return answer
        typer.echo(_("Please answer y or n."), err=err)
