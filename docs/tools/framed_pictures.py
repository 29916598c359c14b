"""Shows the golden pictures of the screens in their device, made again with every build.

In the Markdown they are the plain pictures of the tests, so that a page also reads without being built.
"""

from os.path import relpath
from pathlib import Path

from arcana_host.page.guide import LANGUAGES
from docutils import nodes
from PIL import Image
from sphinx.transforms import SphinxTransform

from docs.tools.frame import draw_device

GOLDEN = Path(__file__).parents[2] / "tests" / "screens" / "golden"
OTHERS = {f"docs/{name}": language for name, language in LANGUAGES.items() if language != "en"}
"""{page: its language}, of those in another language, for those who have a page read to them."""


class Framed(SphinxTransform):
    """Puts every golden picture of a page into the device."""

    default_priority = 500

    def apply(self, **options):
        """Make the picture of the device, and point the page at it."""
        page = Path(self.env.doc2path(self.env.docname)).parent
        for image in self.document.findall(nodes.image):
            golden = (page / image["uri"]).resolve()
            if golden.is_relative_to(GOLDEN) and golden.is_file():
                self.env.note_dependency(str(golden))
                image["uri"] = relpath(self._frame(golden), page)
                image["classes"].append("framed")
                image["loading"] = "lazy"
        if self.env.docname in OTHERS:
            self.document[0]["classes"].append(f"language-{OTHERS[self.env.docname]}")

    def _frame(self, golden):
        name = "-".join(golden.relative_to(GOLDEN).parts)
        path = Path(self.app.doctreedir) / "framed" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        draw_device(Image.open(golden)).quantize(64).save(path)
        return path


def setup(app):
    """Add this to Sphinx."""
    app.add_transform(Framed)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
