// Sony's sizes M and S: tiles of lossless JPEG. Each cell of 2×2 or 2×1 pixels has one chroma.
//
// The prediction differs from T.81. Luminance continues along each of a cell's rows. At the
// beginning of a lower row, it continues from the sample above.
#include "dispatch.h"

#include <stdlib.h>
#include <string.h>

#include "../tile_bytes.h"
#include "../tile_grid.h"

// Round product and sum separately, like LibRaw.
#pragma STDC FP_CONTRACT OFF

enum {
  /// LibRaw's limit. Cameras write tiles of 512×512.
  kMostTiles = 1024,
  /// JPEG's largest width and height.
  kMostSize = 65535,
  /// The maximum bytes per pixel. Larger tiles are not read. A cell of two pixels has six samples
  /// of up to four bytes, and all bytes can be stuffed.
  kMostBytes = 24,
  /// The chroma of grey.
  kGrey = 16383,
};

struct tiles {
  const bromide_raw_job *job;
  const bromide_raw_tiles *format;
  struct tile_grid grid;
};

/// The scratch memory of a thread.
struct worker {
  const struct tiles *tiles;
  struct tile_bytes coded;
  /// The coded data without stuffed zeros.
  uint8_t *bytes;
  size_t capacity;
  struct ljpeg_code codes[3];
};

/// A position in the data of a tile, in bits.
struct reader {
  const uint8_t *bytes;
  uint64_t position;
  bool failed;
};

struct pixel {
  uint16_t y, cb, cr;
};

static uint16_t read_difference(struct reader *reader, const struct ljpeg_code *code) {
  uint64_t window;
  memcpy(&window, reader->bytes + (reader->position >> 3), sizeof window);
  if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) window = __builtin_bswap64(window);
  window <<= reader->position & 7;
  ljpeg_entry entry = code->entries[window >> (64 - kTableBits)];
  if (entry == 0) entry = ljpeg_long_entry(code, window);
  if (entry & kMark) reader->failed = true;
  reader->position += entry & 63;
  if (entry & 0x8000) return 0x8000;
  const uint32_t length = entry >> 6 & 31, size = (entry & 63) - length;
  if (size == 0) return 0;
  const uint32_t bits = (uint32_t)(window << length >> (64 - size));
  return (uint16_t)(bits >> (size - 1) ? bits : bits - (1u << size) + 1);
}

static uint16_t limited(float value) {
  return value < 0 ? 0 : value > 65535 ? 65535 : (uint16_t)value;
}

/// Writes the two pixels of a cell's row. Pixels outside the picture are skipped.
static void write_pair(
    const bromide_raw_job *job, size_t x, size_t y, const uint16_t luminance[2], const struct pixel *chroma) {
  if (y >= job->height) return;
  const float cb = (float)(chroma->cb - kGrey), cr = (float)(chroma->cr - kGrey);
  uint16_t *out = job->samples + y * job->stride + 4 * x;
  for (size_t i = 0; i < 2 && x + i < job->width; i++, out += 4) {
    const float light = luminance[i];
    out[0] = limited(light + 1.402f * cr);
    out[1] = limited(light - 0.34414f * cb - 0.71414f * cr);
    out[2] = limited(light + 1.772f * cb);
  }
}

/// Reads `rows` (1 or 2) of luminance, with two samples each.
static void read_luminance(
    struct reader *reader, const struct ljpeg_code *code, uint32_t rows, bool is_first, const uint16_t left[2],
    uint16_t luminance[2][2]) {
  for (uint32_t row = 0; row < rows; row++) {
    const uint16_t before = row == 1 && is_first ? luminance[0][0] : left[row];
    luminance[row][0] = (uint16_t)(before + read_difference(reader, code));
    luminance[row][1] = (uint16_t)(luminance[row][0] + read_difference(reader, code));
  }
}

