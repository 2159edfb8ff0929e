// Tiles of lossless JPEG. Each thread decodes several in parallel.
#include "dispatch.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
  /// More tiles than cameras write. Damaged files can contain larger numbers.
  kMostTiles = 1 << 20,
  /// The samples after a row that complete vectors can access.
  kSlack = 32,
};

struct tiles {
  const bromide_raw_job *job;
  const bromide_raw_ljpeg *parameters;
  uint32_t count, across;
  /// The offset of each tile, and all offsets in ascending order.
  uint64_t *offsets, *sorted;
  /// The numbers of the tiles to decode.
  uint32_t *chosen, chosen_count;
  atomic_uint next;
  atomic_bool failed;
};

/// A tile during decoding.
struct tile {
  struct ljpeg_header header;
  uint32_t x, y;
  /// The samples of a row of the JPEG.
  size_t row;
  /// The end of its data, in bits.
  uint64_t end;
  /// Whether components have separate codes: two, or four.
  bool has_two_codes, has_four_codes;
  uint16_t first[kMostComponents];
  uint16_t *rows[2];
};

/// Memory that a thread reuses for all tiles.
struct worker {
  const struct tiles *tiles;
  struct ljpeg_lanes *lanes;
  struct tile tile[kLanes];
  uint8_t *stuffed, *bytes;
  size_t stuffed_capacity, capacity, used;
  uint16_t *samples;
  size_t sample_capacity;
};

static bool reserve(void **memory, size_t *capacity, size_t needed, size_t size) {
  if (needed <= *capacity) return true;
  void *const larger = realloc(*memory, needed * size);
  if (!larger) return false;
  *memory = larger;
  *capacity = needed;
  return true;
}

