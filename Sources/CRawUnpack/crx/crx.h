// Canon's CR3 coding ("crx"): the four planes of a mosaic, in tiles, each as one coded stream or as the bands of a wavelet.
//
// A tile is decoded line by line by one thread. The lines of its planes lie interleaved in memory, a sample of each plane after
// another, so that all arithmetic after the streams is the same for four neighbours, and so that the streams can be decoded in step.
#ifndef BROMIDE_CRX_H
#define BROMIDE_CRX_H
#include "CRawUnpack.h"

enum {
  kPlanes = 4,
  kMostLevels = 3,
  kMostBands = 3 * kMostLevels + 1,
  /// The smallest side of a tile's plane.
  kLeastSide = 22,
  /// The largest side of a plane, and of a grid of tiles.
  kMostSide = 0x7fff,
  kMostTiles = 255,
  /// Bytes of all headers.
  kMostHeaders = 16 << 20,
  /// Largest index of a quantisation step in a table.
  kMostStepIndex = 215,
  /// And in a band's header, or before its lines: beyond it LibRaw shifts by 32 bits and more, and no two builds agree.
  kMostBandStepIndex = 35,
  /// Largest step of a table.
  kMostStep = 0x168000,
  /// Coefficients of a regular file are far below; what is beyond overflows, in some decoders.
  kMostCoefficient = 1 << 25,
};

// MARK: Headers

/// The stream of a plane's band.
struct crx_place {
  uint64_t offset;
  uint32_t size;
};

/// A band of a plane as its header states it.
struct crx_band {
  struct crx_place place;
  /// Whether the header is of the newer kind, whose steps come from the tile's table.
  bool has_table_steps;
  /// Older: the index of the step, and whether it changes from line to line.
  bool has_line_steps;
  uint32_t step_index;
  /// Newer: the step is `base` and eighths of the table's.
  uint32_t multiplier, base;
};

struct crx_plane {
  /// Whether the first band's samples follow from their neighbours.
  bool is_predicted;
  /// 0, or 1 more than the exponent of half the step to which those samples are rounded.
  uint32_t rounding;
  struct crx_band bands[kMostBands];
};

struct crx_tile {
  /// In samples of a plane.
  uint32_t x, y, width, height;
  /// Whether another tile adjoins.
  bool has_left, has_right;
  bool has_table;
  struct crx_place table;
  struct crx_plane planes[kPlanes];
};

/// Where a tile's header begins in the headers, and its data in the file.
struct crx_start {
  size_t header;
  uint64_t data;
};

struct crx_frame {
  const bromide_raw_job *job;
  const bromide_raw_crx *format;
  uint8_t *headers;
  /// Size of a plane and of its tiles.
  uint32_t width, height, tile_width, tile_height;
  uint32_t across, down;
  uint32_t bands;
  /// The end of the data in the file.
  uint64_t end;
};

/// Reads the header of tile number `index`, checks it, and moves `start` to the next one.
bool crx_read_tile(
    const struct crx_frame *, uint32_t index, struct crx_start *start, struct crx_tile *tile);

/// Size of a band, and how many of its columns a neighbouring tile has, too.
struct crx_shape {
  uint32_t width, height;
  uint32_t left, right;
};

/// The shapes of a tile's bands, and the sizes of what its levels give (the coarsest first). False if they make no sense.
bool crx_shapes(
    const struct crx_frame *, const struct crx_tile *, struct crx_shape *bands,
    uint32_t (*sizes)[2]);

// MARK: Streams

/// A stream, of which a part is in memory.
struct crx_stream {
  const bromide_raw_source *source;
  /// The bytes not yet read.
  uint64_t next, left;
  uint8_t *bytes;
  /// Number of bytes in memory, and how many fit; zeros follow.
  size_t filled, capacity;
  /// Bits read of those in memory.
  uint64_t position;
  /// The codes' parameter, and the place in the table of runs.
  uint32_t k, run;
  /// The sample before the line, which the next one needs.
  int32_t before;
  /// The step's index and its codes' parameter.
  int32_t step_index;
  uint32_t step_k;
};

/// Number of bytes that no line of so many samples takes.
size_t crx_line_bytes(uint32_t width);

/// Number of bytes of memory that a stream's part takes.
size_t crx_stream_capacity(size_t line_bytes, uint64_t size);

void crx_open(
    struct crx_stream *, const bromide_raw_source *, struct crx_place, uint8_t *bytes,
    size_t line_bytes);

/// Brings as many bytes into memory as a line takes, or all that are left.
bool crx_fill(struct crx_stream *, size_t line_bytes);

/// Whether nothing was read beyond the end.
static inline bool crx_is_inside(const struct crx_stream *stream) {
  return stream->left > 0 || stream->position <= (uint64_t)stream->filled * 8;
}

/// Moves the index of the step, which precedes each line. False if it is irregular.
bool crx_read_step(struct crx_stream *);

// MARK: Lines

enum crx_kind { crx_plain, crx_predicted, crx_rounded };

/// A band's lines of the four planes; each line replaces the one above it.
struct crx_lines {
  struct crx_stream streams[kPlanes];
  enum crx_kind kinds[kPlanes];
  uint32_t rounding[kPlanes];
  /// Whether a plane's band has no bytes, and is 0 everywhere.
  bool is_empty[kPlanes];
  /// Whether the streams are so short that most samples must be in runs.
  bool is_sparse;
  uint32_t width;
  size_t line_bytes;
  /// Interleaved samples, and one of each plane beyond the line. For plain bands also the parameter after each.
  int32_t *samples, *parameters;
  bool is_first;
  /// The magnitudes of the line's values, all their bits together.
  uint32_t all;
};

// MARK: Quantisation

/// Factors that make steps of the table's, by plane.
struct crx_quantiser {
  uint32_t multiplier[kPlanes], base[kPlanes];
};

/// The step of an index.
int32_t crx_step(uint32_t index);

/// A tile's table of steps, for the finest level (0) and those that halve its rows.
struct crx_table {
  uint32_t width, rows[kMostLevels];
  int32_t *steps[kMostLevels];
  /// The largest of each level.
  uint32_t largest[kMostLevels];
  void *memory;
};
bool crx_read_table(const struct crx_frame *, const struct crx_tile *, struct crx_table *);

// MARK: The tile

bool crx_decode_tile(const struct crx_frame *, const struct crx_tile *);

#endif
