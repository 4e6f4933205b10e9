// One source file as the arrays of its syntax tree in preorder, without an object for any node.
//
// What `rubout.kernels.flatten` gives for a cursor of tree-sitter's binding, whose price is an object a node. Here the
// parser's core is part of the module, and the walk reads the subtrees where the parse left them. A subtree of the
// core may be hidden: it is then no node, and its children are those of the node above it.

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "arena.h"

#define ts_malloc arena_malloc
#define ts_calloc arena_calloc
#define ts_realloc arena_realloc
#define ts_free arena_free

#include "get_changed_ranges.c"
#include "language.c"
#include "lexer.c"
#include "node.c"
#include "parser.c"
#include "stack.c"
#include "subtree.c"
#include "tree.c"
#include "tree_cursor.c"
#include "wasm_store.c"

// What is wanted of a node with children, as in `rubout.kernels.flatten`.
enum { SPAN = 1, FIELDS = 2 };

enum { KINDS, FIELD_IDS, STARTS, ENDS, PARENTS, AFTERS, MISSING, COLUMNS };
static const char TYPECODES[COLUMNS] = {'H', 'H', 'I', 'I', 'I', 'I', 'I'};

typedef struct {
  void *items;
  size_t bytes;
} Column;

// One call of `parse`.
typedef struct {
  Py_buffer source, wanted;
  const TSLanguage *language;
  unsigned long long microseconds;
  TSParser *parser;
  Column columns[COLUMNS];
} Job;

typedef enum { PARSED, LATE, EXHAUSTED, FOREIGN } Outcome;

// A subtree whose children are being visited.
typedef struct {
  Subtree subtree;
  const TSSymbol *aliases;  // by structural index; NULL without any
  uint32_t next;            // the child to visit
  uint32_t structural;      // how many of the children before it are no extras
  uint32_t position;        // where the child before it ends, or this begins
  uint32_t node;            // the index of the node that it is, or that it is part of
  TSFieldId field;          // of a hidden one: what its children have that have none of their own
  uint8_t wants;            // by the kind of the node
  bool hidden;
} Level;

typedef struct {
  const TSLanguage *language;
  const uint8_t *wanted;
  uint16_t *kinds, *fields;
  uint32_t *starts, *ends, *parents, *afters;
  uint32_t size;
  Array(Level) levels;
  Array(uint32_t) missing;
} Walk;

static PyObject *array_type;

// Write a node; the level of its children, if it has some, or that of the children of a hidden subtree.
static void visit(Walk *walk, Level level, TSSymbol symbol, uint32_t end) {
  bool inner = ts_subtree_visible_child_count(level.subtree) > 0;
  if (!level.hidden) {
    uint32_t index = walk->size++, start = level.position;
    TSSymbol kind = symbol == ts_builtin_sym_error ? ts_language_symbol_count(walk->language)
                                                   : ts_language_public_symbol(walk->language, symbol);
    walk->kinds[index] = kind;
    walk->fields[index] = level.field;
    walk->parents[index] = level.node;
    level.node = index;
    level.wants = walk->wanted[kind];
    if (!inner || level.wants & SPAN) {
      walk->starts[index] = start;
      walk->ends[index] = end;
    }
    if (!inner) {
      walk->afters[index] = walk->size;
      if (start == end && ts_subtree_missing(level.subtree)) array_push(&walk->missing, index);
    }
  }
  if (inner) {
    level.aliases = ts_language_alias_sequence(walk->language, level.subtree.ptr->production_id);
    array_push(&walk->levels, level);
  }
}

static TSFieldId field_of_child(const TSLanguage *language, const Level *level) {
  const TSFieldMapEntry *entry, *end;
  ts_language_field_map(language, level->subtree.ptr->production_id, &entry, &end);
  for (; entry < end; entry++) {
    if (!entry->inherited && entry->child_index == level->structural) return entry->field_id;
  }
  return level->hidden ? level->field : 0;
}

