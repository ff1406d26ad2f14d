"""Who may import whom, how long a file may be, and what lies at the top; read from the files, never by importing.

It refuses to know what the code computes.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

TOP_LEVEL = {"pyproject.toml", "README.md", "LICENSE", "app", "labs", "content", "static", "templates", "tests"}
# What tools leave behind; .gitignore keeps these out of the repository.
TOOL_OUTPUT = {"dist", "build", "test-results", "__pycache__"}
FORBIDDEN_NAMES = {"utils", "util", "common", "misc", "helpers", "helper", "base"}
LABS_MAY_IMPORT = {"labs", "numpy", "pydantic"} | set(sys.stdlib_module_names)
# Rooms where a model runs, with what each may import besides; the door must still open without it.
MODEL_ROOMS = {
    "tinylm": {"torch", "safetensors"},
    "decoding": {"torch"},
    "checkpoints": {"torch", "transformers", "tokenizers", "safetensors", "gguf"},
}
MAX_FILE, MAX_FUNCTION, MAX_TEMPLATE, MAX_SCRIPT = 250, 50, 80, 200


@dataclass(frozen=True)
class Import:
    """One import statement's target: `from labs import x` is module labs, name x."""

    module: str
    name: str | None


def sources(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports(path: Path) -> Iterator[Import]:
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from (Import(module, alias.name) for alias in node.names)


def is_lab(folder: Path) -> bool:
    """A folder in labs/ whose __init__ assigns or imports LAB."""
    names = set()
    for node in tree(folder / "__init__.py").body:
        if isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
    return "LAB" in names


def rooms() -> list[Path]:
    return [path.parent for path in sorted((ROOT / "labs").glob("*/__init__.py"))]


def room_of(path: Path) -> str | None:
    parts = path.relative_to(ROOT / "labs").parts
    return parts[0] if len(parts) > 1 else None


def imported_room(found: Import) -> str | None:
    """The room or file of labs/ that an import reaches into; None for the door and everything outside."""
    parts = found.module.split(".")
    if parts[0] != "labs":
        return None
    if len(parts) > 1:
        return parts[1]
    return found.name


@pytest.mark.parametrize("path", sources("labs"), ids=shown)
def test_labs_import_only_computation(path: Path) -> None:
    allowed = LABS_MAY_IMPORT | MODEL_ROOMS.get(room_of(path) or "", set())
    assert [found for found in imports(path) if found.module.split(".")[0] not in allowed] == []


def test_a_lab_never_imports_another_lab() -> None:
    labs = {room.name for room in rooms() if is_lab(room)}
    crossings = [
        (shown(path), other)
        for path in sources("labs")
        for other in map(imported_room, imports(path))
        if other in labs and room_of(path) not in (None, other)
    ]
    assert crossings == []


@pytest.mark.parametrize("path", sources("app"), ids=shown)
def test_app_knows_of_labs_only_the_door_and_the_rooms_entrances(path: Path) -> None:
    entrances = {"labs"} | {f"labs.{room.name}" for room in rooms()}
    topics = {file.stem for file in (ROOT / "labs").glob("*.py")}
    deeper = [
        found
        for found in imports(path)
        if found.module.split(".")[0] == "labs"
        and (found.module not in entrances or (found.module == "labs" and found.name in topics))
    ]
    assert deeper == []


def test_an_oracle_imports_nothing_of_the_project() -> None:
    found = [(shown(path), found.module) for path in sources("tests/oracles") for found in imports(path)]
    own = [pair for pair in found if not pair[1].startswith("tests.oracles.")]
    assert [pair for pair in own if pair[1].split(".")[0] in ("app", "labs", "tests", "conftest")] == []


@pytest.mark.parametrize("module", ["labs", "app", "app.cli", "labs.decoding, labs.checkpoints"])
def test_opening_the_door_loads_nothing_heavy(module: str) -> None:
    script = f"import sys, {module}; print(sorted({{'torch', 'plotly', 'transformers', 'alembic'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("path", [*sources("app", "labs", "tests"), ROOT / "static" / "build.py"], ids=shown)
def test_a_python_file_is_short_and_says_what_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MAX_FILE
    assert path.stem not in FORBIDDEN_NAMES
    module = tree(path)
    assert not module.body or ast.get_docstring(module)
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert [node.name for node in functions if (node.end_lineno or 0) - node.lineno >= MAX_FUNCTION] == []


@pytest.mark.parametrize(("pattern", "most"), [("templates/**/*.html", MAX_TEMPLATE), ("static/*.js", MAX_SCRIPT)])
def test_templates_and_own_scripts_are_short(pattern: str, most: int) -> None:
    lengths = {shown(path): len(path.read_text(encoding="utf-8").splitlines()) for path in ROOT.glob(pattern)}
    assert {name: length for name, length in lengths.items() if length > most} == {}


def test_the_top_level_is_fixed() -> None:
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert {name for name in found - TOP_LEVEL - TOOL_OUTPUT if not name.endswith(".egg-info")} == set()


def test_front_end_libraries_are_not_in_the_tree() -> None:
    assert list(ROOT.glob("static/node_modules")) == []


def test_the_build_machine_runs_the_readmes_test_line() -> None:
    line = "python3 -m venv .venv && .venv/bin/pip install -e '.[torch,test]' && .venv/bin/servelab test"
    assert line in (ROOT / "README.md").read_text(encoding="utf-8")
    assert line in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_lesson_dialect_knows_no_pages() -> None:
    known = [(shown(path), found.module) for path in sources("app/course") for found in imports(path)]
    outside = [pair for pair in known if pair[1].split(".")[0] in ("flask", "jinja2", "werkzeug", "sqlalchemy")]
    assert outside == []
    assert [pair for pair in known if pair[1].startswith("app.") and not pair[1].startswith("app.course")] == []