/// Decodes the cells of a tile. Its data end at bit `end`.
static bool decode_cells(
    struct worker *worker, const struct ljpeg_header *header, size_t left, size_t top, uint64_t end) {
  const uint32_t rows = header->sampling & 15;
  struct reader reader = {.bytes = worker->bytes};
  const uint16_t base = (uint16_t)(1u << (header->bits - 1));
  struct pixel first = {base, base, base};
  for (uint32_t y = 0; y < header->height; y += rows) {
    struct pixel chroma = first;
    uint16_t before[2] = {first.y, first.y};
    for (uint32_t x = 0; x < header->width; x += 2) {
      uint16_t luminance[2][2];
      read_luminance(&reader, &worker->codes[0], rows, x == 0, before, luminance);
      chroma.cb = (uint16_t)(chroma.cb + read_difference(&reader, &worker->codes[1]));
      chroma.cr = (uint16_t)(chroma.cr + read_difference(&reader, &worker->codes[2]));
      // Six symbols stay inside the padding after the data.
      if (reader.failed || reader.position > end) return false;
      for (uint32_t row = 0; row < rows; row++) {
        write_pair(worker->tiles->job, left + x, top + y + row, luminance[row], &chroma);
        before[row] = luminance[row][1];
      }
      if (x == 0) first = (struct pixel){luminance[0][0], chroma.cb, chroma.cr};
    }
  }
  return true;
}

static bool reserve(struct worker *worker, size_t needed) {
  if (needed <= worker->capacity) return true;
  free(worker->bytes);
  worker->bytes = malloc(needed);
  worker->capacity = worker->bytes ? needed : 0;
  return worker->bytes != NULL;
}

static bool decode_tile(void *context, uint32_t index) {
  struct worker *worker = context;
  const struct tiles *tiles = worker->tiles;
  const bromide_raw_job *job = tiles->job;
  const bromide_raw_tiles *format = tiles->format;
  const uint64_t most = kMostHeader + (uint64_t)kMostBytes * format->width * format->height;
  if (!tile_bytes_read(&worker->coded, &job->source, format, index, most)) return false;
  const uint8_t *const coded = worker->coded.bytes;
  struct ljpeg_header header;
  if (!ljpeg_read_sampled_header(coded, worker->coded.count, &header)) return false;
  if (header.width != format->width || header.height != format->height) return false;
  for (size_t c = 0; c < 3; c++)
    if (!ljpeg_build_code(coded + header.codes[c], &worker->codes[c])) return false;
  const size_t stuffed = worker->coded.count - header.data;
  if (!reserve(worker, stuffed + BROMIDE_UNPACK_PADDING)) return false;
  size_t read;
  const size_t length = ljpeg_unstuff(job->isa, coded + header.data, stuffed, worker->bytes, &read);
  memset(worker->bytes + length, 0, BROMIDE_UNPACK_PADDING);
  const struct tile_place place = tile_grid_place(&tiles->grid, job, format, index);
  return decode_cells(worker, &header, place.x, place.y, 8 * (uint64_t)length);
}

static void run_tiles(void *argument) {
  struct tiles *tiles = argument;
  struct worker *const worker = calloc(1, sizeof *worker);
  if (worker) worker->tiles = tiles;
  tile_grid_run(&tiles->grid, worker != NULL, decode_tile, worker);
  if (!worker) return;
  free(worker->coded.bytes);
  free(worker->bytes);
  free(worker);
}

/// Returns whether tiles have complete cells, and the file contains them.
static bool is_regular(const bromide_raw_job *job, const bromide_raw_tiles *format, uint32_t count) {
  if (job->stride < 4 * (size_t)job->width || count > kMostTiles) return false;
  if (format->width % 2 != 0 || format->width > job->width) return false;
  if (format->height % 2 != 0 || format->height > job->height) return false;
  if (format->width > kMostSize || format->height > kMostSize) return false;
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t offset = format->offsets[i];
    if (offset > job->source.size || format->sizes[i] > job->source.size - offset) return false;
  }
  return true;
}

bool bromide_unpack_sony_ycc(const bromide_raw_job *job, const bromide_raw_tiles *format) {
  struct tiles tiles = {.job = job, .format = format};
  if (!tile_grid_set(&tiles.grid, job, format)) return false;
  if (!is_regular(job, format, tiles.grid.count)) return false;
  bromide_raw_together(&job->crew, run_tiles, &tiles);
  return !atomic_load(&tiles.grid.failed);
}