static void visit_next_child(Walk *walk, Level *level) {
  Subtree child = ts_subtree_children(level->subtree)[level->next];
  uint32_t start = level->position + (level->next ? ts_subtree_padding(child).bytes : 0);
  level->next++;
  level->position = start + ts_subtree_size(child).bytes;
  TSSymbol alias = 0;
  TSFieldId field = 0;
  if (!ts_subtree_extra(child)) {
    if (level->aliases) alias = level->aliases[level->structural];
    if (level->wants & FIELDS) field = field_of_child(walk->language, level);
    level->structural++;
  }
  Level below = {
    .subtree = child,
    .position = start,
    .node = level->node,
    .field = field,
    .wants = level->wants,
    .hidden = !alias && !ts_subtree_visible(child),
  };
  visit(walk, below, alias ? alias : ts_subtree_symbol(child), level->position);
}

static void walk_tree(Walk *walk, Subtree root) {
  Level top = {.subtree = root, .position = ts_subtree_padding(root).bytes};
  visit(walk, top, ts_subtree_symbol(root), top.position + ts_subtree_size(root).bytes);
  while (walk->levels.size) {
    Level *level = array_back(&walk->levels);
    if (level->next < level->subtree.ptr->child_count) {
      visit_next_child(walk, level);
    } else {
      if (!level->hidden) walk->afters[level->node] = walk->size;
      walk->levels.size--;
    }
  }
}

// Zeros. No array of Python's: one is copied from it when the arena is no longer in use.
static void *make_column(Job *job, int column, size_t count) {
  size_t size = TYPECODES[column] == 'H' ? sizeof(uint16_t) : sizeof(uint32_t);
  void *items = calloc(count + 1, size);  // no empty one, which may be NULL
  if (!items) longjmp(arena.exhausted, 1);
  job->columns[column] = (Column){items, count * size};
  return items;
}

static void flatten(Job *job, const TSTree *tree) {
  uint32_t nodes = ts_subtree_visible_descendant_count(tree->root) + 1;
  Walk walk = {
    .language = job->language,
    .wanted = job->wanted.buf,
    .kinds = make_column(job, KINDS, nodes),
    .fields = make_column(job, FIELD_IDS, nodes),
    .starts = make_column(job, STARTS, nodes),
    .ends = make_column(job, ENDS, nodes),
    .parents = make_column(job, PARENTS, nodes),
    .afters = make_column(job, AFTERS, nodes),
  };
  walk_tree(&walk, tree->root);
  uint32_t *missing = make_column(job, MISSING, walk.missing.size);
  if (walk.missing.size) memcpy(missing, walk.missing.contents, job->columns[MISSING].bytes);
}

// Where memory runs out the core's functions are left by a jump, which may spoil the variables of the function that it
// ends in: what is needed after it is the caller's.
static Outcome run(Job *job) {
  if (setjmp(arena.exhausted)) return EXHAUSTED;
  job->parser = ts_parser_new();
  if (!ts_parser_set_language(job->parser, job->language)) return FOREIGN;
  ts_parser_set_timeout_micros(job->parser, job->microseconds);
  const TSTree *tree = ts_parser_parse_string(job->parser, NULL, job->source.buf, (uint32_t)job->source.len);
  if (!tree) return LATE;
  flatten(job, tree);
  return PARSED;
}

// An array for each column; NULL with an exception.
static PyObject *arrays_of(const Job *job) {
  PyObject *arrays = PyTuple_New(COLUMNS);
  for (int column = 0; arrays && column < COLUMNS; column++) {
    const Column *from = &job->columns[column];
    PyObject *view = PyMemoryView_FromMemory(from->items, (Py_ssize_t)from->bytes, PyBUF_READ);
    PyObject *array = view ? PyObject_CallFunction(array_type, "C", TYPECODES[column]) : NULL;
    PyObject *done = array ? PyObject_CallMethod(array, "frombytes", "O", view) : NULL;
    Py_XDECREF(view);
    if (done) {
      PyTuple_SetItem(arrays, column, array);
    } else {
      Py_XDECREF(array);
      Py_CLEAR(arrays);
    }
    Py_XDECREF(done);
  }
  return arrays;
}

