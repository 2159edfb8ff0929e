// MD5 of one message, and the choice of the variant for several. Words are little-endian, as on every processor that Bromide
// runs on.
#include "digest_internal.h"

#include <string.h>

#define WORD uint32_t
#define ROUNDS word_rounds

#include "rounds_body.h"

void bromide_md5_lanes(
  int isa, uint32_t *state, const uint8_t *const messages[BROMIDE_MD5_LANES], size_t blocks) {
  DISPATCH(isa, bromide_md5_lanes, state, messages, blocks);
}

void bromide_md5(uint32_t state[4], const uint8_t *message, size_t blocks) {
  for (size_t block = 0; block < blocks; block++) {
    uint32_t words[16];
    memcpy(words, message + 64 * block, sizeof words);
    word_rounds(state, words);
  }
}
