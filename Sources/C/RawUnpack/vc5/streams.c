// A band's bytes and coefficients. A part of them is in memory.
#include <string.h>

#include "bits.h"

enum {
  /// The bytes of a read: system calls are few, and all streams of a picture stay in the L2 cache.
  kRead = 8 * 1024,
  /// A window of codes takes at most this many bytes.
  kWindowBytes = 32,
};

size_t vc5_stream_bytes(const struct vc5_block *block) {
  return (block->available < kRead ? (size_t)block->available : kRead) + BROMIDE_UNPACK_PADDING;
}

void vc5_open(
    struct vc5_stream *stream, const bromide_raw_source *source, const struct vc5_block *block,
    uint8_t *bytes, int16_t *samples) {
  const int32_t largest = (int32_t)block->quantum * kLargestInTable;
  stream->source = source;
  stream->block = block;
  stream->next = block->offset;
  stream->left = block->available;
  stream->bytes = bytes;
  stream->capacity = vc5_stream_bytes(block) - BROMIDE_UNPACK_PADDING;
  stream->is_broken = !block->is_present;
  stream->cursor = (struct vc5_cursor){
      .bytes = bytes,
      .samples = samples,
      .end = (int64_t)stream->width * stream->height,
      .quantum = (int32_t)block->quantum,
      .largest = largest < INT16_MAX ? largest : INT16_MAX + 1,
  };
}

void vc5_break(struct vc5_stream *stream) {
  if (stream->is_broken) return;
  stream->is_broken = true;
  stream->broken_at = stream->dropped + stream->cursor.bit;
}

uint64_t vc5_end_of_bits(const struct vc5_stream *stream) {
  if (stream->left == 0) return 8 * (uint64_t)stream->filled;
  return stream->filled > kWindowBytes ? 8 * (uint64_t)(stream->filled - kWindowBytes) : 0;
}

bool vc5_fill(struct vc5_stream *stream) {
  struct vc5_cursor *cursor = &stream->cursor;
  if (cursor->bit < vc5_end_of_bits(stream)) return true;
  if (stream->left == 0) return false;
  const size_t used = (size_t)(cursor->bit >> 3);
  memmove(stream->bytes, stream->bytes + used, stream->filled - used);
  stream->filled -= used;
  stream->dropped += 8 * (uint64_t)used;
  cursor->bit &= 7;
  const size_t room = stream->capacity - stream->filled;
  const size_t needed = stream->left < room ? (size_t)stream->left : room;
  const bromide_raw_source *source = stream->source;
  if (source->read(source->context, stream->next, stream->bytes + stream->filled, needed) != needed) {
    stream->has_failed = true;
    return false;
  }
  stream->filled += needed;
  stream->next += needed;
  stream->left -= needed;
  memset(stream->bytes + stream->filled, 0, BROMIDE_UNPACK_PADDING);
  return cursor->bit < vc5_end_of_bits(stream);
}

void vc5_read_lowpass(struct vc5_stream *stream, uint32_t count) {
  struct vc5_cursor *cursor = &stream->cursor;
  const uint32_t bits = stream->block->lowpass_bits;
  const int64_t needed = (int64_t)(count - stream->first) * stream->width;
  while (cursor->place < needed) {
    if (!vc5_fill(stream)) {
      vc5_break(stream);
      return;
    }
    cursor->samples[cursor->place++] = (int16_t)(uint16_t)(vc5_window(cursor) >> (64 - bits));
    cursor->bit += bits;
  }
}

bool vc5_ends_well(struct vc5_stream *stream, const struct vc5_codes *codes) {
  struct vc5_cursor *cursor = &stream->cursor;
  if (stream->is_broken || cursor->place != cursor->end) return false;
  if (!vc5_fill(stream) || !vc5_take_end(cursor, codes)) return false;
  const uint64_t bits = stream->dropped + cursor->bit;
  return (bits + 31) / 32 * 4 == stream->block->size;
}

void vc5_drop_rows(struct vc5_stream *stream, uint32_t first) {
  struct vc5_cursor *cursor = &stream->cursor;
  const int64_t dropped = (int64_t)(first - stream->first) * stream->width;
  const int64_t filled = cursor->place > stream->needed ? cursor->place : stream->needed;
  const int64_t kept = filled > dropped ? filled - dropped : 0;
  memmove(cursor->samples, cursor->samples + dropped, (size_t)kept * sizeof *cursor->samples);
  // The coefficients after these must be 0, because codes do not write zeros.
  memset(cursor->samples + kept, 0, (size_t)(filled - kept) * sizeof *cursor->samples);
  cursor->place -= dropped;
  cursor->end -= dropped;
  stream->needed -= dropped;
  stream->first = first;
}
