"""Reading a configuration: what holds, what is refused, and in which words."""

from __future__ import annotations

import os
import tomllib
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.config.keys import KEY_BY_PATH, KEYS, SECTION_NAMES, SECTIONS, Key, default_of
from rubout.config.read import read_config
from rubout.config.records import Config, Convention
from rubout.config.reference import as_toml
from rubout.config.settings import Settings, config_of, count_set, settings_in
from rubout.errors import ConfigError
from tests.tables import cases, rows

if TYPE_CHECKING:
    from pathlib import Path


def parsed(text: str) -> Config:
    return config_of(settings_in(text.encode(), None))


def refusal(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        parsed(text)
    return str(caught.value)


def test_a_project_without_configuration_runs_on_the_defaults(tmp_path: Path) -> None:
    assert read_config(tmp_path) == Config()


def test_an_empty_file_changes_nothing() -> None:
    assert parsed("") == Config()


def test_a_section_of_its_own_file_sets_its_keys_and_leaves_the_rest() -> None:
    config = parsed("[clones]\nbudget = 3\n")
    assert config.clones.budget == 3
    assert config == msgspec.structs.replace(Config(), clones=config.clones)


def test_tool_rubout_in_pyproject_is_read_alike(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.rubout]\nexclude = ["a/"]\n[tool.rubout.clones]\nbudget = 3\n')
    assert read_config(tmp_path) == parsed('exclude = ["a/"]\n[clones]\nbudget = 3\n')


def test_a_pyproject_of_other_tools_is_none_of_ours(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes(b"this is \xff no TOML")
    assert read_config(tmp_path) == Config()


@pytest.mark.parametrize(
    "shared", ["[tool.rubout]\n", "[tool.rubout.clones]\nbudget = 1\n", "tool.rubout.exclude = []"]
)
def test_two_configurations_in_one_folder_are_refused_by_both_names(shared: str) -> None:
    with pytest.raises(ConfigError, match=r"rubout\.toml.*pyproject\.toml"):
        settings_in(b"", shared.encode())


def test_a_mention_of_rubout_in_pyproject_is_no_configuration() -> None:
    settings = settings_in(b"[clones]\nbudget = 1\n", b'[project]\ndependencies = ["rubout"]\n[tool.ruff]\n')
    assert settings == Settings("rubout.toml", "", {"clones": {"budget": 1}})


EVERY_SECTION = """
exclude = ["vendor\\\\old/", "*.gen.py"]
[thresholds]
file_lines_fail = 0
parse_errors_fail = true
[structure.layout]
"src/" = 3
"." = 1
[score]
law = "mass"
[score.weights]
churn = 0
[graph]
source_roots = ["lib/py/"]
gated_langs = ["rust"]
[[graph.conventions]]
when = ""
globs = ["plugins/*.py"]
reason = "loaded by name"
[guard]
mode = "ask"
[review]
exempt = { S19 = ["keys/"], S14 = ["bin/"] }
[review.quorum]
quality = 2
[review.semantic]
provider = "command"
command = ["ask", "-x", "-x"]
"""


def test_every_kind_of_value_is_read_into_its_record() -> None:
    config = parsed(EVERY_SECTION)
    assert config.exclude == ("vendor/old/", "*.gen.py")
    assert (config.thresholds.file_lines_fail, config.thresholds.parse_errors_fail) == (0, True)
    assert config.structure.layout == ((".", 1), ("src", 3))
    assert (config.score.law, config.score.weights.churn, config.score.weights.size) == ("mass", 0, None)
    assert config.graph.source_roots == ("lib/py",)
    assert config.graph.gated_langs == ("rust",)
    assert config.graph.conventions == (Convention("", ("plugins/*.py",), "loaded by name"),)
    assert config.guard.mode == "ask"
    assert config.review.exempt == (("S14", ("bin/",)), ("S19", ("keys/",)))
    assert (config.review.quorum.quality, config.review.quorum.spec_compliance) == (2, 1)
    assert config.review.semantic.command == ("ask", "-x", "-x")


def test_the_keys_that_a_project_sets_are_counted() -> None:
    settings = settings_in(EVERY_SECTION.encode(), None)
    assert settings is not None
    assert count_set(settings.table) == 14


@cases(
    "text where fix",
    r"""
    [clonez]                       => rubout.toml: [clonez]             => `clones`
    exclud = []                    => rubout.toml: exclud               => `exclude`
    [clones]\nmin_distnct = 3      => rubout.toml: [clones] min_distnct => `min_distinct`
    [score]\nbudget = 3            => rubout.toml: [score] budget       => belongs to [clones]
    [score.weight]\nsize = 1       => rubout.toml: [score.weight]       => `weights`
    [clones]\nexclude = []         => rubout.toml: [clones] exclude     => above the first section
    [erase]\nadvisory = true       => rubout.toml: [erase]              => the nearest name here
    [clones]\nk = 20               => rubout.toml: [clones] k           => the nearest name here
    "a b" = 1                      => rubout.toml: "a b"                => the nearest name here
    "" = 1                         => rubout.toml: ""                   => the nearest name here
    ["review.quorum"]              => rubout.toml: ["review.quorum"]    => did you mean
    """,
)
def test_an_unknown_name_is_refused_with_its_place_and_the_nearest_known_one(text: str, where: str, fix: str) -> None:
    message = refusal(text)
    assert message.startswith(f"{where}: unknown ")
    assert fix in message


def test_the_place_in_pyproject_is_the_one_its_reader_sees() -> None:
    with pytest.raises(ConfigError, match=r"^pyproject\.toml: \[tool\.rubout\.clones\] budgt: unknown key"):
        config_of(settings_in(None, b"[tool.rubout.clones]\nbudgt = 1"))


@pytest.mark.parametrize(
    ("key", "value", "found"),
    rows(
        {
            "clones.budget": {
                "true": "found true",
                "1.0": "found 1.0",
                '"7"': 'found "7"',
                "-1": "found -1",
                "9007199254740992": "at most 9007199254740991",
                "[1]": "found an array of 1",
                "{ a = 1 }": 'found a table with "a"',
                "1979-05-27": "found the time 1979-05-27",
            },
            "clones.min_distinct": {
                "0": "at least 1",
            },
            "clones.keep_imports": {
                "1": "expected true or false, found 1",
            },
            "score.law": {
                '"Density"': 'expected "density" or "mass", found "Density"',
            },
            "score.soft_line_k": {
                "1025": "at most 1024",
            },
            "score.tol_den": {
                "0": "at least 1",
            },
            "trend.min_points": {
                "1": "at least 2",
            },
            "exclude": {
                '"*.py"': "an array",
                "[1]": "a glob as a string, found 1",
                '["a", "!a"]': "without `!`",
                '["#a"]': "`[#]`",
                '["//"]': "a glob that can match",
                '[""]': "a glob that can match",
            },
            "structure.layout": {
                '{ "../x" = 1 }': '"../x"',
                '{ "/" = 1 }': '"/"',
                '{ "a" = 1, "a/" = 2 }': "`a` twice",
                '{ "a" = 0 }': "at least 1, found 0",
            },
            "graph.gated_langs": {
                '["cobol"]': 'found "cobol"',
            },
            "graph.conventions": {
                '[{ when = "", globs = ["a"] }]': "`reason`",
                '[{ when = "", globs = [], reason = "r" }]': "not empty",
            },
            "guard.mode": {
                "3": "found 3",
            },
            "guard.warn": {
                '"deny"': 'found "deny"',
            },
            "review.exempt": {
                '{ S01 = ["a"] }': 'found "S01"',
            },
            "review.effects": {
                '{ S30 = "warn" }': 'found "S30"',
            },
            "review.required_stages": {
                "[]": "not empty",
            },
            "review.semantic.model": {
                '""': "with something in it",
            },
        }
    ),
)
def test_a_value_of_the_wrong_kind_is_refused_with_key_and_value(key: str, value: str, found: str) -> None:
    section, _, name = key.rpartition(".")
    message = refusal(f"[{section}]\n{name} = {value}" if section else f"{name} = {value}")
    assert message.startswith(f"rubout.toml: [{section}] {name}: " if section else f"rubout.toml: {name}: ")
    assert found in message


@pytest.mark.parametrize("text", ["clones = 3", "[score]\nweights = [1]", "review.quorum = 'two'"])
def test_a_section_that_is_no_table_is_refused(text: str) -> None:
    assert "expected a table, found" in refusal(text)


@pytest.mark.parametrize(
    ("warn", "fail", "fine"), [(300, 299, False), (300, 300, True), (300, 301, True), (300, 0, True)]
)
@pytest.mark.parametrize("metric", ["file_lines", "fn_lines", "params", "cyclomatic", "cognitive", "nesting"])
def test_a_fail_line_below_its_warn_line_is_refused(metric: str, warn: int, fail: int, fine: bool) -> None:
    text = f"[thresholds]\n{metric}_warn = {warn}\n{metric}_fail = {fail}\n"
    if fine:
        assert getattr(parsed(text).thresholds, f"{metric}_fail") == fail
    else:
        assert f"[thresholds] {metric}_fail: the fail line {fail} lies below" in refusal(text)


def test_a_warn_line_over_the_default_fail_line_is_refused_too() -> None:
    assert "the fail line 750 lies below `file_lines_warn` 800" in refusal("[thresholds]\nfile_lines_warn = 800")


@pytest.mark.parametrize("check", ["S18", "S19", "S20", "S21", "S22", "S28"])
def test_a_check_that_can_be_wrong_may_not_be_set_to_reject_without_a_measurement(check: str) -> None:
    assert f"{check} is a heuristic" in refusal(f'[review]\neffects = {{ {check} = "reject" }}')
    assert parsed(f'[review]\neffects = {{ {check} = "warn" }}').review.effects == ((check, "warn"),)


@pytest.mark.parametrize("check", ["S01", "S13", "S14", "S17", "S29"])
def test_a_check_that_cannot_be_wrong_may_reject(check: str) -> None:
    assert parsed(f'[review]\neffects = {{ {check} = "reject" }}').review.effects == ((check, "reject"),)


@pytest.mark.parametrize("effect", ["warn", "observe"])
@pytest.mark.parametrize("check", ["S01", "S02", "S08", "S12"])
def test_a_check_of_integrity_is_weakened_by_no_policy(check: str, effect: str) -> None:
    assert f"{check} cannot be wrong" in refusal(f'[review]\neffects = {{ {check} = "{effect}" }}')


def test_a_check_that_spares_paths_may_be_weakened() -> None:
    assert parsed('[review]\neffects = { S13 = "observe", S17 = "warn" }').review.effects[0] == ("S13", "observe")


def test_seven_weights_of_zero_are_refused_and_six_are_not() -> None:
    zeros = "[score.weights]\n" + "".join(f"{key.name} = 0\n" for key in KEYS if key.section == "score.weights")
    assert "all seven weights are 0" in refusal(zeros)
    assert parsed(zeros.replace("size = 0", "size = 1")).score.weights.size == 1
    assert parsed(zeros.replace("size = 0\n", "")).score.weights.size is None


@pytest.mark.parametrize(
    ("settings", "missing"),
    [
        ('provider = "http"\nmodel = "m"', "base_url"),
        ('provider = "http"\nbase_url = "https://a"', "model"),
        ('provider = "command"', "command"),
    ],
)
def test_a_reviewer_without_an_address_is_refused(settings: str, missing: str) -> None:
    assert f"[review.semantic] {missing}: missing" in refusal(f"[review.semantic]\n{settings}\n")


def test_an_address_that_is_no_http_is_refused() -> None:
    assert "`file:///etc` is no http address" in refusal('[review.semantic]\nbase_url = "file:///etc"')


def test_independent_mistakes_are_reported_together() -> None:
    message = refusal("nope = 1\n[clones]\nbudget = 'x'\n[thresholds]\nfile_lines_warn = 900\n[score]\nlaw = 1\n")
    assert message.startswith("rubout.toml: 4 settings cannot be used")
    for place in ("nope:", "[clones] budget:", "[thresholds] file_lines_fail:", "[score] law:"):
        assert f"\n    {place}" in message


def test_a_rule_across_keys_is_silent_while_one_of_them_is_wrong_by_itself() -> None:
    assert "lies below" not in refusal("[thresholds]\nfile_lines_warn = 'many'\nfile_lines_fail = 10\n")


def test_a_misspelt_guard_mode_disarms_the_guard_and_nothing_else() -> None:
    config = parsed('[guard]\nmode = "Deny"\n[clones]\nbudget = 1\n')
    assert (config.guard.mode, config.clones.budget) == ("Deny", 1)


@pytest.mark.parametrize(
    ("data", "where", "what"),
    [
        (b"a = 1\nb = \n", "rubout.toml:2", "not TOML: Invalid value"),
        (b"a = [1,\n", "rubout.toml", "not TOML: Invalid value (at end of document)"),
        (b"\xef\xbb\xbfexclude = []\n", "rubout.toml:1", "byte-order mark"),
        (b"# ok\nexclude = ['\xe9']\n", "rubout.toml:2", "byte 0xe9 is not UTF-8"),
        (b"a = " + b"[" * 5000, "rubout.toml", "nested too deeply"),
        (b"a = " + b"9" * 5000, "rubout.toml", "not TOML: Exceeds the limit"),
        (b"\x00", "rubout.toml:1", "not TOML"),
    ],
)
def test_bytes_that_are_no_toml_are_refused_with_their_line(data: bytes, where: str, what: str) -> None:
    with pytest.raises(ConfigError) as caught:
        settings_in(data, None)
    assert caught.value.where == where
    assert what in caught.value.what


def test_a_broken_pyproject_that_may_configure_rubout_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"^pyproject\.toml:2: not TOML"):
        settings_in(None, b"[tool.rubout]\nexclude = \n")


@pytest.mark.parametrize("name", ["rubout.toml", "pyproject.toml"])
def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(ConfigError, match="no regular file"):
        read_config(tmp_path)


def test_a_pipe_in_place_of_the_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "rubout.toml")
    with pytest.raises(ConfigError, match="no regular file"):
        read_config(tmp_path)


