// Decodes a channel row by row: the streams' coefficients, then the levels of the wavelet. Each
// level outputs the low band's rows of the next level.
#include "dispatch.h"

#include <string.h>

/// Returns the number of rows of a level that can be joined with `available` rows of its bands. A
/// row needs its neighbours, and an end needs two of them.
static uint32_t joinable(const struct vc5_level *level, uint32_t available) {
  if (available == level->height) return available;
  return available < kLeastBand ? 0 : available - 1;
}

static uint32_t rows_of(const struct vc5_level *level, uint32_t joined) {
  return 2 * joined < level->out_height ? 2 * joined : level->out_height;
}

uint32_t vc5_rows_of_steps(const struct vc5_level *levels, uint32_t steps) {
  const uint64_t needed = (uint64_t)steps * kRowsOfStep;
  uint32_t rows = needed < levels[0].height ? (uint32_t)needed : levels[0].height;
  for (uint32_t l = 0; l < kLevels; l++) rows = rows_of(&levels[l], joinable(&levels[l], rows));
  return rows;
}

/// Removes rows of a low band from memory.
static void drop_low_rows(struct vc5_level *level, uint32_t first) {
  const size_t width = level->width;
  memmove(
      level->low, level->low + (first - level->first) * width,
      (level->count - first) * width * sizeof *level->low);
  level->first = first;
}

/// Requests as many rows of a level's bands as its low band will have.
static void need_rows(struct vc5_channel *channel, uint32_t number, uint32_t available) {
  struct vc5_level *level = &channel->levels[number];
  const uint32_t first = level->done > 1 ? level->done - 2 : 0;
  struct vc5_stream *streams = &channel->streams[number > 0 ? 1 + kHighBands * number : 0];
  for (uint32_t b = 0; b < (number > 0 ? kHighBands : 1 + kHighBands); b++) {
    vc5_drop_rows(&streams[b], first);
    streams[b].needed = (int64_t)(available - first) * level->width;
  }
  if (number > 0) {
    drop_low_rows(level, first);
  } else {
    level->low = channel->streams[0].cursor.samples;
    level->first = first;
  }
}

/// Returns a row of a band.
static const int16_t *row_of(const struct vc5_stream *band, uint32_t row) {
  return band->cursor.samples + (size_t)(row - band->first) * band->width;
}

/// Joins halves horizontally into a row of the next level or of the picture.
static void join_across(
    struct vc5_channel *channel, uint32_t number, bool is_plain, const int16_t *left, const int16_t *right, uint32_t row) {
  const struct vc5_level *level = &channel->levels[number];
  const uint32_t count = level->out_width;
  if (row >= level->out_height) return;
  if (number == kLevels - 1) {
    uint16_t *const out = channel->rows + row * channel->stride;
    if (is_plain)
      vc5_finish_plain(left, right, 0, level->width, level->width, out, count);
    else
      DISPATCH(channel->isa, vc5_finish, left, right, level->width, out, count);
    return;
  }
  struct vc5_level *next = &channel->levels[number + 1];
  int16_t *const out = next->low + (size_t)(row - next->first) * next->width;
  if (is_plain)
    vc5_across_plain(left, right, 0, level->width, level->width, out, count);
  else
    DISPATCH(channel->isa, vc5_across, left, right, level->width, out, count);
  next->is_wide |= DISPATCH(channel->isa, vc5_is_wide, out, count);
}

static void join_row(struct vc5_channel *channel, uint32_t number, uint32_t row) {
  struct vc5_level *level = &channel->levels[number];
  const struct vc5_stream *bands = &channel->streams[1 + kHighBands * number];
  const uint32_t last = level->height - 1, width = level->width;
  const bool is_end = row == 0 || row == last;
  const uint32_t middle = row == 0 ? 1 : row == last ? last - 1 : row;
  const int16_t *const low = level->low + (size_t)(middle - level->first) * width;
  const struct vc5_rows left = {low - width, low, low + width, row_of(&bands[1], row)};
  const int16_t *const across = row_of(&bands[0], middle);
  const struct vc5_rows right = {across - width, across, across + width, row_of(&bands[2], row)};
  bool is_plain = is_end || level->is_wide;
  for (uint32_t b = 0; b < kHighBands; b++) is_plain |= bands[b].cursor.largest > kMostNarrowHigh;
  if (is_plain) {
    vc5_down_plain(&left, row, level->height, width, level->left[0], level->left[1]);
    vc5_down_plain(&right, row, level->height, width, level->right[0], level->right[1]);
  } else {
    DISPATCH(channel->isa, vc5_down, &left, width, level->left[0], level->left[1]);
    DISPATCH(channel->isa, vc5_down, &right, width, level->right[0], level->right[1]);
  }
  for (uint32_t half = 0; half < 2; half++)
    join_across(channel, number, is_plain, level->left[half], level->right[half], 2 * row + half);
}

uint32_t vc5_decode_rows(struct vc5_channel *channel, uint32_t count) {
  uint32_t available[kLevels + 1] = {count};
  for (uint32_t l = 0; l < kLevels; l++) {
    const struct vc5_level *level = &channel->levels[l];
    need_rows(channel, l, available[l]);
    available[l + 1] = rows_of(level, joinable(level, available[l]));
  }
  struct vc5_level *coarsest = &channel->levels[0];
  vc5_read_lowpass(&channel->streams[0], count);
  for (uint32_t row = coarsest->count; row < count; row++)
    coarsest->is_wide |= DISPATCH(channel->isa, vc5_is_wide, row_of(&channel->streams[0], row), coarsest->width);
  DISPATCH(channel->isa, vc5_take_bands, channel->streams, channel->codes);
  for (uint32_t l = 0; l < kLevels; l++) {
    struct vc5_level *level = &channel->levels[l];
    const uint32_t end = joinable(level, available[l]);
    level->count = available[l];
    for (; level->done < end; level->done++)
      if (2 * level->done + 1 >= channel->first_needed[l]) join_row(channel, l, level->done);
  }
  return available[kLevels];
}
