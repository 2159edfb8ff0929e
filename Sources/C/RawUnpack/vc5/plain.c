// VC-5's wavelet and cells in 32 bits, position by position. This is the reference, and it is also
// used for the ends of bands and for values that do not fit in 16 bits.
#include "vc5.h"

static int32_t clamp(int32_t value, int32_t least, int32_t most) {
  return value < least ? least : value > most ? most : value;
}

/// Computes two positions of a finer row from positions `i - 1`, `i` and `i + 1` of the low band.
/// The middle one must not be an end. For the first position, it is position 1. For the last
/// position, it is the one before.
static void join(
    int32_t before, int32_t low, int32_t after, int32_t high, bool is_first, bool is_last, int32_t *even, int32_t *odd) {
  if (is_first) {
    *even = ((11 * before - 4 * low + after + 4) >> 3) + high;
    *odd = ((5 * before + 4 * low - after + 4) >> 3) - high;
  } else if (is_last) {
    *even = ((5 * after + 4 * low - before + 4) >> 3) + high;
    *odd = ((11 * after - 4 * low + before + 4) >> 3) - high;
  } else {
    *even = low + ((before - after + 4) >> 3) + high;
    *odd = low + ((after - before + 4) >> 3) - high;
  }
}

void vc5_down_plain(
    const struct vc5_rows *rows, uint32_t row, uint32_t height, uint32_t width, int16_t *even, int16_t *odd) {
  for (uint32_t x = 0; x < width; x++) {
    int32_t first, second;
    join(rows->before[x], rows->low[x], rows->after[x], rows->high[x], row == 0, row == height - 1, &first, &second);
    even[x] = (int16_t)clamp(first >> 1, INT16_MIN, INT16_MAX);
    odd[x] = (int16_t)clamp(second >> 1, INT16_MIN, INT16_MAX);
  }
}

/// Joins the halves at position `x`.
static void join_across(
    const int16_t *low, const int16_t *high, uint32_t x, uint32_t width, int32_t *even, int32_t *odd) {
  const uint32_t middle = x == 0 ? 1 : x == width - 1 ? width - 2 : x;
  join(low[middle - 1], low[middle], low[middle + 1], high[x], x == 0, x == width - 1, even, odd);
}

void vc5_across_plain(
    const int16_t *low, const int16_t *high, uint32_t from, uint32_t to, uint32_t width, int16_t *out, uint32_t count) {
  for (uint32_t x = from; x < to; x++) {
    int32_t even, odd;
    join_across(low, high, x, width, &even, &odd);
    out[2 * x] = (int16_t)clamp(even * 2, INT16_MIN, INT16_MAX);
    if (2 * x + 1 < count) out[2 * x + 1] = (int16_t)clamp(odd * 2, INT16_MIN, INT16_MAX);
  }
}

void vc5_finish_plain(
    const int16_t *low, const int16_t *high, uint32_t from, uint32_t to, uint32_t width, uint16_t *out, uint32_t count) {
  for (uint32_t x = from; x < to; x++) {
    int32_t even, odd;
    join_across(low, high, x, width, &even, &odd);
    out[2 * x] = (uint16_t)clamp(even >> 1, 0, kMostPlane);
    if (2 * x + 1 < count) out[2 * x + 1] = (uint16_t)clamp(odd >> 1, 0, kMostPlane);
  }
}

void vc5_cells_plain(const struct vc5_cells *cells, uint32_t first) {
  for (uint32_t x = first; x < cells->count; x++) {
    const int32_t green = cells->green[x];
    const int32_t difference = cells->green_difference[x] - kMiddle;
    const int32_t values[] = {
        green + 2 * (cells->red_green[x] - kMiddle), green + difference, green - difference,
        green + 2 * (cells->blue_green[x] - kMiddle)};
    uint16_t samples[4];
    for (int i = 0; i < 4; i++) samples[i] = cells->curve[clamp(values[i], 0, kMostValue)];
    // Red, two greens and blue.
    static const uint8_t orders[2][4] = {{0, 1, 2, 3}, {1, 3, 0, 2}};
    for (int i = 0; i < 4; i++) cells->rows[i / 2][2 * x + i % 2] = samples[orders[cells->is_gbrg][i]];
  }
}
