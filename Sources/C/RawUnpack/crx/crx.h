// Canon's CR3 format ("crx"): the four planes of a mosaic in tiles, each as one coded stream or as
// the bands of a wavelet.
//
// One thread decodes a tile line by line. The lines of its planes are interleaved in memory, so
// neighbours are samples of the four planes. All arithmetic after the streams is then the same for
// four neighbours, and the streams can be decoded in step.
#pragma once

#include "CRawUnpack.h"

enum {
  kPlanes = 4,
  kMostLevels = 3,
  kMostBands = 3 * kMostLevels + 1,
  /// The smallest side of a tile's plane.
  kLeastSide = 22,
  /// The largest side of a plane, and the largest side of a grid of tiles.
  kMostSide = 0x7fff,
  kMostTiles = 255,
  /// The bytes of all headers.
  kMostHeaders = 16 << 20,
  /// The largest index of a quantisation step in a table.
  kMostStepIndex = 215,
  /// The largest index in a band's header or before its lines. For larger indices, LibRaw shifts by
  /// 32 bits and more, and the result depends on the build.
  kMostBandStepIndex = 35,
  /// The largest step in a table.
  kMostStep = 0x168000,
  /// Coefficients of a regular file are far smaller. Larger ones overflow in some decoders.
  kMostCoefficient = 1 << 25,
};

// MARK: Headers

/// The stream of a plane's band.
struct crx_place {
  uint64_t offset;
  uint32_t size;
};

/// A band of a plane, according to its header.
struct crx_band {
  struct crx_place place;
  /// Whether the header is of the newer kind, with steps from the tile's table.
  bool has_table_steps;
  /// Older kind: the index of the step, and whether it changes from line to line.
  bool has_line_steps;
  uint32_t step_index;
  /// Newer kind: the step is `base` plus eighths of the table's step.
  uint32_t multiplier, base;
};

struct crx_plane {
  /// Whether the first band's samples are predicted from their neighbours.
  bool is_predicted;
  /// 0, or the exponent of half the step to which these samples are rounded, plus 1.
  uint32_t rounding;
  struct crx_band bands[kMostBands];
};

struct crx_tile {
  /// In samples of a plane.
  uint32_t x, y, width, height;
  /// Whether there is a neighbouring tile.
  bool has_left, has_right;
  bool has_table;
  struct crx_place table;
  struct crx_plane planes[kPlanes];
};

/// The start of a tile's header in the headers, and of its data in the file.
struct crx_start {
  size_t header;
  uint64_t data;
};

struct crx_frame {
  const bromide_raw_job *job;
  const bromide_raw_crx *format;
  uint8_t *headers;
  /// The size of a plane and of its tiles.
  uint32_t width, height, tile_width, tile_height;
  uint32_t across, down;
  uint32_t bands;
  /// The end of the data in the file.
  uint64_t end;
};

/// Reads and checks the header of tile number `index`, and moves `start` to the next one.
bool crx_read_tile(
    const struct crx_frame *, uint32_t index, struct crx_start *start, struct crx_tile *tile);

/// The size of a band, and how many of its columns are also in a neighbouring tile.
struct crx_shape {
  uint32_t width, height;
  uint32_t left, right;
};

/// Computes the shapes of a tile's bands, and the output sizes of its levels (the coarsest first).
/// Returns false if they are inconsistent.
bool crx_shapes(
    const struct crx_frame *, const struct crx_tile *, struct crx_shape *bands,
    uint32_t (*sizes)[2]);

// MARK: Streams

/// A stream. A part of it is in memory.
struct crx_stream {
  const bromide_raw_source *source;
  /// The bytes that were not read yet.
  uint64_t next, left;
  uint8_t *bytes;
  /// The number of bytes in memory, and the capacity. Zeros follow the bytes.
  size_t filled, capacity;
  /// The position in the bytes in memory, in bits.
  uint64_t position;
  /// The codes' parameter, and the position in the table of runs.
  uint32_t k, run;
  /// The sample before the line, which the next line needs.
  int32_t before;
  /// The step's index and its codes' parameter.
  int32_t step_index;
  uint32_t step_k;
};

/// Returns a number of bytes that is enough for any line with this number of samples.
size_t crx_line_bytes(uint32_t width);

/// Returns the bytes of memory for a part of a stream.
size_t crx_stream_capacity(size_t line_bytes, uint64_t size);

void crx_open(
    struct crx_stream *, const bromide_raw_source *, struct crx_place, uint8_t *bytes,
    size_t line_bytes);

/// Loads as many bytes as a line can take, or all remaining bytes.
bool crx_fill(struct crx_stream *, size_t line_bytes);

/// Returns whether no bits were read after the end.
static inline bool crx_is_inside(const struct crx_stream *stream) {
  return stream->left > 0 || stream->position <= (uint64_t)stream->filled * 8;
}

/// Reads the change of the step's index, which comes before each line. Returns false if it is
/// irregular.
bool crx_read_step(struct crx_stream *);

// MARK: Lines

enum crx_kind { crx_plain, crx_predicted, crx_rounded };

/// A band's lines in the four planes. Each line replaces the one above it.
struct crx_lines {
  struct crx_stream streams[kPlanes];
  enum crx_kind kinds[kPlanes];
  uint32_t rounding[kPlanes];
  /// Whether a plane's band has no bytes. It is then 0 everywhere.
  bool is_empty[kPlanes];
  /// Whether the streams are so short that most samples must be in runs.
  bool is_sparse;
  uint32_t width;
  size_t line_bytes;
  /// Interleaved samples, with one extra sample of each plane after the line. For plain bands, also
  /// the parameter after each sample.
  int32_t *samples, *parameters;
  bool is_first;
  /// The bitwise or of the magnitudes of the line's values.
  uint32_t all;
};

// MARK: Quantisation

/// Factors that convert the table's steps, by plane.
struct crx_quantiser {
  uint32_t multiplier[kPlanes], base[kPlanes];
};

/// Returns the step of an index.
int32_t crx_step(uint32_t index);

/// A tile's table of steps, for the finest level (0) and the levels that halve its rows.
struct crx_table {
  uint32_t width, rows[kMostLevels];
  int32_t *steps[kMostLevels];
  /// The largest step of each level.
  uint32_t largest[kMostLevels];
  void *memory;
};
bool crx_read_table(const struct crx_frame *, const struct crx_tile *, struct crx_table *);

// MARK: The tile

bool crx_decode_tile(const struct crx_frame *, const struct crx_tile *);
