// The headers of a frame's tiles, planes and bands.
#include "crx.h"

#include <stdlib.h>

static uint32_t be16(const uint8_t *at) { return (uint32_t)at[0] << 8 | at[1]; }
static uint32_t be32(const uint8_t *at) { return be16(at) << 16 | be16(at + 2); }

/// Reads the next header: a mark, the size of the content, and the content.
static const uint8_t *take(
    const struct crx_frame *frame, struct crx_start *start, uint32_t *mark, uint32_t *size) {
  const size_t left = frame->format->header_size - start->header;
  if (left < 4) return NULL;
  const uint8_t *at = frame->headers + start->header;
  *mark = be16(at);
  *size = be16(at + 2);
  if (left - 4 < *size) return NULL;
  start->header += 4 + *size;
  return at + 4;
}

/// Returns whether a piece is inside the data.
static bool fits(const struct crx_frame *frame, uint64_t offset, uint64_t size) {
  return offset <= frame->end && size <= frame->end - offset;
}

static bool read_band(
    const struct crx_frame *frame, struct crx_start *start, uint32_t number, uint64_t *data,
    struct crx_band *band) {
  uint32_t mark, size;
  const uint8_t *at = take(frame, start, &mark, &size);
  if (!at) return false;
  *band = (struct crx_band){0};
  const uint32_t bytes = size >= 8 ? be32(at) : 0;
  uint32_t tail;
  if (mark == 0xff03 && size == 8) {
    const uint32_t flags = be32(at + 4);
    if (flags >> 28 != number) return false;
    band->has_line_steps = flags >> 27 & 1;
    band->step_index = flags >> 19 & 0xff;
    tail = flags & 0x7ffff;
    if (band->step_index > kMostBandStepIndex) return false;
  } else if (mark == 0xff13 && size == 16) {
    if (be16(at + 4) != number << 12 || be16(at + 14) != 0) return false;
    band->has_table_steps = true;
    band->multiplier = be16(at + 6);
    band->base = be32(at + 8);
    tail = be16(at + 12);
  } else {
    return false;
  }
  if (tail > bytes || !fits(frame, *data, bytes)) return false;
  band->place = (struct crx_place){*data, bytes - tail};
  *data += bytes;
  return true;
}

/// Returns whether the steps of this band are available.
static bool has_steps(
    const struct crx_frame *frame, const struct crx_tile *tile, const struct crx_band *band) {
  // Steps exist only with a wavelet.
  if (frame->format->levels == 0) return !band->has_line_steps && band->place.size > 0;
  return tile->has_table == band->has_table_steps;
}

bool crx_read_tile(
    const struct crx_frame *frame, uint32_t index, struct crx_start *start, struct crx_tile *tile) {
  uint32_t mark, size;
  const uint8_t *at = take(frame, start, &mark, &size);
  if (!at || (mark != 0xff01 && mark != 0xff11)) return false;
  const bool has_more = mark == 0xff11 && size == 16;
  if ((size != 8 && !has_more) || be16(at + 4) != (index & 0xffff)) return false;
  if (be16(at + 6) != (has_more ? 0x4000 : 0) || (has_more && be16(at + 14) != 0)) return false;
  const uint32_t column = index % frame->across, row = index / frame->across;
  *tile = (struct crx_tile){
      .x = column * frame->tile_width,
      .y = row * frame->tile_height,
      .has_left = column > 0,
      .has_right = column + 1 < frame->across,
  };
  tile->width = tile->has_right ? frame->tile_width : frame->width - tile->x;
  tile->height = row + 1 < frame->down ? frame->tile_height : frame->height - tile->y;
  const uint64_t bytes = be32(at);
  if (!fits(frame, start->data, bytes)) return false;
  uint64_t data = start->data;
  if (has_more) {
    tile->has_table = true;
    tile->table = (struct crx_place){data, be32(at + 8)};
    data += (uint64_t)be32(at + 8) + be16(at + 12);
    if (frame->format->version != 0x200 || !fits(frame, tile->table.offset, tile->table.size))
      return false;
  }
  start->data += bytes;
  for (uint32_t p = 0; p < kPlanes; p++) {
    struct crx_plane *plane = &tile->planes[p];
    at = take(frame, start, &mark, &size);
    if (!at || (mark != 0xff02 && mark != 0xff12) || size != 8 || at[4] >> 4 != p) return false;
    if (at[5] | at[6] | at[7]) return false;
    const uint64_t plane_bytes = be32(at);
    plane->is_predicted = at[4] >> 3 & 1;
    plane->rounding = at[4] >> 1 & 3;
    if (plane->rounding && (frame->format->levels > 0 || !plane->is_predicted)) return false;
    uint64_t band_data = data;
    for (uint32_t b = 0; b < frame->bands; b++) {
      if (!read_band(frame, start, b, &band_data, &plane->bands[b])) return false;
      if (!has_steps(frame, tile, &plane->bands[b])) return false;
    }
    data += plane_bytes;
  }
  return true;
}

