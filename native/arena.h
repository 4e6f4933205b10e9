// The memory of one parse: taken from the system in large pieces, and given back all at once.
//
// A parser allocates a block for each node and frees them one by one, which is a tenth of its time. Here a freed block
// waits in the list of its size for the next of that size, and `arena_reset` forgets all of them.
//
// There is one for the process, so nothing that could begin another parse may run before `arena_reset`: no Python code.

#ifndef RUBOUT_ARENA_H
#define RUBOUT_ARENA_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define GRAIN ((size_t)16)        // blocks begin at multiples of it
#define PIECE ((size_t)1 << 20)   // what is asked of the system at least
#define KEPT ((size_t)4 << 20)    // what stays for the next parse
#define LINEAR ((size_t)1 << 10)  // up to here sizes are multiples of GRAIN, above powers of two
#define LINEAR_LISTS (LINEAR / GRAIN + 1)
#define LISTS (LINEAR_LISTS + 64)

typedef struct Piece {
  struct Piece *next;
  size_t size;  // without this header
} Piece;

// Stands before each block, a GRAIN long.
typedef struct Block {
  size_t size;        // without this header
  struct Block *next;  // in the list of free ones
} Block;

_Static_assert(sizeof(Piece) <= GRAIN && sizeof(Block) <= GRAIN, "a header is one grain");

static struct {
  Piece *used;
  Piece *ready;  // left from the parses before
  size_t ready_size;
  char *top, *end;  // what is free of the piece in use
  Block *free[LISTS];
  jmp_buf exhausted;  // where to go when the system has no more
} arena;

static inline size_t arena_size(size_t wanted, size_t *list) {
  if (wanted <= LINEAR) {
    *list = (wanted + GRAIN - 1) / GRAIN;
    return *list * GRAIN;
  }
  if (wanted > SIZE_MAX / 4) longjmp(arena.exhausted, 1);  // the next power of two may be none
  size_t size = 2 * LINEAR;
  for (*list = LINEAR_LISTS; size < wanted; ++*list) size *= 2;
  return size;
}

static void arena_take_piece(size_t wanted) {
  Piece *piece = arena.ready;
  if (piece && piece->size >= wanted) {
    arena.ready = piece->next;
    arena.ready_size -= piece->size;
  } else {
    size_t size = wanted > PIECE ? wanted : PIECE;
    piece = malloc(size + GRAIN);
    if (!piece) longjmp(arena.exhausted, 1);
    piece->size = size;
  }
  piece->next = arena.used;
  arena.used = piece;
  arena.top = (char *)piece + GRAIN;
  arena.end = arena.top + piece->size;
}

static void *arena_malloc(size_t wanted) {
  size_t list, size = arena_size(wanted, &list);
  Block *block = arena.free[list];
  if (block) {
    arena.free[list] = block->next;
  } else {
    if ((size_t)(arena.end - arena.top) < size + GRAIN) arena_take_piece(size + GRAIN);
    block = (Block *)arena.top;
    block->size = size;
    arena.top += size + GRAIN;
  }
  return (char *)block + GRAIN;
}

static void *arena_calloc(size_t count, size_t size) { return memset(arena_malloc(count * size), 0, count * size); }

static void arena_free(void *memory) {
  if (!memory) return;
  size_t list;
  Block *block = (Block *)((char *)memory - GRAIN);
  arena_size(block->size, &list);
  block->next = arena.free[list];
  arena.free[list] = block;
}

static void *arena_realloc(void *memory, size_t wanted) {
  if (!memory) return arena_malloc(wanted);
  size_t size = ((Block *)((char *)memory - GRAIN))->size;
  if (wanted <= size) return memory;
  void *larger = memcpy(arena_malloc(wanted), memory, size);
  arena_free(memory);
  return larger;
}

static void arena_reset(void) {
  for (Piece *piece = arena.used, *next; piece; piece = next) {
    next = piece->next;
    if (arena.ready_size + piece->size <= KEPT) {
      piece->next = arena.ready;
      arena.ready = piece;
      arena.ready_size += piece->size;
    } else {
      free(piece);
    }
  }
  arena.used = NULL;
  arena.top = arena.end = NULL;
  memset(arena.free, 0, sizeof arena.free);
}

#endif
