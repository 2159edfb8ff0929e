// The bits of a stream, the highest of each byte first.
#pragma once

#include "vc5.h"

#include <string.h>

#include "CVariants.h"

/// Returns at least 57 bits that start at the cursor's position, left-aligned.
INLINE uint64_t vc5_window(const struct vc5_cursor *cursor) {
  uint64_t word;
  memcpy(&word, cursor->bytes + (cursor->bit >> 3), sizeof word);
  return __builtin_bswap64(word) << (cursor->bit & 7);
}