/// The coefficients after a tile's right edge, by the number of levels and the width modulo 8. Each
/// number has four bits for high and four bits for low. The finest level comes first.
static const uint8_t beyond[kMostLevels][8][kMostLevels] = {
    {{0x11}, {0x10}, {0x11}, {0x10}, {0x11}, {0x10}, {0x11}, {0x10}},
    {{0x11, 0x11}, {0x10, 0x10}, {0x12, 0x21}, {0x11, 0x11},
     {0x11, 0x11}, {0x10, 0x10}, {0x12, 0x21}, {0x11, 0x11}},
    {{0x11, 0x11, 0x11}, {0x10, 0x10, 0x10}, {0x12, 0x22, 0x21}, {0x11, 0x12, 0x21},
     {0x11, 0x12, 0x21}, {0x10, 0x11, 0x11}, {0x12, 0x21, 0x11}, {0x11, 0x11, 0x11}},
};

bool crx_shapes(
    const struct crx_frame *frame, const struct crx_tile *tile, struct crx_shape *bands,
    uint32_t (*sizes)[2]) {
  const uint32_t levels = frame->format->levels;
  uint32_t width = tile->width, height = tile->height;
  if (levels == 0) {
    bands[0] = (struct crx_shape){width, height, 0, 0};
    return true;
  }
  // The output of a level is the low part of the next finer level.
  uint32_t given[2] = {width, height};
  for (uint32_t level = 0; level < levels; level++) {
    const uint8_t more = tile->has_right ? beyond[levels - 1][tile->width & 7][level] : 0;
    const uint32_t more_high = more >> 4, more_low = more & 15;
    const uint32_t odd_width = width & 1, odd_height = height & 1;
    width = (width + 1) >> 1;
    height = (height + 1) >> 1;
    const uint32_t low = width + more_low, high = width + more_high + tile->has_left - odd_width;
    struct crx_shape *three = &bands[3 * (levels - 1 - level) + 1];
    three[0] = (struct crx_shape){high, height, tile->has_left, more_high};
    three[1] = (struct crx_shape){low, height - odd_height, 0, more_low};
    three[2] = (struct crx_shape){high, height - odd_height, tile->has_left, more_high};
    bands[0] = (struct crx_shape){low, height, 0, more_low};
    sizes[levels - 1 - level][0] = given[0];
    sizes[levels - 1 - level][1] = given[1];
    // The number that the lifting needs.
    const uint32_t evens = (given[0] + 1) / 2 + (tile->has_right && given[0] % 2 == 0);
    if (low < evens || high + !tile->has_left < evens || high < given[0] / 2) return false;
    given[0] = low;
    given[1] = height;
  }
  return true;
}

bromide_raw_crx_traits bromide_crx_traits(const bromide_raw_job *job, const bromide_raw_crx *format) {
  const uint64_t file = job->source.size;
  const size_t size = format->header_size;
  bromide_raw_crx_traits traits = {
      .is_cut = job->offset > file || format->data_size > file - job->offset};
  if (size > kMostHeaders || traits.is_cut) return traits;
  uint8_t *const headers = malloc(size ? size : 1);
  if (headers && job->source.read(job->source.context, job->offset, headers, size) == size) {
    const struct crx_frame frame = {.job = job, .format = format, .headers = headers};
    struct crx_start start = {0, 0};
    uint32_t mark, length;
    // The start of the data for the next tile, plane and band.
    uint64_t tile = job->offset + size, plane = tile, band = tile;
    for (const uint8_t *at; (at = take(&frame, &start, &mark, &length));) {
      if (length < 8) continue;
      const uint64_t bytes = be32(at);
      switch (mark) {
      case 0xff01:
      case 0xff11:
        plane = tile + (length >= 16 ? (uint64_t)be32(at + 8) + be16(at + 12) : 0);
        tile += bytes;
        break;
      case 0xff02:
      case 0xff12:
        band = plane;
        plane += bytes;
        break;
      case 0xff03:
        traits.has_line_steps |= at[4] >> 3 & 1;
        traits.has_large_steps |= (be32(at + 4) >> 19 & 0xff) > kMostBandStepIndex;
        // fall through
      case 0xff13:
        band += bytes;
        traits.is_cut |= band > file;
        break;
      }
    }
  }
  free(headers);
  return traits;
}
