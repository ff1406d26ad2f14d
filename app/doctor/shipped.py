"""What is shipped or written: the built front-end libraries, and the course.
It refuses to build and to mend."""

from pathlib import Path

from app.assets import AssetsMissing, load_assets, stale_assets_warning
from app.config import Settings
from app.course.bench import door
from app.course.checking import check_content
from app.doctor.line import Line
from app.places import content_dir, static_dir


def assets(settings: Settings, folder: Path | None = None) -> Line:
    try:
        found = load_assets(folder or static_dir())
        stale = stale_assets_warning()
    except (AssetsMissing, OSError, ValueError, KeyError) as problem:
        said = str(problem) if isinstance(problem, AssetsMissing) else f"They cannot be read: {problem}."
        return Line("Assets", "bad", said, "Run `pip install -e .` in the checkout; it needs the network once.")
    if stale:
        return Line("Assets", "note", stale, "Run `pip install -e .` in the checkout.")
    return Line("Assets", "ok", f"Built, {len(found.by_name)} files.")


def content(settings: Settings) -> Line:
    folder = settings.content or content_dir()
    if not (folder / "course.yml").is_file():
        do = "Give SERVELAB_CONTENT or --content the folder of a course, or leave it out for the built-in one."
        return Line("Content", "bad", f"There is no course.yml in {folder}.", do)
    findings = check_content(folder, door()).findings
    errors = sum(each.severity == "error" for each in findings)
    if errors:
        said = f"{errors} {'error' if errors == 1 else 'errors'} in the course at {folder}."
        return Line("Content", "bad", said, "Run `servelab check` to see each with its place.")
    if findings:
        said = f"Checked, no errors, {len(findings)} {'warning' if len(findings) == 1 else 'warnings'}."
        return Line("Content", "note", said, "Run `servelab check` to see them.")
    return Line("Content", "ok", "Checked, nothing is wrong.")
