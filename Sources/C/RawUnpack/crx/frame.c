// A frame: its sizes, its headers, and its tiles on several threads.
#include "crx.h"

#include <stdatomic.h>
#include <stdlib.h>

struct tiles {
  struct crx_frame frame;
  struct crx_start *starts;
  /// The numbers of the tiles to decode.
  uint32_t *chosen, count;
  atomic_uint next;
  atomic_bool failed;
};

/// Returns whether the sizes are consistent and of a supported kind.
static bool measure(struct crx_frame *frame) {
  const bromide_raw_crx *format = frame->format;
  const bromide_raw_job *job = frame->job;
  if (format->planes != kPlanes || format->layout > 3) return false;
  if (format->version != 0x100 && format->version != 0x200) return false;
  // Pictures with one plane have eight bits, and LibRaw treats fifteen bits as another format.
  const uint32_t most_bits = 14;
  if (format->bits < 2 || format->bits > most_bits || format->bits == 8) return false;
  if (format->encoding != 0 && format->encoding != 1 && format->encoding != 3) return false;
  if (format->encoding == 3 && (format->median_bits < 1 || format->median_bits > 16)) return false;
  if (format->levels > kMostLevels) return false;
  const uint32_t all = format->width | format->height | format->tile_width | format->tile_height;
  if (all & 1 || format->width != job->width || format->height != job->height) return false;
  frame->width = format->width / 2;
  frame->height = format->height / 2;
  frame->tile_width = format->tile_width / 2;
  frame->tile_height = format->tile_height / 2;
  if (frame->width > kMostSide || frame->height > kMostSide) return false;
  if (frame->tile_width > frame->width || frame->tile_height > frame->height) return false;
  if (frame->tile_width < kLeastSide || frame->tile_height < kLeastSide) return false;
  frame->across = (frame->width - 1) / frame->tile_width + 1;
  frame->down = (frame->height - 1) / frame->tile_height + 1;
  if (frame->across > kMostTiles || frame->down > kMostTiles) return false;
  if (frame->width - frame->tile_width * (frame->across - 1) < kLeastSide) return false;
  if (frame->height - frame->tile_height * (frame->down - 1) < kLeastSide) return false;
  // At a seam between rows, LibRaw uses a different wavelet.
  if (format->levels > 0 && frame->down > 1) return false;
  frame->bands = 3 * format->levels + 1;
  const uint64_t size = job->source.size;
  if (job->offset > size || format->data_size > size - job->offset) return false;
  frame->end = job->offset + format->data_size;
  return format->header_size <= format->data_size && format->header_size <= kMostHeaders;
}

/// Reads the headers. Any of them can be irregular.
static bool find_tiles(struct tiles *tiles) {
  struct crx_frame *frame = &tiles->frame;
  const bromide_raw_source *source = &frame->job->source;
  const uint32_t size = frame->format->header_size, count = frame->across * frame->down;
  frame->headers = malloc(size ? size : 1);
  tiles->starts = malloc(count * sizeof *tiles->starts);
  if (!frame->headers || !tiles->starts) return false;
  if (source->read(source->context, frame->job->offset, frame->headers, size) != size) return false;
  struct crx_start start = {0, frame->job->offset + size};
  for (uint32_t i = 0; i < count; i++) {
    struct crx_tile tile;
    tiles->starts[i] = start;
    if (!crx_read_tile(frame, i, &start, &tile)) return false;
  }
  return true;
}

static void run_tiles(void *argument) {
  struct tiles *tiles = argument;
  while (!atomic_load_explicit(&tiles->failed, memory_order_relaxed)) {
    const uint32_t index = atomic_fetch_add(&tiles->next, 1);
    if (index >= tiles->count) break;
    struct crx_start start = tiles->starts[tiles->chosen[index]];
    struct crx_tile tile;
    if (!crx_read_tile(&tiles->frame, tiles->chosen[index], &start, &tile) ||
        !crx_decode_tile(&tiles->frame, &tile))
      atomic_store(&tiles->failed, true);
  }
}

bool bromide_unpack_crx(const bromide_raw_job *job, const bromide_raw_crx *format) {
  struct tiles tiles = {.frame = {.job = job, .format = format}};
  if (!measure(&tiles.frame)) return false;
  if (find_tiles(&tiles)) {
    // The file contains all tiles, so it does not need an additional last tile.
    tiles.chosen = bromide_raw_choose(
        job, format->tile_width, format->tile_height, UINT32_MAX, &tiles.count);
  }
  if (tiles.chosen) {
    if (tiles.count > 1)
      bromide_raw_together(&job->crew, run_tiles, &tiles);
    else
      run_tiles(&tiles);
  }
  const bool is_sound = tiles.chosen && !atomic_load(&tiles.failed);
  free(tiles.chosen);
  free(tiles.starts);
  free(tiles.frame.headers);
  return is_sound;
}
