"""`arcana flash`: the companion onto a board."""

from arcana_host.commands.options import JsonOption, PortOption


def flash(port: PortOption = None, as_json: JsonOption = False) -> None:
    """Install the companion on a board with MicroPython, or bring it up to date; games and settings stay."""
    from arcana_host.commands.options import print_json, progress
    from arcana_host.flash import flash as install
    from arcana_host.ports import choose_port

    path = choose_port(port)
    with progress(quiet=as_json) as shown:
        task = shown.add_task("")

        def tell(doing: str, done: int, total: int) -> None:
            # what has no measure shows a bar that moves
            shown.update(task, description=doing, completed=done, total=total if total > 1 else None)

        done = install(path, tell)
    if as_json:
        print_json(done._asdict())
        return
    changed = len(done.sent)
    files = "Everything was up to date" if not changed else f"{changed} file{'s' if changed > 1 else ''} sent"
    removed = f", {len(done.removed)} old ones removed" if done.removed else ""
    form = "compiled" if done.compiled else "as sources"
    print(f"{files}{removed} ({form}). The companion {done.info['version']} runs on {path}.")
