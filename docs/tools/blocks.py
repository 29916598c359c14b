"""Takes away the empty line that doctest needs at the end of a block."""

from docutils import nodes


def _trim(app, document):
    for block in document.findall(nodes.literal_block):
        if block.rawsource.endswith("\n") or block.astext().endswith("\n"):
            block.rawsource = block.rawsource.rstrip("\n")
            block.children = [nodes.Text(block.astext().rstrip("\n"))]


def setup(app):
    """Add this to Sphinx."""
    app.connect("doctree-read", _trim)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
