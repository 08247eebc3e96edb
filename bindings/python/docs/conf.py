"""The site of the Python package's documentation: `sphinx-build -W bindings/python/docs FOLDER`."""

from sphinx.application import Sphinx

project = "robots-policy"
html_title = "robots-policy for Python"
html_theme = "furo"
extensions = ["myst_parser", "autoapi.extension"]
# The stub imports `typing`, which imports the stub: fine for types, and nothing is missing from the pages.
suppress_warnings = ["autoapi.python_import_resolution"]

# The stub is read, not the module: native classes have neither types nor all of the documentation.
autoapi_dirs = ["../robots_policy"]
autoapi_file_patterns = ["*.pyi", "*.py"]
autoapi_root = "api"
autoapi_options = ["members", "undoc-members", "imported-members", "show-module-summary"]
autoapi_add_toctree_entry = False


def shows_constructors(_: Sphinx, __: str, name: str, ___: object, skip: bool, ____: object) -> bool:  # noqa: FBT001
    """Whether a member is left out. The arguments of a class are those of its `__new__`."""
    # All `bytes` would lead to the key of this name.
    return (skip and not name.endswith(".__new__")) or name.endswith(".FindingPlace.bytes")


def setup(app: Sphinx) -> None:
    """Connects the above."""
    app.connect("autoapi-skip-member", shows_constructors)
