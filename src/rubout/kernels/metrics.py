"""How branchy and how deep is each function unit of a flattened tree?

Cyclomatic complexity is McCabe's (1976), cognitive complexity Campbell's (2018); what counts in which
language is data: the roles of a node kind and of a field. Every pass is linear in nodes and keeps its own
stack, so deep source cannot exhaust C's or Python's.
"""

from __future__ import annotations

from array import array

import cython

from rubout.kernels.roles import FieldRole, Role

Arrays = tuple[array, ...]  # type: ignore[type-arg]  # of several item types


# What stands before the name in a call of oneself, in the spelling of each language.
RECEIVERS = frozenset(
    {b"", b"self.", b"cls.", b"this.", b"Self::", b"this->", b"$this->", b"self::", b"static::", b"self:"}
)

# The same bits as C numbers: the enum's members are Python objects, too slow to ask of each node.
_NAMED = cython.declare(cython.uint, Role.NAMED.value)
_COMMENT = cython.declare(cython.uint, Role.COMMENT.value)
_DECISION = cython.declare(cython.uint, Role.DECISION.value)
_WITH_FIELD = cython.declare(cython.uint, Role.WITH_FIELD.value)
_WITH_NAMED_CHILD = cython.declare(cython.uint, Role.WITH_NAMED_CHILD.value)
_WITH_TOKEN = cython.declare(cython.uint, Role.WITH_TOKEN.value)
_UNLESS_VALUE = cython.declare(cython.uint, Role.UNLESS_VALUE.value)
_CONDITIONAL = cython.declare(
    cython.uint, (Role.WITH_FIELD | Role.WITH_NAMED_CHILD | Role.WITH_TOKEN | Role.UNLESS_VALUE).value
)
_TOKEN = cython.declare(cython.uint, Role.TOKEN.value)
_OTHERWISE = cython.declare(cython.uint, Role.OTHERWISE.value)
_CHAIN = cython.declare(cython.uint, Role.CHAIN.value)
_NESTING = cython.declare(cython.uint, Role.NESTING.value)
_FLAT = cython.declare(cython.uint, Role.FLAT.value)
_FLAT_BY_PARENT = cython.declare(cython.uint, Role.FLAT_BY_PARENT.value)
_UNDOES_FLAT = cython.declare(cython.uint, Role.UNDOES_FLAT.value)
_NEST_ONLY = cython.declare(cython.uint, Role.NEST_ONLY.value)
_IF = cython.declare(cython.uint, Role.IF.value)
_ELSE = cython.declare(cython.uint, Role.ELSE.value)
_JUMP = cython.declare(cython.uint, Role.JUMP.value)
_LABEL = cython.declare(cython.uint, Role.LABEL.value)
_CALL = cython.declare(cython.uint, Role.CALL.value)
_DECIDES = cython.declare(cython.uint, Role.DECIDES.value)
_AND_OR = cython.declare(cython.uint, (Role.AND | Role.OR).value)
_LIST = cython.declare(cython.uint, Role.LIST.value)
_BY_TEXT = cython.declare(cython.uint, Role.BY_TEXT.value)
_OPERATOR_OR_ELSE = cython.declare(cython.uint, (Role.DECIDES | Role.AND | Role.OR | Role.BY_TEXT | Role.ELSE).value)
_OPENING = cython.declare(cython.uint, (Role.NESTING | Role.NEST_ONLY).value)
_VISITED = cython.declare(
    cython.uint,
    (Role.DECISION | Role.CHAIN | Role.NESTING | Role.FLAT | Role.NEST_ONLY | Role.JUMP | Role.CALL).value,
)
_IN_OPERATOR = cython.declare(cython.uint, FieldRole.OPERATOR.value)
_IN_ALTERNATIVE = cython.declare(cython.uint, FieldRole.ALTERNATIVE.value)
_IN_CALLEE = cython.declare(cython.uint, FieldRole.CALLEE.value)
_IN_VALUE = cython.declare(cython.uint, FieldRole.VALUE.value)

# What the first pass notes of a node, beside DECIDES, AND and OR of an operator in its place.
_BOOLEAN = cython.declare(cython.uint, 1)
_ALTERNATIVE = cython.declare(cython.uint, 2)


