// Measures blocks. Loops have constant lengths, so that the compiler vectorises them. Sums are
// stored by column, so that their order does not depend on the vectors' length.
#pragma clang fp contract(off)

enum {
  HALF = BROMIDE_SITES / 2,
  GREENS = HALF + BROMIDE_SITES_MARGIN,
  /// Samples to prefetch ahead, from a later block. A block's rows are too many and too short for
  /// the processor to recognise a pattern. Noise of 24 megapixels takes 3.7 ms, 6.2 without. Edges
  /// take 21.6 and 24.
  AHEAD = 256,
};

void NAME(noise_block)(
  const bromide_blocks *blocks, ptrdiff_t x, ptrdiff_t y, bromide_noise *result) {
  enum { SIDE = BROMIDE_SITES };
  for (int parity = 0; parity < 2; parity++) {
    // By column, of both planes that share the rows.
    float sums[SIDE] = {0}, details[SIDE] = {0}, slopes[SIDE] = {0}, most[SIDE] = {0};
    for (int row = 0; row < HALF; row += 2) {
      const uint16_t *above = blocks->samples + (y + 2 * row + parity) * blocks->stride + x;
      const uint16_t *below = above + 2 * blocks->stride;
      __builtin_prefetch(above + AHEAD);
      __builtin_prefetch(below + AHEAD);
      // Uses the first two of every four columns. Their neighbours are read again, because reading
      // them from an array would wait for its stores.
      for (int i = 0; i < SIDE; i++) {
        float upper = (float)above[i], lower = (float)below[i];
        float next_upper = (float)above[i + 2], next_lower = (float)below[i + 2];
        sums[i] += upper + lower;
        float larger = upper > lower ? upper : lower;
        most[i] = larger > most[i] ? larger : most[i];
        float falling = upper - next_lower, rising = next_upper - lower;
        float detail = (upper - next_upper) - (lower - next_lower);
        details[i] += detail * detail;
        slopes[i] += falling * falling + rising * rising;
      }
    }
    for (int column = 0; column < 2; column++) {
      float sum = 0, detail = 0, slope = 0, greatest = 0;
      for (int i = column; i < SIDE; i += 2) {
        sum += sums[i];
        greatest = most[i] > greatest ? most[i] : greatest;
      }
      for (int i = column; i < SIDE; i += 4) {
        detail += details[i];
        slope += slopes[i];
      }
      const int site = 2 * parity + column;
      const float scale = blocks->scale[site];
      result[site] = (bromide_noise){
        .detail = detail * scale * scale / (HALF * HALF),
        .slope = slope * scale * scale / (HALF * HALF),
        .mean = (sum / (HALF * HALF) - blocks->black[site]) * scale,
        .largest = (greatest - blocks->black[site]) * scale,
      };
    }
  }
}

// Reads the greens of a row, starting at the margin. Value i of row j is in column 2i + (j + first)
// mod 2 of the region.
INLINE void greens_of(
  const bromide_blocks *blocks, ptrdiff_t x, ptrdiff_t y, float greens[GREENS + 4]) {
  const int odd = (int)((x + y) & 1) == (blocks->green_first ? 0 : 1) ? 0 : 1;
  const uint16_t *row = blocks->samples + y * blocks->stride + x + odd;
  const int site = (int)(2 * (y & 1) + ((x + odd) & 1));
  __builtin_prefetch(row + AHEAD);
  __builtin_prefetch(row + AHEAD + 32);
  for (int i = 0; i < GREENS; i++) {
    greens[i] = ((float)row[2 * i] - blocks->black[site]) * blocks->scale[site];
  }
}

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))

float NAME(edge_block)(EDGE_PARAMETERS) {
  enum { ROWS = BROMIDE_SITES + 2 * BROMIDE_SITES_MARGIN };
  float greens[ROWS][GREENS + 4];
  const ptrdiff_t left = x - BROMIDE_SITES_MARGIN, top = y - BROMIDE_SITES_MARGIN;
  float most = -1e30f, least = 1e30f;
  for (int j = 0; j < ROWS; j++) {
    greens_of(blocks, left, top + j, greens[j]);
    for (int i = 0; i < GREENS; i++) {
      most = LARGER(greens[j][i], most);
      least = SMALLER(greens[j][i], least);
    }
  }
  if (!(most - least > range)) return 0;
  // For each row, the extremes of 5 greens around a green, and of 4 around a site between two
  // greens (the site after value i).
  float most5[ROWS][HALF], least5[ROWS][HALF], most4[ROWS][HALF + 1], least4[ROWS][HALF + 1];
  for (int j = 0; j < ROWS; j++) {
    const float *g = greens[j];
    for (int i = 0; i < HALF; i++) {
      float high = LARGER(LARGER(g[i], g[i + 1]), LARGER(g[i + 3], g[i + 4]));
      float low = SMALLER(SMALLER(g[i], g[i + 1]), SMALLER(g[i + 3], g[i + 4]));
      most5[j][i] = LARGER(high, g[i + 2]);
      least5[j][i] = SMALLER(low, g[i + 2]);
    }
    for (int i = 0; i < HALF + 1; i++) {
      most4[j][i] = LARGER(LARGER(g[i], g[i + 1]), LARGER(g[i + 2], g[i + 3]));
      least4[j][i] = SMALLER(SMALLER(g[i], g[i + 1]), SMALLER(g[i + 2], g[i + 3]));
    }
  }
  float best[HALF] = {0};
  for (int j = BROMIDE_SITES_MARGIN; j < ROWS - BROMIDE_SITES_MARGIN; j++) {
    // Green i + 2 of this row is between greens i + 1 + odd and i + 2 + odd of its neighbour rows.
    const int odd = (int)((left + top + j) & 1) == (blocks->green_first ? 0 : 1) ? 0 : 1;
    const float *here = greens[j] + 2, *above = greens[j - 1] + 1 + odd;
    const float *below = greens[j + 1] + 1 + odd;
    for (int i = 0; i < HALF; i++) {
      float high = LARGER(LARGER(most5[j - 4][i], most5[j - 2][i]), most5[j][i]);
      float low = SMALLER(SMALLER(least5[j - 4][i], least5[j - 2][i]), least5[j][i]);
      high = LARGER(LARGER(most5[j + 2][i], most5[j + 4][i]), high);
      low = SMALLER(SMALLER(least5[j + 2][i], least5[j + 4][i]), low);
      const int k = i + odd;
      high = LARGER(LARGER(most4[j - 3][k], most4[j - 1][k]), high);
      low = SMALLER(SMALLER(least4[j - 3][k], least4[j - 1][k]), low);
      high = LARGER(LARGER(most4[j + 1][k], most4[j + 3][k]), high);
      low = SMALLER(SMALLER(least4[j + 1][k], least4[j + 3][k]), low);
      float d = LARGER(here[i] - above[i], above[i] - here[i]);
      float e = LARGER(here[i] - above[i + 1], above[i + 1] - here[i]);
      float f = LARGER(here[i] - below[i], below[i] - here[i]);
      float h = LARGER(here[i] - below[i + 1], below[i + 1] - here[i]);
      float step = LARGER(LARGER(d, e), LARGER(f, h)), spread = high - low;
      int counts = (spread > range) & (spread * spread > a * high + b) & (high < 0.9f);
      float ratio = counts ? step / spread : 0;
      best[i] = LARGER(ratio, best[i]);
    }
  }
  float result = 0;
  for (int i = 0; i < HALF; i++) result = LARGER(best[i], result);
  return result;
}