static int ascending(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/// Returns the latest end of a tile's data: the next tile, or the end of the file.
static uint64_t end_of(const struct tiles *tiles, uint64_t offset) {
  uint32_t low = 0, high = tiles->count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (tiles->sorted[middle] <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  const uint64_t size = tiles->job->source.size;
  return low < tiles->count && tiles->sorted[low] < size ? tiles->sorted[low] : size;
}

/// Returns whether the JPEG's samples fill the tile exactly, row by row.
static bool fits(const struct tiles *tiles, const struct tile *tile) {
  const bromide_raw_job *job = tiles->job;
  const bromide_raw_ljpeg *parameters = tiles->parameters;
  if (parameters->has_cells) return ljpeg_fits_cells(parameters, &tile->header);
  if (parameters->has_pixels) return ljpeg_fits_pixels(parameters, &tile->header);
  const uint64_t samples = (uint64_t)tile->row * tile->header.height;
  const uint64_t width = parameters->tile_width < job->width ? parameters->tile_width : job->width;
  const uint64_t left = job->height - tile->y;
  const uint64_t height = parameters->tile_height < left ? parameters->tile_height : left;
  if (samples < width * height) return false;
  if (tiles->count > 1 && samples > width * parameters->tile_height) return false;
  // LibRaw reads more samples of a row like this than it contains.
  const uint32_t components = tile->header.components;
  if (components > parameters->most_components) return false;
  return components == 1 || components * (uint64_t)tile->row != job->width;
}

/// Reads, unstuffs and prepares a tile in a lane.
static bool open_tile(struct worker *worker, uint32_t index, int lane) {
  const struct tiles *tiles = worker->tiles;
  const bromide_raw_job *job = tiles->job;
  struct tile *tile = &worker->tile[lane];
  tile->x = index % tiles->across * tiles->parameters->tile_width;
  tile->y = index / tiles->across * tiles->parameters->tile_height;
  const uint64_t offset = tiles->offsets[index], end = end_of(tiles, offset);
  if (offset >= end) return false;
  // A sample takes at most 4 bytes, or 8 with stuffing.
  const uint64_t width =
      tiles->parameters->tile_width < job->width ? tiles->parameters->tile_width : job->width;
  const uint64_t height = tiles->parameters->tile_height < job->height
                              ? tiles->parameters->tile_height : job->height;
  const uint64_t most = kMostHeader + 8 * width * height;
  const size_t size = (size_t)(end - offset < most ? end - offset : most);
  if (!reserve((void **)&worker->stuffed, &worker->stuffed_capacity, size + BROMIDE_UNPACK_PADDING, 1))
    return false;
  uint8_t *bytes = worker->stuffed;
  if (job->source.read(job->source.context, offset, bytes, size) != size) return false;
  if (!ljpeg_read_header(bytes, size, &tile->header)) return false;
  tile->row = (size_t)tile->header.width * tile->header.components;
  if (!fits(tiles, tile)) return false;
  struct ljpeg_code *const codes = worker->lanes->codes[lane];
  tile->has_four_codes = !ljpeg_build_codes(bytes, &tile->header, codes, &tile->has_two_codes);
  if (tile->has_four_codes && !ljpeg_build_four_codes(bytes, &tile->header, codes)) return false;

  const size_t stuffed = size - tile->header.data;
  const size_t needed = worker->used + stuffed + kOverrun + BROMIDE_UNPACK_PADDING;
  if (!reserve((void **)&worker->bytes, &worker->capacity, needed, 1)) return false;
  size_t read;
  uint8_t *out = worker->bytes + worker->used;
  const size_t length = ljpeg_unstuff(job->isa, bytes + tile->header.data, stuffed, out, &read);
  // Without a marker, the data end at the next tile or the end of the file, which is irregular.
  if (read == stuffed) return false;
  memset(out + length, 0, kOverrun);
  worker->lanes->positions[lane] = (uint64_t)worker->used * 8;
  tile->end = (uint64_t)(worker->used + length) * 8;
  worker->used += length + kOverrun;
  for (uint32_t c = 0; c < kMostComponents; c++)
    tile->first[c] = (uint16_t)(1u << (tile->header.bits - 1));
  return true;
}

/// Writes a row of the JPEG to the positions of its samples.
static void write_row(const struct worker *worker, const struct tile *tile, uint32_t row) {
  const bromide_raw_job *job = worker->tiles->job;
  const bromide_raw_ljpeg *parameters = worker->tiles->parameters;
  const size_t width = parameters->tile_width < job->width ? parameters->tile_width : job->width;
  const uint16_t *samples = tile->rows[row & 1];
  size_t left = tile->row;
  size_t y = tile->y + row * tile->row / width, x = row * tile->row % width;
  while (left > 0 && y < job->height) {
    const size_t run = width - x < left ? width - x : left;
    const size_t start = tile->x + x;
    if (start < job->width) {
      const size_t count = job->width - start < run ? job->width - start : run;
      uint16_t *out = job->samples + y * job->stride + start;
      if (parameters->curve)
        for (size_t i = 0; i < count; i++) out[i] = parameters->curve[samples[i]];
      else
        memcpy(out, samples, count * sizeof *out);
    }
    samples += run;
    left -= run;
    x = 0;
    y++;
  }
}

/// Repeats a tile's codes if other tiles have more codes.
static void share_codes(const struct tile *tile, int reading, struct ljpeg_code codes[4]) {
  if (tile->has_four_codes) return;
  if (reading & LJPEG_TWO_CODES && !tile->has_two_codes) codes[1] = codes[0];
  if (reading & LJPEG_FOUR_CODES) memcpy(codes + 2, codes, 2 * sizeof *codes);
}

/// Decodes the tiles of lanes `from` ..< `from + count`. If there are several, they must have the
/// same shape.
static bool decode_lanes(struct worker *worker, int count) {
  const bromide_raw_job *job = worker->tiles->job;
  const bromide_raw_ljpeg *parameters = worker->tiles->parameters;
  const int isa = job->isa;
  struct ljpeg_lanes *lanes = worker->lanes;
  const size_t row = worker->tile[0].row, padded = row + kBlock + kSlack;
  const uint32_t height = worker->tile[0].header.height;
  const size_t needed = 3 * padded * (size_t)count;
  if (!reserve((void **)&worker->samples, &worker->sample_capacity, needed, sizeof *worker->samples))
    return false;
  memset(worker->samples, 0, needed * sizeof *worker->samples);
  int reading = 0;
  for (int k = 0; k < count; k++) {
    worker->tile[k].rows[0] = worker->samples + 3 * padded * (size_t)k;
    worker->tile[k].rows[1] = worker->tile[k].rows[0] + padded;
    reading |= ljpeg_reading(lanes->codes[k], worker->tile[k].has_two_codes);
    if (worker->tile[k].has_four_codes)
      reading |= LJPEG_FOUR_CODES | LJPEG_TWO_CODES | ljpeg_reading(lanes->codes[k], true) |
                 ljpeg_reading(lanes->codes[k] + 2, true);
  }
  for (int k = 0; k < count; k++) share_codes(&worker->tile[k], reading, lanes->codes[k]);
  lanes->bytes = worker->bytes;
  for (uint32_t y = 0; y < height; y++) {
    for (size_t x = 0; x < row; x += kBlock) {
      const size_t block = row - x < kBlock ? row - x : kBlock;
      ljpeg_symbols(isa, lanes, count > 1, reading, block);
      for (int k = 0; k < count; k++) {
        uint16_t *differences = worker->tile[k].rows[0] + 2 * padded + x;
        if (lanes->positions[k] > worker->tile[k].end ||
            !ljpeg_differences(isa, lanes->windows[k], lanes->entries[k], block, differences))
          return false;
      }
    }
    for (int k = 0; k < count; k++) {
      struct tile *tile = &worker->tile[k];
      uint16_t *out = tile->rows[y & 1];
      const uint16_t *above = y > 0 ? tile->rows[~y & 1] : NULL;
      const uint32_t all = ljpeg_row(
          isa, tile->rows[0] + 2 * padded, row, tile->header.components, tile->header.predictor,
          above, tile->first, out);
      if (all >> tile->header.bits) return false;
      memcpy(tile->first, out, tile->header.components * sizeof *out);
      if (parameters->has_cells)
        ljpeg_write_cells(job, tile->x, tile->y + 2 * (size_t)y, out, tile->header.width);
      else if (parameters->has_pixels)
        ljpeg_write_pixels(
            job, parameters->curve, tile->x, tile->y + (size_t)y, out, tile->header.width);
      else
        write_row(worker, tile, y);
    }
  }
  return true;
}

static bool have_one_shape(const struct worker *worker) {
  const struct tile *first = &worker->tile[0];
  for (int k = 1; k < kLanes; k++)
    if (worker->tile[k].row != first->row || worker->tile[k].header.height != first->header.height)
      return false;
  return true;
}

static bool decode_tiles(struct worker *worker, uint32_t first) {
  const struct tiles *tiles = worker->tiles;
  const uint32_t left = tiles->chosen_count - first;
  const int count = left < kLanes ? (int)left : kLanes;
  worker->used = 0;
  for (int k = 0; k < count; k++)
    if (!open_tile(worker, tiles->chosen[first + (uint32_t)k], k)) return false;
  if (count == kLanes && have_one_shape(worker)) return decode_lanes(worker, kLanes);
  for (int k = 0; k < count; k++) {
    if (k > 0) {
      worker->tile[0] = worker->tile[k];
      memcpy(worker->lanes->codes[0], worker->lanes->codes[k], sizeof worker->lanes->codes[0]);
      worker->lanes->positions[0] = worker->lanes->positions[k];
    }
    if (!decode_lanes(worker, 1)) return false;
  }
  return true;
}

static void run_tiles(void *argument) {
  struct tiles *tiles = argument;
  struct worker worker = {.tiles = tiles, .lanes = malloc(sizeof *worker.lanes)};
  bool ok = worker.lanes != NULL;
  if (ok) {
    for (int k = 0; k < kLanes; k++)
      for (size_t i = 0; i < kBlock; i++) worker.lanes->entries[k][i] = 1;
  }
  while (ok && !atomic_load_explicit(&tiles->failed, memory_order_relaxed)) {
    const uint64_t first = (uint64_t)atomic_fetch_add(&tiles->next, 1) * kLanes;
    if (first >= tiles->chosen_count) break;
    ok = decode_tiles(&worker, (uint32_t)first);
  }
  if (!ok) atomic_store(&tiles->failed, true);
  free(worker.lanes);
  free(worker.stuffed);
  free(worker.bytes);
  free(worker.samples);
}

/// Chooses tiles. Other tiles must at least begin inside the file.
static bool choose_tiles(struct tiles *tiles) {
  const uint64_t latest = tiles->sorted[tiles->count - 1];
  if (latest >= tiles->job->source.size) return false;
  uint32_t last = 0;
  while (tiles->offsets[last] != latest) last++;
  const bromide_raw_ljpeg *parameters = tiles->parameters;
  tiles->chosen = bromide_raw_choose(
      tiles->job, parameters->tile_width, parameters->tile_height, last, &tiles->chosen_count);
  return tiles->chosen != NULL;
}

static bool read_offsets(struct tiles *tiles) {
  const bromide_raw_job *job = tiles->job;
  const uint64_t *known = tiles->parameters->offsets;
  if (known) {
    memcpy(tiles->offsets, known, tiles->count * sizeof *known);
    memcpy(tiles->sorted, known, tiles->count * sizeof *known);
    qsort(tiles->sorted, tiles->count, sizeof *tiles->sorted, ascending);
    return true;
  }
  if (!tiles->parameters->has_table) {
    tiles->offsets[0] = tiles->sorted[0] = job->offset;
    return true;
  }
  const size_t size = (size_t)tiles->count * 4;
  uint8_t *bytes = malloc(size);
  const bool ok = bytes && job->source.read(job->source.context, job->offset, bytes, size) == size;
  for (uint32_t i = 0; ok && i < tiles->count; i++) {
    uint32_t value;
    memcpy(&value, bytes + 4 * (size_t)i, sizeof value);
    if (tiles->parameters->is_big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__))
      value = __builtin_bswap32(value);
    tiles->offsets[i] = tiles->sorted[i] = value;
  }
  free(bytes);
  if (ok) qsort(tiles->sorted, tiles->count, sizeof *tiles->sorted, ascending);
  return ok;
}

bool bromide_unpack_ljpeg(const bromide_raw_job *job, const bromide_raw_ljpeg *parameters) {
  if (parameters->tile_width == 0 || parameters->tile_height == 0) return false;
  const uint32_t across = (job->width - 1) / parameters->tile_width + 1;
  const uint32_t down = (job->height - 1) / parameters->tile_height + 1;
  if ((uint64_t)across * down > kMostTiles) return false;
  if (!parameters->has_table && across * down != 1) return false;
  if (parameters->has_cells) {
    if (!ljpeg_prepare_cells(job, parameters)) return false;
  } else if (parameters->has_pixels) {
    if (job->stride < 4 * (size_t)job->width) return false;
  } else if (!parameters->has_table) {
    const struct ljpeg_target target = {.job = job, .curve = parameters->curve};
    if (ljpeg_unpack_one(job, &target, parameters->most_components)) return true;
  }
  struct tiles tiles = {
      .job = job, .parameters = parameters, .count = across * down, .across = across};
  tiles.offsets = malloc(2 * sizeof *tiles.offsets * tiles.count);
  tiles.sorted = tiles.offsets + tiles.count;
  const bool ok = tiles.offsets && read_offsets(&tiles) && choose_tiles(&tiles);
  // Other threads are not needed if one thread decodes all tiles in one step.
  if (ok && tiles.chosen_count > kLanes)
    bromide_raw_together(&job->crew, run_tiles, &tiles);
  else if (ok)
    run_tiles(&tiles);
  free(tiles.chosen);
  free(tiles.offsets);
  return ok && !atomic_load(&tiles.failed);
}
