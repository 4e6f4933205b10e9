"""How does a language say who may use a name, and which names does it call itself?"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

NONE: frozenset[str] = frozenset()


class Constant(NamedTuple):
    """The field of a constant's name, and the kind of a name that is one."""

    field: str
    kind: str = "identifier"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One language; kind names are the grammar's own.

    A name is kept inside its file or module when it matches `kept_names`, or what stands before it in its definition
    matches `keeps`, or `opens` does not and the file matches `closed`; for members of types `member_opens` takes the
    place of `opens`. None: it says nothing.
    """

    kept_names: re.Pattern[str] | None = None
    keeps: re.Pattern[str] | None = None
    opens: re.Pattern[str] | None = None
    member_opens: re.Pattern[str] | None = None
    closed: re.Pattern[str] | None = None
    hooked: re.Pattern[str] | None = None  # what stands before a name that others know under another or call
    sealed: bool = False  # nothing can override what `keeps` keeps
    marks: frozenset[str] = NONE  # decorators and annotations, before the definition or in it
    bases: frozenset[str] = NONE  # children of a type that name what it is made from
    plain: frozenset[str] = NONE  # bases that call no member by its name
    types: frozenset[str] = NONE  # kinds of types that are no units
    hosts: frozenset[str] = NONE  # anonymous types, values and the like, whose members are not told
    foreign: frozenset[str] = NONE  # what declares somebody else's names, at any depth
    nicknamed: frozenset[str] = NONE  # kinds of units whose own name is known inside of them alone
    wrappers: frozenset[str] = NONE  # what stands around a definition and begins with it
    counted: re.Pattern[str] | None = None  # a group of constants whose places are their values
    constants: Mapping[str, Constant] = field(default_factory=dict)  # by kind, at the top level
    attached: frozenset[str] = NONE  # what belongs to the definition that it stands above, besides comments
    skipped: frozenset[str] = NONE  # kinds of units that are no symbols
    scanned: bool = False  # programs find the types that are made from another one
    implicit: re.Pattern[str] | None = None  # methods that may fulfil an interface which nothing here names
    unsaid: re.Pattern[str] | None = None  # names mentioned under another spelling, or meant to be unused
    hooks: frozenset[str] = NONE  # names that the language or its runtime calls


def _words(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(alternatives)})\b")


_PRIVATE = _words("private")
_ANNOTATIONS = frozenset({"annotation", "marker_annotation", "attribute_list", "attribute_declaration"})
_OBJECTS = frozenset({"toString", "equals", "hashCode", "clone", "finalize", "compareTo", "serialVersionUID"})
_OBJECTS |= {"readObject", "writeObject", "readResolve", "writeReplace"}

_ECMA = Rules(
    kept_names=re.compile("#"),
    keeps=_PRIVATE,
    opens=_words("export"),
    closed=re.compile(r"^\s*(?:import|export)\b|\brequire\(|\bmodule\.exports\b", re.MULTILINE),
    hooked=_words("default", "declare", "override", "abstract"),
    sealed=True,
    marks=frozenset({"decorator"}),
    bases=frozenset({"class_heritage", "extends_type_clause"}),
    plain=frozenset({"Error", "TypeError", "Map", "Set", "Array", "EventTarget"}),
    types=frozenset({"abstract_class_declaration"}),
    hosts=frozenset({"object", "class"}),
    foreign=frozenset({"ambient_declaration"}),
    nicknamed=frozenset({"function_expression", "generator_function"}),
    wrappers=frozenset({"export_statement", "lexical_declaration", "variable_declaration", "variable_declarator"})
    | {"field_definition", "public_field_definition"},
    constants={"variable_declarator": Constant("name")},
    hooks=frozenset({"constructor", "toString", "valueOf", "toJSON", "then", "inspect", "next", "return", "throw"})
    # What a type checker looks for in the namespace JSX.
    | {"Element", "ElementClass", "ElementAttributesProperty", "ElementChildrenAttribute", "IntrinsicElements"}
    | {"IntrinsicAttributes", "IntrinsicClassAttributes", "LibraryManagedAttributes"},
)
_C = Rules(
    keeps=_words("static"),
    hooked=re.compile(r"\b[A-Z_]{3,}\s*\("),  # a macro that makes the name
    marks=frozenset({"attribute_specifier", "attribute_declaration"}),
    bases=frozenset({"base_class_clause"}),
    wrappers=frozenset({"template_declaration"}),
    hooks=frozenset({"WinMain", "wWinMain", "wmain", "DllMain", "LLVMFuzzerTestOneInput", "LLVMFuzzerInitialize"}),
)
_MANAGED = Rules(keeps=_words("private"), sealed=True, marks=_ANNOTATIONS)
RULES: dict[str, Rules] = {
    "python": Rules(
        kept_names=re.compile("_"),
        marks=frozenset({"decorator"}),
        bases=frozenset({"argument_list"}),
        plain=frozenset({"object", "ABC", "ABCMeta", "Generic", "Protocol", "Enum", "IntEnum", "StrEnum", "Exception"})
        | {"ValueError", "TypeError", "RuntimeError", "KeyError", "OSError", "IOError", "NamedTuple", "TypedDict"},
        wrappers=frozenset({"decorated_definition", "expression_statement"}),
        scanned=True,
        unsaid=re.compile("__"),  # `_Class__name` from outside
        constants={"assignment": Constant("left")},
    ),
    "typescript": _ECMA,
    "tsx": _ECMA,
    "javascript": _ECMA,
    "rust": Rules(
        opens=_words("pub"),
        member_opens=_words("pub"),
        unsaid=re.compile("_"),
        marks=frozenset({"attribute_item"}),
        hosts=frozenset({"trait_item"}),
        foreign=frozenset({"macro_definition", "foreign_mod_item"}),
        skipped=frozenset({"mod_item", "closure_expression"}),
        hooks=frozenset({"drop", "fmt", "write_fmt", "write_str"}),
    ),
    "go": Rules(
        kept_names=re.compile("[^A-Z]"),
        implicit=re.compile("[A-Z]"),
        counted=_words("iota"),
        constants={"const_spec": Constant("name"), "var_spec": Constant("name")},
        wrappers=frozenset({"const_declaration", "var_declaration", "var_spec_list"}),
        hooks=frozenset({"init"}),
    ),
    "haskell": Rules(  # what the list of exports names is mentioned there
        opens=re.compile(r"(?!)"),
        closed=re.compile(r"^module\s+[\w.]+\s*\(", re.MULTILINE),
        attached=frozenset({"signature"}),
        hosts=frozenset({"instance_declarations", "class_declarations"}),
    ),
    "c": _C,
    "cpp": replace(_C, hooked=re.compile(r"\b[A-Z_]{3,}\s*\(|\b(?:virtual|operator|override)\b")),
    "java": replace(
        _MANAGED,
        bases=frozenset({"superclass", "super_interfaces", "extends_interfaces"}),
        plain=frozenset({"Object", "Exception", "RuntimeException"}),
        hosts=frozenset({"object_creation_expression", "enum_constant"}),
        hooks=_OBJECTS,
    ),
    "kotlin": replace(
        _MANAGED,
        hooked=_words("override", "operator", "actual", "expect"),
        bases=frozenset({"delegation_specifiers"}),
        hosts=frozenset({"object_literal"}),
        skipped=frozenset({"getter", "setter", "secondary_constructor"}),
        hooks=_OBJECTS,
    ),
    "csharp": replace(
        _MANAGED,
        hooked=_words("override", "partial", "extern", "operator"),
        bases=frozenset({"base_list"}),
        skipped=frozenset({"accessor_declaration", "operator_declaration", "conversion_operator_declaration"}),
        hooks=frozenset({"ToString", "Equals", "GetHashCode", "Dispose", "Main", "Awake", "Start", "Update"}),
    ),
    "ruby": Rules(
        scanned=True,
        bases=frozenset({"superclass"}),
        plain=frozenset({"StandardError", "Struct"}),
        constants={"assignment": Constant("left", "constant")},
        hooks=frozenset({"initialize", "method_missing", "inherited", "included", "extended", "prepended", "to_str"})
        | {"respond_to_missing", "method_added", "const_missing", "initialize_copy", "marshal_dump", "marshal_load"},
    ),
    "php": replace(
        _MANAGED,
        bases=frozenset({"base_clause", "class_interface_clause"}),
        plain=frozenset({"Exception", "RuntimeException"}),
        hosts=frozenset({"anonymous_class", "object_creation_expression"}),
        unsaid=re.compile("__"),
    ),
    "lua": Rules(keeps=_words("local")),
    "bash": Rules(),
}
