// A block of memory that is given out in pieces.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Without memory, it only counts the bytes.
struct arena {
  uint8_t *memory;
  size_t used;
};

static inline void *grab(struct arena *arena, size_t size) {
  void *const piece = arena->memory ? arena->memory + arena->used : NULL;
  arena->used += (size + 63) & ~(size_t)63;
  return piece;
}
