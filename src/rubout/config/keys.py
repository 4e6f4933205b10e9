"""Every section and key of the configuration, once: name, shape, meaning. Defaults stand in rubout.config.records.

Parsing, the reference page, the JSON Schema and the file that `rubout init` writes all come from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.config.records import Config
from rubout.config.shapes import Conventions, Folder, Glob, ListOf, MapOf, OneOf, Switch, Text, Whole
from rubout.facts.plain import Plain

if TYPE_CHECKING:
    from rubout.config.shapes import Shape


class Section(Plain, frozen=True):
    """`name` is dotted, "" for the top level; `pending` while nothing in this version reads it."""

    name: str
    meaning: str
    pending: bool = False


class Key(Plain, frozen=True):
    """`example` is a value in TOML, for a key that has no default or whose default shows nothing."""

    section: str
    name: str
    shape: Shape
    meaning: str
    example: str | None = None

    @property
    def path(self) -> str:
        """The dotted name, as a person writes it."""
        return f"{self.section}.{self.name}" if self.section else self.name


STAGES = ("spec_compliance", "quality")
LANGUAGES_WITH_AUDIT = ("python", "typescript", "tsx", "javascript", "rust", "go", "haskell", "markdown")
GUARD_MODES = ("observe", "warn", "ask", "deny")
CHECKS = tuple(f"S{number:02}" for number in range(1, 30))
INTEGRITY_CHECKS = CHECKS[:12]  # they cannot be wrong, and nobody clears what they refuse
CHECKS_WITH_EXEMPTION = CHECKS[13:]  # integrity checks before S14 cannot be wrong, so no path is exempt

SECTIONS = (
    Section("", "What rubout looks at."),
    Section(
        "thresholds",
        "Where a size or a complexity is warned about, and where it fails. A value on the line itself passes.",
    ),
    Section("clones", "Exact and renamed copies of code."),
    Section("structure", "The shape of the directory tree."),
    Section("score", "How the findings fold into one score, and how much growth the ratchet tolerates."),
    Section("score.weights", "The weight of each axis of the score; `default_weight` for those left out."),
    Section("churn", "Which part of the history counts."),
    Section("split", "What cutting a file in two is priced at, in thousandths."),
    Section("graph", "What is alive because something outside the code uses it."),
    Section("trend", "The slope of the score over the history."),
    Section("guard", "What happens when an agent is about to write what should not stay."),
    Section("review", "What a change needs to be approved."),
    Section("review.quorum", "How many distinct approvals each stage needs."),
    Section("review.semantic", "The reviewer that reads for meaning."),
)

_POSITIVE = Whole(1)
_COUNT = Whole(0)
_SWITCH = Switch()
_GLOBS = ListOf(Glob())

KEYS = (
    Key("", "exclude", _GLOBS, "Paths left out, as globs of `.gitignore`.", 'exclude = ["third_party/", "*.gen.py"]'),
    # thresholds
    Key("thresholds", "file_lines_warn", _POSITIVE, "A file with more lines than this is warned about."),
    Key("thresholds", "file_lines_fail", _COUNT, "A file with more lines than this fails; 0 is no such line."),
    Key("thresholds", "fn_lines_warn", _COUNT, "A function with more lines than this is warned about."),
    Key("thresholds", "fn_lines_fail", _COUNT, "A function with more lines than this fails; 0 is no such line."),
    Key(
        "thresholds",
        "params_warn",
        _COUNT,
        "Parameters of a function, `self` and its like left out: more are warned about.",
    ),
    Key("thresholds", "params_fail", _COUNT, "Parameters of a function: more fail; 0 is no such line."),
    Key("thresholds", "cyclomatic_warn", _COUNT, "Cyclomatic complexity (McCabe) of a function: more is warned about."),
    Key("thresholds", "cyclomatic_fail", _COUNT, "Cyclomatic complexity of a function: more fails; 0 is no such line."),
    Key(
        "thresholds",
        "cognitive_warn",
        _POSITIVE,
        "Cognitive complexity (Campbell) of a function: more is warned about.",
    ),
    Key("thresholds", "cognitive_fail", _COUNT, "Cognitive complexity of a function: more fails; 0 is no such line."),
    Key("thresholds", "nesting_warn", _COUNT, "Nesting depth in a function: more is warned about."),
    Key("thresholds", "nesting_fail", _COUNT, "Nesting depth in a function: more fails; 0 is no such line."),
    Key("thresholds", "parse_errors_fail", _SWITCH, "A file that does not parse cleanly fails instead of warning."),
    # clones
    Key("clones", "min_distinct", _POSITIVE, "Different tokens a copy must hold; fewer is a table of data."),
    Key("clones", "budget", _COUNT, "Most extra copies allowed; more fail `check` and `clones --check`.", "budget = 0"),
    Key("clones", "keep_imports", _SWITCH, "Compare imports and package headers too."),
    # structure
    Key("structure", "depth_ceil", _POSITIVE, "Deepest level a directory may stand on."),
    Key("structure", "fanout_ceil", _POSITIVE, "Most files and directories directly in one directory."),
    Key("structure", "naming_min", _POSITIVE, "Files a directory needs before its naming is judged."),
    Key("structure", "naming_ceil", _POSITIVE, "Most mixture of naming styles in a directory, permille."),
    Key("structure", "mix_ref_floor", _POSITIVE, "References a directory needs before its mixing is judged."),
    Key("structure", "misplace_min", _POSITIVE, "References to elsewhere that make a file misplaced."),
    Key("structure", "big_dir_floor", _POSITIVE, "Files from which a directory owes a README."),
    Key("structure", "dup_min", _POSITIVE, "Copies that flag a directory."),
    Key("structure", "dead_min", _POSITIVE, "Unused files that flag a directory."),
    Key("structure", "stale_min", _POSITIVE, "Documents older than what they describe that flag a directory."),
    Key("structure", "viol_cost", _POSITIVE, "How hard a flagged directory costs; 10 is neutral."),
    Key("structure", "scale", _POSITIVE, "The score of a tree without a flag."),
    Key(
        "structure",
        "layout",
        MapOf(Folder(), _POSITIVE),
        "The share of files each directory should hold, as weights; `.` holds all the rest.",
        'layout = { "src" = 3, "tests" = 2, "." = 1 }',
    ),
    # score
    Key("score", "law", OneOf(("density", "mass")), "Judge the rate of findings, or their number."),
    Key("score", "default_weight", _POSITIVE, "Weight of an axis that `[score.weights]` does not name."),
    Key("score", "viol_cost", _POSITIVE, "How hard a finding costs; 10 is neutral."),
    Key("score", "score_scale", _POSITIVE, "The score of a tree without a finding."),
    Key("score", "size_penalty_max", _POSITIVE, "What a file at its hard line costs, in files over the soft line."),
    Key(
        "score", "soft_line_k", Whole(1, 1024), "How far above its own median a tree's soft line may lie; an exponent."
    ),
    Key("score", "dead_indeg_ceil", _COUNT, "Most references from elsewhere that an unused file may have."),
    Key("score", "tol_num", _POSITIVE, "Growth over a ceiling that is tolerated: numerator of a ratio."),
    Key("score", "tol_den", _POSITIVE, "Growth over a ceiling that is tolerated: denominator of a ratio."),
    Key("score", "tol_abs_lines", _COUNT, "Lines over its ceiling that a file may always grow."),
    Key("score", "tol_abs_cognitive", _COUNT, "Cognitive complexity over its ceiling that a function may always grow."),
    Key("score.weights", "size", _COUNT, "Long files.", "size = 1"),
    Key("score.weights", "complexity", _COUNT, "Complex functions.", "complexity = 1"),
    Key("score.weights", "clone", _COUNT, "Copies of code.", "clone = 1"),
    Key("score.weights", "docdup", _COUNT, "Copies of text.", "docdup = 1"),
    Key("score.weights", "deadcode", _COUNT, "Unused files.", "deadcode = 1"),
    Key("score.weights", "churn", _COUNT, "Files rewritten over and over.", "churn = 1"),
    Key("score.weights", "cycle", _COUNT, "Files in a reference cycle.", "cycle = 1"),
    # churn
    Key("churn", "days", _POSITIVE, "Days of history before the newest commit."),
    Key("churn", "cochange_floor", _POSITIVE, "Commits in common that make two files change together."),
    Key("churn", "rewrite_num", _COUNT, "Share of rewritten lines that is hot: numerator."),
    Key("churn", "rewrite_den", _POSITIVE, "Share of rewritten lines that is hot: denominator."),
    # split
    Key("split", "ref_milli", _POSITIVE, "Price of a mention that crosses the cut."),
    Key("split", "clone_milli", _POSITIVE, "Price of a copy that the cut runs through."),
    Key("split", "churn_milli", _POSITIVE, "Price of two parts that changed together."),
    Key("split", "phi_milli", _POSITIVE, "Price of one more file."),
    # graph
    Key("graph", "entry_globs", _GLOBS, "Files that something outside starts or reads.", 'entry_globs = ["scripts/"]'),
    Key("graph", "source_roots", ListOf(Folder()), "Directories that imports start from.", 'source_roots = ["src"]'),
    Key("graph", "public_fails", _SWITCH, "An unused file fails even if it exports names."),
    Key(
        "graph",
        "gated_langs",
        ListOf(OneOf(LANGUAGES_WITH_AUDIT)),
        "Only these of the audited languages may fail.",
        'gated_langs = ["python"]',
    ),
    Key(
        "graph",
        "conventions",
        Conventions(),
        'Entries of a framework: with the dependency `when` ("" for always), `globs` are entries.',
        'conventions = [{ when = "pluggy", globs = ["plugins/*.py"], reason = "loaded by name" }]',
    ),
    # trend
    Key("trend", "min_points", Whole(2), "Fewer scores than these give no slope."),
    Key("trend", "decline_floor_micro", _COUNT, "Fall a day, in millionths of the scale, that fails; 0 never fails."),
    # guard
    Key(
        "guard",
        "mode",
        OneOf(GUARD_MODES, open=True),
        "What the guard does about a write it objects to; unset leaves it to each rule.",
        'mode = "warn"',
    ),
    Key("guard", "zone_tiers", _SWITCH, "Object to growth between the soft line and the hard one too."),
    Key(
        "guard",
        "warn",
        OneOf(("context", "allow")),
        "How a warning is delivered: as context, or with the permission that skips the agent's own prompt.",
    ),
    # review
    Key("review", "required_stages", ListOf(OneOf(STAGES), at_least=1), "Stages that must be approved."),
    Key("review", "require_human", _SWITCH, "One approval must be a person's."),
    Key("review", "accept_structural", _SWITCH, "Structural checks alone may approve."),
    Key("review", "self_operated", _SWITCH, "A robot may approve the work of the person who operates it."),
    Key("review", "human_on_directed", _SWITCH, "Text that addresses the reviewer needs a person."),
    Key("review", "auto_observe", _SWITCH, "A rule that is overridden half of the time stops rejecting."),
    Key("review", "override_by", OneOf(("author", "human")), "Who may override a learned rejection."),
    Key(
        "review",
        "effects",
        MapOf(OneOf(CHECKS), OneOf(("reject", "warn", "observe"))),
        "The effect of a structural check, where it differs from its own; S01 to S12 always reject.",
        'effects = { S18 = "warn" }',
    ),
    Key(
        "review",
        "exempt",
        MapOf(OneOf(CHECKS_WITH_EXEMPTION), _GLOBS),
        "Paths that a structural check (S14 and up) leaves alone.",
        'exempt = { S19 = ["tests/keys/"] }',
    ),
    Key("review", "store", OneOf(("tree", "ref")), "Records as files of the tree, or on a ref of their own."),
    Key("review", "day_tokens", _COUNT, "Most tokens a day for the semantic reviewer.", "day_tokens = 1000000"),
    Key("review", "day_uj", _COUNT, "Most energy a day, in microjoules.", "day_uj = 500000000"),
    Key("review.quorum", "spec_compliance", _POSITIVE, "Approvals of the stage `spec_compliance`."),
    Key("review.quorum", "quality", _POSITIVE, "Approvals of the stage `quality`."),
    Key("review.semantic", "provider", OneOf(("none", "http", "command")), "Where the reviewer is reached."),
    Key(
        "review.semantic", "base_url", Text(), "http: address of the service.", 'base_url = "http://localhost:8080/v1"'
    ),
    Key("review.semantic", "model", Text(), "http: the model asked.", 'model = "reviewer"'),
    Key("review.semantic", "key_env", Text(), "http: the variable that holds the key.", 'key_env = "REVIEW_KEY"'),
    Key(
        "review.semantic",
        "structured",
        OneOf(("json_schema", "json_object", "text")),
        "http: how an answer is asked for.",
    ),
    Key("review.semantic", "remote_ok", _SWITCH, "http: source text may leave this machine."),
    Key("review.semantic", "command", ListOf(Text()), "command: program and arguments.", 'command = ["review", "-"]'),
    Key("review.semantic", "env_allow", ListOf(Text()), "command: variables it may see.", 'env_allow = ["HOME"]'),
)

SECTION_NAMES = frozenset(section.name for section in SECTIONS)
KEY_BY_PATH = {key.path: key for key in KEYS}


def keys_of(section: str) -> tuple[Key, ...]:
    """The keys of one section, in the order they are shown."""
    return tuple(key for key in KEYS if key.section == section)


def default_of(key: Key) -> object:
    """What holds when the key is not set; None is unset."""
    record: object = Config()
    for name in key.path.split("."):
        record = getattr(record, name)
    return record