def test_a_link_to_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rubout.toml").symlink_to("gone.toml")
    with pytest.raises(ConfigError, match="symbolic link to nothing"):
        read_config(tmp_path)


def test_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rubout.toml").symlink_to("rubout.toml")
    with pytest.raises(ConfigError, match="cannot be read"):
        read_config(tmp_path)


def test_a_file_of_many_megabytes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rubout.toml").write_bytes(b"#" * (4 << 20) + b"\n")
    with pytest.raises(ConfigError, match="larger than 4 MiB"):
        read_config(tmp_path)


def test_every_key_of_every_record_is_in_the_table_and_nothing_else_is() -> None:
    fixed = {"clones.k", "clones.w", "clones.min_tokens"}
    fields = set(_field_paths(Config(), ""))
    assert fields - fixed == set(KEY_BY_PATH)
    assert [section.name for section in SECTIONS if not any(key.section == section.name for key in KEYS)] == []


def _field_paths(record: msgspec.Struct, prefix: str) -> list[str]:
    paths = []
    for name in record.__struct_fields__:
        path = f"{prefix}{name}"
        value = getattr(record, name)
        paths += _field_paths(value, f"{path}.") if path in SECTION_NAMES else [path]
    return paths


@pytest.mark.parametrize("key", [key for key in KEYS if default_of(key) not in (None, ())], ids=lambda key: key.path)
def test_every_default_may_be_written_down(key: Key) -> None:
    written = tomllib.loads(f"value = {as_toml(default_of(key))}")
    assert key.shape.read(written["value"]) == default_of(key)


NAMES = st.one_of(
    st.sampled_from(sorted({part for path in (*KEY_BY_PATH, *SECTION_NAMES) for part in path.split(".")})),
    st.text(max_size=5),
)
SCALARS = st.one_of(
    st.booleans(),
    st.integers(-2, 2000),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.dates(),
    st.times(),
    st.datetimes(),
    st.sampled_from(["density", "mass", "python", "S19", "warn", "http", "none", "quality", "a/b/", "!a"]),
)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4))


@given(st.dictionaries(NAMES, VALUES, max_size=6))
def test_any_table_gives_a_configuration_or_a_config_error(table: dict[str, object]) -> None:
    try:
        config = config_of(Settings("rubout.toml", "", table))
    except ConfigError as error:
        assert error.what
        assert error.fix
    else:
        assert set(table) <= {*KEY_BY_PATH, *SECTION_NAMES}
        assert isinstance(config, Config)


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_any_bytes_give_settings_or_a_config_error(own: bytes, shared: bytes) -> None:
    try:
        config_of(settings_in(own, shared + b"\n# rubout"))
    except ConfigError as error:
        assert str(error).startswith(("rubout.toml", "pyproject.toml"))
