// MD5 (RFC 1321) of several messages in parallel, one per vector lane.
#ifndef BROMIDE_DIGEST_H
#define BROMIDE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { BROMIDE_MD5_LANES = 16 };

/// Adds `blocks` blocks of 64 bytes of each message to its state: word A of all lanes, then B, C
/// and D.
void bromide_md5_lanes(
  int isa, uint32_t *state, const uint8_t *const messages[BROMIDE_MD5_LANES], size_t blocks);

/// Adds `blocks` blocks of 64 bytes of one message to its state.
void bromide_md5(uint32_t state[4], const uint8_t *message, size_t blocks);

#endif