def complexity(
    source: bytes, nodes: Arrays, table: Arrays, words: dict[bytes, int], units: array[int], names: list[bytes]
) -> tuple[array[int], array[int], array[int]]:
    """The measures of what lies outside every unit, then of each unit, nested ones left out of their hosts.

    Args:
        source: the bytes that were parsed.
        nodes: kinds, fields, starts, ends, parents and afters of `flatten.flatten`.
        table: roles 'I', required field 'H' and forbidden field 'H' by kind id, field roles 'B' by field id.
        words: the roles that the text of a BY_TEXT kind or of a value adds.
        units: the function units, 'I', in preorder.
        names: what a call of the unit from inside says, one a unit; empty: nothing does.

    Returns:
        Cyclomatic complexity, cognitive complexity and deepest nesting, 'I', one item more than units.
    """
    walk = _Walk(source, nodes, table, words, names)
    walk.note_all()
    walk.visit_all(units)
    return walk.cyclomatics, walk.cognitives, walk.depths


@cython.final
@cython.cclass
class _Walk:
    """Both passes over one file, and the open scopes of the second.

    A scope is a node that changes how what is in it counts: a unit, a nesting node, a boolean node.
    """

    source: bytes
    words: dict[bytes, int]
    names: list[bytes]
    count: cython.uint
    kind: cython.const[cython.ushort][::1]
    field: cython.const[cython.ushort][::1]
    start: cython.const[cython.uint][::1]
    end: cython.const[cython.uint][::1]
    parent: cython.const[cython.uint][::1]
    after: cython.const[cython.uint][::1]
    role: cython.const[cython.uint][::1]
    required: cython.const[cython.ushort][::1]
    field_role: cython.const[cython.uchar][::1]
    mark: cython.uint[::1]
    cyclomatics: array[int]
    cognitives: array[int]
    depths: array[int]
    cyclomatic: cython.uint[::1]
    cognitive: cython.uint[::1]
    depth: cython.uint[::1]
    recursive: cython.uchar[::1]
    top: cython.uint  # the innermost open scope
    scope_after: cython.uint[::1]
    scope_unit: cython.uint[::1]
    scope_level: cython.uint[::1]
    scope_chain: cython.uint[::1]  # the scope of the first boolean node of the chain
    scope_operator: cython.uint[::1]  # the chain's latest operator

    def __init__(
        self, source: bytes, nodes: Arrays, table: Arrays, words: dict[bytes, int], names: list[bytes]
    ) -> None:
        self.source, self.words, self.names = source, words, names
        self.kind, self.field, self.start, self.end, self.parent, self.after = nodes
        self.role, self.required, _, self.field_role = table
        self.count = len(nodes[0])
        self.mark = _numbers(self.count)
        self.cyclomatics = array("I", [1]) * (len(names) + 1)
        self.cognitives = _numbers(len(names) + 1)
        self.depths = _numbers(len(names) + 1)
        self.cyclomatic, self.cognitive, self.depth = self.cyclomatics, self.cognitives, self.depths
        self.recursive = bytearray(len(names) + 1)
        self.top = 0

    def note_all(self) -> None:
        """First pass: mark operators, boolean nodes and alternatives, which come before what decides about them."""
        node: cython.uint
        role: cython.uint
        place: cython.uint
        scopes: cython.uint = 1 + len(self.names)
        kind: cython.const[cython.ushort][::1] = self.kind
        field: cython.const[cython.ushort][::1] = self.field
        kind_role: cython.const[cython.uint][::1] = self.role
        field_role: cython.const[cython.uchar][::1] = self.field_role
        for node in range(1, self.count):
            role = kind_role[kind[node]]
            place = field_role[field[node]]
            if place & _IN_ALTERNATIVE and self.role[self.kind[self.parent[node]]] & _IF:
                self.mark[node] |= _ALTERNATIVE
            if role & _OPERATOR_OR_ELSE:
                if role & _ELSE:
                    self.note_alternative(node)
                else:
                    scopes += self.note_operator(node, role, place)
            if role & _OPENING:
                scopes += 1
        self.scope_after = _numbers(scopes)
        self.scope_unit = _numbers(scopes)
        self.scope_level = _numbers(scopes)
        self.scope_chain = _numbers(scopes)
        self.scope_operator = _numbers(scopes)
        self.scope_after[0] = self.count

    @cython.cfunc
    def note_operator(self, node: cython.uint, role: cython.uint, place: cython.uint) -> cython.uint:
        """Mark an operator in its place and its owner; 1 when that makes the owner a boolean node."""
        owner: cython.uint = self.parent[node]
        if not place & _IN_OPERATOR and not self.role[self.kind[owner]] & _LIST:
            return 0
        if role & _BY_TEXT:
            role |= self.text_role(node)
        self.mark[node] |= role & (_DECIDES | _AND_OR)
        if not role & _AND_OR or self.mark[owner] & _BOOLEAN:
            return 0
        self.mark[owner] |= _BOOLEAN
        return 1

    @cython.cfunc
    def note_alternative(self, token: cython.uint) -> cython.void:
        """Mark the named sibling after an `else` whose parent is an if."""
        owner: cython.uint = self.parent[token]
        sibling: cython.uint = self.after[token]
        if not self.role[self.kind[owner]] & _IF:
            return
        while sibling < self.after[owner]:
            if self.role[self.kind[sibling]] & (_NAMED | _COMMENT) == _NAMED:
                self.mark[sibling] |= _ALTERNATIVE
                return
            sibling = self.after[sibling]

    @cython.cfunc
    def text_role(self, node: cython.uint) -> cython.uint:
        """The roles that the node's text adds."""
        role: cython.uint = self.words.get(self.source[self.start[node] : self.end[node]], 0)
        return role

    def visit_all(self, units: array[int]) -> None:
        """Second pass: count each node for the unit that it is in."""
        unit_node: cython.const[cython.uint][::1] = units
        unit_count: cython.uint = len(units)
        found: cython.uint = 0
        node: cython.uint
        role: cython.uint
        kind: cython.const[cython.ushort][::1] = self.kind
        kind_role: cython.const[cython.uint][::1] = self.role
        mark: cython.uint[::1] = self.mark
        for node in range(1, self.count):
            while node >= self.scope_after[self.top]:
                self.top -= 1
            role = kind_role[kind[node]]
            if mark[node] & _ALTERNATIVE and not role & (_FLAT | _IF):
                self.cognitive[self.scope_unit[self.top]] += 1
            if found < unit_count and unit_node[found] == node:
                found += 1
                self.open(node, found, 0, 0)
            elif role & _VISITED or mark[node]:
                self.visit(node, role)

    @cython.cfunc
    def open(self, node: cython.uint, unit: cython.uint, level: cython.uint, chain: cython.uint) -> cython.void:
        """Enter a scope, which the passing of its last node leaves."""
        self.top += 1
        self.scope_after[self.top] = self.after[node]
        self.scope_unit[self.top] = unit
        self.scope_level[self.top] = level
        self.scope_chain[self.top] = chain
        self.scope_operator[self.top] = 0

    @cython.cfunc
    def visit(self, node: cython.uint, role: cython.uint) -> cython.void:
        """Count one node that is no unit; what else it may be excludes itself."""
        unit: cython.uint = self.scope_unit[self.top]
        mark: cython.uint = self.mark[node]
        if mark & _DECIDES or (role & _DECISION and self.decides(node, role)):
            self.cyclomatic[unit] += 1
        if mark & _AND_OR:
            self.join_chain(mark & _AND_OR, unit)
        elif mark & _BOOLEAN:
            self.open(node, unit, self.scope_level[self.top], self.chain_of(node))
        elif role & _CHAIN:
            self.cyclomatic[unit] += self.operands(node) - 1
            self.cognitive[unit] += 1
        elif role & _NESTING:
            self.nest(node, role, unit)
        elif role & _FLAT:
            self.cognitive[unit] += self.flat_cost(node, role)
        elif role & _NEST_ONLY:
            self.open(node, unit, self.scope_level[self.top] + 1, 0)
        elif role & _JUMP:
            self.cognitive[unit] += self.has_label(node)
        elif role & _CALL and unit and not self.recursive[unit] and self.calls(node, self.names[unit - 1]):
            self.recursive[unit] = 1
            self.cognitive[unit] += 1

    @cython.cfunc
    def nest(self, node: cython.uint, role: cython.uint, unit: cython.uint) -> cython.void:
        """An else-if costs 1 and nests nothing; all else costs its depth."""
        level: cython.uint = self.scope_level[self.top] + 1
        if role & _IF and (self.mark[node] & _ALTERNATIVE or self.role[self.kind[self.parent[node]]] & _FLAT):
            self.cognitive[unit] += 1
            return
        self.cognitive[unit] += level
        self.depth[unit] = max(self.depth[unit], level)
        self.open(node, unit, level, 0)

    @cython.cfunc
    def chain_of(self, node: cython.uint) -> cython.uint:
        """The chain of a boolean node: its parent's when that is one, else its own."""
        # A boolean parent is the innermost open scope, since nothing lies between.
        if self.mark[self.parent[node]] & _BOOLEAN:
            return self.scope_chain[self.top]
        return self.top + 1

    @cython.cfunc
    def join_chain(self, operator: cython.uint, unit: cython.uint) -> cython.void:
        """Each run of one operator costs 1; the operators of a chain come in their order in the source."""
        chain: cython.uint = self.scope_chain[self.top]
        if self.scope_operator[chain] != operator:
            self.scope_operator[chain] = operator
            self.cognitive[unit] += 1

    @cython.cfunc
    def decides(self, node: cython.uint, role: cython.uint) -> cython.bint:
        """Whether a decision is one under the condition of its kind."""
        child: cython.uint = node + 1
        child_role: cython.uint
        values: cython.uint = 0
        value: cython.uint = 0
        if not role & _CONDITIONAL:
            return True
        while child < self.after[node]:
            child_role = self.role[self.kind[child]]
            if role & _WITH_FIELD and self.field[child] == self.required[self.kind[node]]:
                return True
            if role & _WITH_NAMED_CHILD and child_role & (_NAMED | _COMMENT) == _NAMED:
                return True
            if role & _WITH_TOKEN and child_role & _TOKEN:
                return True
            if role & _UNLESS_VALUE and self.field_role[self.field[child]] & _IN_VALUE:
                values += 1
                value = child
            child = self.after[child]
        return bool(role & _UNLESS_VALUE) and not (values == 1 and self.text_role(value) & _OTHERWISE)

    @cython.cfunc
    def operands(self, node: cython.uint) -> cython.uint:
        """Named children, comments left out; a chain has one at least."""
        child: cython.uint = node + 1
        found: cython.uint = 0
        while child < self.after[node]:
            if self.role[self.kind[child]] & (_NAMED | _COMMENT) == _NAMED:
                found += 1
            child = self.after[child]
        return max(found, 1)

    @cython.cfunc
    def flat_cost(self, node: cython.uint, role: cython.uint) -> cython.uint:
        """1, unless an if that is a direct child pays or the parent makes it an arm."""
        child: cython.uint = node + 1
        if role & _FLAT_BY_PARENT and self.role[self.kind[self.parent[node]]] & _UNDOES_FLAT:
            return 0
        while child < self.after[node]:
            if self.role[self.kind[child]] & _IF:
                return 0
            child = self.after[child]
        return 1

    @cython.cfunc
    def has_label(self, node: cython.uint) -> cython.uint:
        """1 when a direct child of a jump is a label."""
        child: cython.uint = node + 1
        role: cython.uint
        while child < self.after[node]:
            role = self.role[self.kind[child]]
            if role & _BY_TEXT:
                role |= self.text_role(child)
            if role & _LABEL:
                return 1
            child = self.after[child]
        return 0

    @cython.cfunc
    def calls(self, node: cython.uint, name: bytes) -> cython.bint:
        """Whether a call's callee is the name, alone or behind a receiver that is the unit's own."""
        child: cython.uint = node + 1
        callee: cython.uint = 0
        start: cython.uint = self.start[node]
        size: cython.uint = len(name)
        if not size:
            return False
        while child < self.after[node]:
            if self.field_role[self.field[child]] & _IN_CALLEE:
                callee = child
                break
            if not callee and self.role[self.kind[child]] & _NAMED:
                callee = child
            child = self.after[child]
        if self.end[callee] - start < size or not callee:
            return False
        split: cython.uint = self.end[callee] - size
        return self.source[split : split + size] == name and self.source[start:split] in RECEIVERS


def _numbers(size: int) -> array[int]:
    """Zeros, 'I'."""
    return array("I", bytes(4 * size))
