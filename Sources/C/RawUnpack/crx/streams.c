// A stream's bytes, of which a part is in memory, and the codes of a tile's steps.
#include "bits.h"

enum {
  /// The bytes of a read: system calls are few, and the streams of a tile stay in the L2 cache.
  kRead = 16 * 1024,
};

size_t crx_line_bytes(uint32_t width) {
  // A sample takes at most 63 bits as a code, and 18 for a run and its end. A step's index takes
  // 32.
  return (size_t)width * 11 + 64;
}

size_t crx_stream_capacity(size_t line_bytes, uint64_t size) {
  const size_t most = line_bytes + kRead;
  return (size < most ? (size_t)size : most) + BROMIDE_UNPACK_PADDING;
}

void crx_open(
    struct crx_stream *stream, const bromide_raw_source *source, struct crx_place place,
    uint8_t *bytes, size_t line_bytes) {
  *stream = (struct crx_stream){
      .source = source,
      .next = place.offset,
      .left = place.size,
      .bytes = bytes,
      .capacity = crx_stream_capacity(line_bytes, place.size) - BROMIDE_UNPACK_PADDING,
  };
}

bool crx_fill(struct crx_stream *stream, size_t line_bytes) {
  if (stream->left == 0) return true;
  const size_t used = (size_t)(stream->position >> 3);
  if (stream->filled >= used + line_bytes) return true;
  memmove(stream->bytes, stream->bytes + used, stream->filled - used);
  stream->filled -= used;
  stream->position &= 7;
  const size_t room = stream->capacity - stream->filled;
  const size_t needed = stream->left < room ? (size_t)stream->left : room;
  const bromide_raw_source *source = stream->source;
  if (source->read(source->context, stream->next, stream->bytes + stream->filled, needed) != needed)
    return false;
  stream->filled += needed;
  stream->next += needed;
  stream->left -= needed;
  memset(stream->bytes + stream->filled, 0, BROMIDE_UNPACK_PADDING);
  return true;
}

bool crx_read_step(struct crx_stream *stream) {
  uint32_t code;
  if (!crx_read_code(stream->bytes, &stream->position, stream->step_k, 23, 8, &code)) return false;
  stream->step_index += crx_signed(code);
  stream->step_k = crx_next_k(stream->step_k, 2 * code);
  return stream->step_k <= 7 && stream->step_index >= 0 && stream->step_index <= kMostBandStepIndex;
}
