"""The documentation as one site, from the same pages: sphinx-build -c docs/site -b html . OUTPUT, from the project's folder."""
import os
import re

project = "Pintle"
author = "the authors of Pintle"
extensions = ["myst_parser"]
root_doc = "README"
include_patterns = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/*.md"]
exclude_patterns = ["docs/*_guide.md"]  # parts of other pages
html_theme = "furo"
html_title = "Pintle"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
highlight_language = "none"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header", "misc.highlighting_failure"]

# The pages in the order of the contents; a page that is in no list is a warning, and so an error of the build.
CONTENTS = {
    "Begin": ["install", "tutorial", "how_to", "expressions", "trust", "from_your_tool"],
    "Use": ["command_line", "model_file", "studies", "viewer", "report", "python", "library", "fmu", "import"],
    "Reference": ["joints", "laws", "lubrication", "wear", "models", "trace", "messages"],
    "Theory and evidence": ["numerics", "cases", "reliability", "performance"],
    "Project": ["architecture", "/CONTRIBUTING", "/CHANGELOG"],
}


def add_contents(app, name, source):
    """Puts the contents behind the README, which is the first page."""
    if name != root_doc:
        return
    for caption, pages in CONTENTS.items():
        lines = [page[1:] if page.startswith("/") else f"docs/{page}" for page in pages]
        source[0] += "\n\n```{toctree}\n:hidden:\n:caption: " + caption + "\n\n" + "\n".join(lines) + "\n```\n"


def add_gallery(app, name, source):
    """Leads from each picture of a model to its film and report, where they were made (PINTLE_GALLERY)."""
    if name != "docs/models" or not app.tags.has("gallery"):
        return
    source[0] = re.sub(r"\(models/(\w+)\.png\) \| \*\*[^|]*?\*\*<br>",
                       r'\g<0><a href="../gallery/index.html#\1">film</a>, <a href="../gallery/\1.html">report</a><br>', source[0])


def replace_in(path, *pairs):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for old, new in pairs:
        text = re.sub(old, lambda _, new=new: new, text)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def make_theme_whole(app, exception):
    """Where the theme comes from Debian its script imports another and its style sheet one of a web server: a page that is read from a file
    may do neither. What of that style sheet is needed is in site.css."""
    static = os.path.join(app.outdir, "_static")
    script, style = os.path.join(static, "scripts", "furo.js"), os.path.join(static, "styles", "furo.css")
    other = os.path.join(static, "scripts", "gumshoe-patched.js")
    if exception is None and os.path.exists(other):
        with open(other, encoding="utf-8") as file:
            replace_in(script, (r'import Gumshoe from "[^"]*";', file.read()))
    if exception is None and os.path.exists(style):
        replace_in(style, (r"@import url\(/javascript/[^)]*\);?", ""))


def setup(app):
    app.connect("build-finished", make_theme_whole)
    app.connect("source-read", add_contents)
    app.connect("source-read", add_gallery)
    return {"parallel_read_safe": True}
