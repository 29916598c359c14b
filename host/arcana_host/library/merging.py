"""Merges records of a single game: its beginning, its export without undos, and the record of its device.

It must not know the database.
"""

from arcana_portable.record import Record, without_undos

Tag = tuple[str, str]
"""Its name and its value."""


def join(events: list[str], others: list[str]) -> list[str] | None:
    """Return events that other events of the same game continue, with as many undone events as there are.

    Returns None if the others never had the events in force that these end with: an export, which lacks what
    was taken back, is joined with the record that it comes from.

    >>> join(["setup x", "play 4 1"], ["setup x", "play 3 1", "undo", "play 4 1", "end"])
    ['setup x', 'play 3 1', 'undo', 'play 4 1', 'end']
    """
    if events == others[: len(events)]:
        return others
    standing = without_undos(events)
    ends = [end for end in range(1, len(others) + 1) if without_undos(others[:end]) == standing]
    return max(events + others[ends[-1] :], others, key=len) if ends else None


def merge_original(versions: list[str], original: Record, grows: bool) -> list[str]:
    """Return the versions of a game, updated with the record that its device has now.

    versions: the original as it was before, then the corrections. original: the record now. grows: whether it
    also continues the last version.
    """
    first, *corrected = map(Record.from_text, versions)
    named = {name for name, _ in first.tags}
    first.events = join(first.events, original.events) or first.events
    first.tags = _merge_tags(original.tags, first.tags)
    if not corrected:
        return [str(first)]
    latest = corrected[-1]
    if grows:
        latest.events = join(latest.events, original.events) or latest.events
    # a tag that was removed here stays removed
    latest.tags = _merge_tags(latest.tags, [tag for tag in original.tags if tag[0] not in named])
    return [str(first), *versions[1:-1], str(latest)]


def _merge_tags(tags: list[Tag], others: list[Tag]) -> list[Tag]:
    """Return tags, and the other tags whose names are not among them."""
    names = {name for name, _ in tags}
    return tags + [tag for tag in others if tag[0] not in names]
