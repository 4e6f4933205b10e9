"""Manifests that name files."""

from __future__ import annotations

import pytest

from rubout.measure.entries.mentions import LARGEST, mentioned
from rubout.measure.resolve.all import ladders
from tests.tables import cases
from tests.worlds import world

SCOPE = dict.fromkeys(("tools/fix.py", "tools/gen.py", "app/boot.py", "pkg/__init__.py", "pkg/run.py"), "")

COMMANDS = {
    "azure-pipelines.yml": "script: python tools/fix.py",
    ".travis.yml": "script: python tools/fix.py",
    "Jenkinsfile": "sh 'python tools/fix.py'",
    ".husky/pre-commit": "python tools/fix.py",
    ".github/workflows/cd.yml": "run: |\n  cd tools\n  python fix.py",
    ".github/workflows/in.yml": "working-directory: ./tools\nrun: python fix.py",
    "package.json": '{"scripts": {"a": "cd tools && python fix.py"}}',
}


def named(manifest: str, text: str, **more: str) -> set[str]:
    tree = world({**SCOPE, **more, manifest: text})
    return {path for path, by in mentioned(tree, (), ladders(tree)) if by == manifest}


@cases(
    "manifest text found",
    r"""
    Makefile => x:\n python tools/fix.py\n => tools/fix.py
    rules.mk => python ./tools/fix.py => tools/fix.py
    Dockerfile.dev => CMD ["/tools/fix.py"] => tools/fix.py
    .github/workflows/ci.yml => run: tools/fix.py => tools/fix.py
    other.yml => run: tools/fix.py =>
    app/Makefile => python boot.py ../tools/fix.py => app/boot.py tools/fix.py
    setup.cfg => path = tools/fix.py => tools/fix.py
    x.json => {"a": "tools/fix.py"} => tools/fix.py
    page.html => <a href="tools/fix.py"> => tools/fix.py
    run.sh => exec tools/fix.py => tools/fix.py
    Makefile => tools/fix.pyc =>
    Makefile => mytools/fix.py =>
    Makefile => lint tools/*.py => tools/fix.py tools/gen.py
    pyproject.toml => "tools/*.py" = ["S"] =>
    run.sh => exec $ROOT/tools/fix.py => tools/fix.py
    app/build.gradle.kts => headers("$projectDir/boot.py") => app/boot.py
    run.sh => lint $ROOT/tools/*.py => tools/fix.py tools/gen.py
    Makefile => python -m pkg.run => pkg/run.py
    Procfile => web: gunicorn pkg.run:app => pkg/run.py
    package.json => {"scripts": {"a": "python tools/fix.py"}} => tools/fix.py
    package.json => {"contributes": ["tools/fix.py"], "exports": "tools/*.py"} => tools/fix.py
    package.json => {"scripts": {"a": "lint tools/*.py"}} => tools/fix.py tools/gen.py
    package.json => { =>
    app/x.rst => .. literalinclude:: boot.py\n   :lines: 1\n\n  .. include:: /tools/gen.py => app/boot.py tools/gen.py
    app/x.rst => see boot.py or ``tools/fix.py`` =>
    package-lock.json => {"a": "tools/fix.py"} =>
    """,
)
def test_a_manifest_names_files(manifest: str, text: str, found: str) -> None:
    assert named(manifest, text) == set(found.split())


def test_a_manifest_that_is_too_large_names_none() -> None:
    assert named("x.json", " " * LARGEST + "tools/fix.py") == set()


@pytest.mark.parametrize("manifest", COMMANDS)
def test_a_path_is_relative_to_where_the_commands_go_to(manifest: str) -> None:
    assert named(manifest, COMMANDS[manifest]) == {"tools/fix.py"}


@pytest.mark.parametrize("text", ["celery -A pkg.run worker", "ENV DJANGO_SETTINGS_MODULE=pkg.run", "--app=pkg.run"])
def test_an_option_or_a_variable_may_name_a_module(text: str) -> None:
    assert named("Dockerfile", text) == {"pkg/run.py"}


def test_a_hidden_manifest_is_read_too() -> None:
    tree = world({**SCOPE, ".hooks/Makefile": "tools/fix.py"})
    walked = type(tree)(tree.scope, tree.languages, frozenset(SCOPE), tree.read)
    assert dict(mentioned(walked, [".hooks/Makefile"], ladders(walked))) == {"tools/fix.py": ".hooks/Makefile"}
    assert not dict(mentioned(walked, [], ladders(walked)))


def test_a_runner_of_scripts_adds_their_suffix() -> None:
    scripts = '{"scripts": {"a": "tsx ./tools/gen", "b": "eslint tools/lib"}}'
    assert not named(".github/workflows/ci.yml", "run: python fix.py")
    assert named("package.json", scripts, **{"tools/gen.ts": "", "tools/lib/index.ts": ""}) == {"tools/gen.ts"}


def test_a_page_names_what_is_served_wherever_the_folder_of_it_lies() -> None:
    served = dict.fromkeys(("a/static/js/x.js", "public/js/x.js", "a/js/x.js", "static/other/js/x.js"), "")
    page = "<script src=\"{% static 'js/x.js' %}\"></script>"
    assert named("a/templates/page.html", page, **served) == {"a/static/js/x.js", "public/js/x.js"}
    assert named("page.json", page, **served) == set()


def test_an_action_of_a_pipeline_starts_what_it_names() -> None:
    assert named("action.yml", "run: python $GITHUB_ACTION_PATH/tools/fix.py") == {"tools/fix.py"}


@pytest.mark.parametrize(
    ("manifest", "is_named"), [("bin/start.sh", True), ("layouts/head.tmpl", True), ("x.json", False)]
)
def test_commands_and_templates_name_by_the_end_of_a_path(manifest: str, is_named: bool) -> None:
    assert named(manifest, 'run "app/fix.py" gone/fix.py fix.py', **{"backend/app/fix.py": ""}) == (
        {"backend/app/fix.py"} if is_named else set()
    )