static PyObject *result_of(const Job *job, Outcome outcome) {
  switch (outcome) {
    case PARSED: return arrays_of(job);
    case LATE: return Py_NewRef(Py_None);
    case EXHAUSTED: return PyErr_NoMemory();
    default: break;
  }
  PyErr_SetString(PyExc_ValueError, "the grammar is of another version than the parser");
  return NULL;
}

static const TSLanguage *language_in(PyObject *capsule) {
  return PyCapsule_GetPointer(capsule, "tree_sitter.Language");
}

// Whether the arguments are of use; else with an exception.
static bool prepare(Job *job, PyObject *capsule) {
  job->language = language_in(capsule);
  if (!job->language) return false;
  if ((size_t)job->wanted.len != (size_t)ts_language_symbol_count(job->language) + 1) {
    PyErr_SetString(PyExc_ValueError, "`wanted` has not one byte a kind");
  } else if ((uint64_t)job->source.len >= UINT32_MAX) {
    PyErr_SetString(PyExc_ValueError, "the source is too long");
  } else {
    return true;
  }
  return false;
}

// parse(language, source, microseconds, wanted): see rubout.measure.languages.binding.
static PyObject *parse(PyObject *module, PyObject *arguments) {
  PyObject *capsule, *result = NULL;
  Job job = {0};
  (void)module;
  if (!PyArg_ParseTuple(arguments, "Oy*Ky*", &capsule, &job.source, &job.microseconds, &job.wanted)) return NULL;
  if (prepare(&job, capsule)) {
    Outcome outcome = run(&job);
    // The parser is part of the arena, except for what the grammar's own scanner has taken.
    if (job.parser) ts_parser__external_scanner_destroy(job.parser);
    arena_reset();
    // Only now: what makes an object may collect garbage, which may run code that parses, here or in another thread.
    result = result_of(&job, outcome);
  }
  for (int column = 0; column < COLUMNS; column++) free(job.columns[column].items);
  PyBuffer_Release(&job.source);
  PyBuffer_Release(&job.wanted);
  return result;
}

// kinds(language): see rubout.measure.languages.binding.
static PyObject *kinds(PyObject *module, PyObject *capsule) {
  (void)module;
  const TSLanguage *language = language_in(capsule);
  if (!language) return NULL;
  uint32_t count = ts_language_symbol_count(language);
  PyObject *rows = PyTuple_New(count);
  for (uint32_t kind = 0; rows && kind < count; kind++) {
    const char *name = ts_language_symbol_name(language, kind);
    bool named = ts_language_symbol_type(language, kind) == TSSymbolTypeRegular;
    PyObject *row = Py_BuildValue("(sO)", name ? name : "", named ? Py_True : Py_False);
    if (row) {
      PyTuple_SetItem(rows, kind, row);
    } else {
      Py_CLEAR(rows);
    }
  }
  return rows;
}

// fields(language): see rubout.measure.languages.binding.
static PyObject *fields(PyObject *module, PyObject *capsule) {
  (void)module;
  const TSLanguage *language = language_in(capsule);
  if (!language) return NULL;
  PyObject *ids = PyDict_New();
  for (uint32_t id = 1; ids && id <= ts_language_field_count(language); id++) {
    PyObject *number = PyLong_FromUnsignedLong(id);
    if (!number || PyDict_SetItemString(ids, ts_language_field_name_for_id(language, id), number) < 0) Py_CLEAR(ids);
    Py_XDECREF(number);
  }
  return ids;
}

static PyMethodDef functions[] = {
  {"fields", fields, METH_O, NULL},
  {"kinds", kinds, METH_O, NULL},
  {"parse", parse, METH_VARARGS, NULL},
  {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
  PyModuleDef_HEAD_INIT,
  .m_name = "rubout.kernels.syntax",
  .m_size = -1,
  .m_methods = functions,
};

PyMODINIT_FUNC PyInit_syntax(void) {
  PyObject *array = PyImport_ImportModule("array");
  array_type = array ? PyObject_GetAttrString(array, "array") : NULL;
  Py_XDECREF(array);
  return array_type ? PyModule_Create(&definition) : NULL;
}
