// Lossless JPEG for the oldest processor of the architecture.
#include "ljpeg.h"

#include "CVariants.h"

#include <string.h>

#define NAME(name) name##_baseline
#define VECTOR 16
#include "body.h"

/// Copies eight bytes in one step. Subtracting ones from the complement borrows at bytes with the
/// value FF.
size_t ljpeg_unstuff_baseline(const uint8_t *bytes, size_t count, uint8_t *out, size_t *used) {
  size_t from = 0, to = 0;
  while (from < count) {
    uint64_t word;
    if (count - from >= sizeof word) {
      memcpy(&word, bytes + from, sizeof word);
      const uint64_t zeros = ~word;
      if (((zeros - 0x0101010101010101) & word & 0x8080808080808080) == 0) {
        memcpy(out + to, &word, sizeof word);
        from += sizeof word;
        to += sizeof word;
        continue;
      }
    }
    const uint8_t byte = bytes[from++];
    if (byte == 0xff) {
      if (from == count || bytes[from] != 0) {
        *used = from - 1;
        return to;
      }
      from++;
    }
    out[to++] = byte;
  }
  *used = count;
  return to;
}
