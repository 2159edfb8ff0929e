// MD5 with one message per lane. The including file defines ENTRY. If the processor's vectors are
// shorter, clang splits these. Independent halves hide the latency of the rounds.

typedef uint32_t lanes __attribute__((vector_size(4 * BROMIDE_MD5_LANES)));

#define WORD lanes
#define ROUNDS lanes_rounds

#include "rounds_body.h"

void ENTRY(
  uint32_t *state, const uint8_t *const messages[BROMIDE_MD5_LANES], size_t blocks) {
  lanes words[4];
  memcpy(words, state, sizeof words);
  for (size_t block = 0; block < blocks; block++) {
    uint32_t columns[16][BROMIDE_MD5_LANES];
    for (int lane = 0; lane < BROMIDE_MD5_LANES; lane++) {
      uint32_t row[16];
      memcpy(row, messages[lane] + 64 * block, sizeof row);
      for (int i = 0; i < 16; i++) columns[i][lane] = row[i];
    }
    lanes message[16];
    memcpy(message, columns, sizeof message);
    lanes_rounds(words, message);
  }
  memcpy(state, words, sizeof words);
}
