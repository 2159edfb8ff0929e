// Shared by reading and joining the chunks of one stream; see stream.c.
#ifndef BROMIDE_LJPEG_STREAM_H
#define BROMIDE_LJPEG_STREAM_H
#include "dispatch.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
  kChunk = 32 * 1024,
  kGroup = kChunk * kLanes,
  /// Bytes of the next chunk that a symbol across the border and its window may reach.
  kTail = 32,
  /// Every bit of a chunk might be a symbol.
  kMostSymbols = kChunk * 8 + 2 * kBlock,
  /// Guesses meet bits that are no code; more of them than this mean damage.
  kMostBad = 64,
};

/// The known state between two symbols.
struct state {
  /// Number of symbols before it.
  uint64_t index;
  /// Of each component: the sample to the left, and the first sample of the row (or of the row
  /// above whose turn it is).
  uint16_t left[kMostComponents], start[2][kMostComponents];
};

struct stream {
  const bromide_raw_job *job;
  const struct ljpeg_stream *plan;
  const struct ljpeg_code *codes;
  const struct ljpeg_target *target;
  bool has_two_codes;
  uint64_t data, size;
  /// Samples of a row, and of the whole stream.
  uint64_t row, total;
  atomic_uint next;
  atomic_bool failed;
  /// Guards the following fields: groups pass in order.
  pthread_mutex_t lock;
  pthread_cond_t passed;
  uint64_t turn;
  struct state state;
  /// Bits of the next chunk that belong to the last symbol.
  uint64_t position;
  bool is_finished;
};

/// A run of symbols, and the known state before them.
struct piece {
  const uint16_t *differences;
  size_t count;
  struct state state;
};

struct chunk {
  /// Beginning and end in the lanes' bytes, in bits.
  uint64_t start, end;
  /// End of its last symbol.
  uint64_t reached;
  bool is_last, is_read;
  size_t count;
  uint16_t *differences, *bridge;
  size_t bad[kMostBad];
  size_t bad_count;
};

struct worker {
  struct stream *stream;
  struct ljpeg_lanes lanes;
  struct chunk chunks[kLanes];
  struct piece pieces[2 * kLanes];
  size_t piece_count;
  uint8_t stuffed[1 + kGroup + kTail + BROMIDE_UNPACK_PADDING];
  uint8_t bytes[kLanes * (kChunk + kTail + 64) + kOverrun];
  uint16_t *differences, *samples;
};

/// Reads the chunks of a group, each from its first bit. Returns false if the file ends early.
bool ljpeg_read_group(struct worker *worker, uint64_t group);

#endif
