// Shared by the code that reads and joins the chunks of one stream. See stream.c.
#pragma once

#include "dispatch.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
  kChunk = 32 * 1024,
  kGroup = kChunk * kLanes,
  /// The bytes of the next chunk that a symbol across the border and its window can use.
  kTail = 32,
  /// Every bit of a chunk could be a symbol.
  kMostSymbols = kChunk * 8 + 2 * kBlock,
  /// Guesses can find invalid codes. More than this number means damage.
  kMostBad = 64,
};

/// The known state between two symbols.
struct state {
  /// The number of symbols before it.
  uint64_t index;
  /// For each component: the sample to the left, and the first sample of the row (or of the row
  /// above that predicts the next row).
  uint16_t left[kMostComponents], start[2][kMostComponents];
};

struct stream {
  const bromide_raw_job *job;
  const struct ljpeg_stream *plan;
  const struct ljpeg_code *codes;
  const struct ljpeg_target *target;
  bool has_two_codes;
  uint64_t data, size;
  /// The samples of a row, and of the complete stream.
  uint64_t row, total;
  atomic_uint next;
  atomic_bool failed;
  /// Protects the following fields. Groups pass in order.
  pthread_mutex_t lock;
  pthread_cond_t passed;
  uint64_t turn;
  struct state state;
  /// The bits of the next chunk that belong to the last symbol.
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
  /// The beginning and end in the lanes' bytes, in bits.
  uint64_t start, end;
  /// The end of its last symbol.
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
