// The edges of an X-Trans block. Loops have constant lengths, so that the compiler vectorises them.
#pragma clang fp contract(off)

enum {
  XTRANS_WIDTH = BROMIDE_XTRANS_BLOCK_WIDTH, XTRANS_HEIGHT = BROMIDE_XTRANS_BLOCK_HEIGHT,
  XTRANS_ROWS = XTRANS_HEIGHT + 2 * BROMIDE_XTRANS_MARGIN,
  /// Includes columns after the margin, which sums by doubling read.
  XTRANS_COLUMNS = XTRANS_WIDTH + 2 * BROMIDE_XTRANS_MARGIN + 8,
};

// Returns the maximum of every nine values in a row. Values after the end of `row` must be `none`.
INLINE void largest_of_nine(const float *row, float *result) {
  float two[XTRANS_COLUMNS], four[XTRANS_COLUMNS];
  for (int i = 0; i < XTRANS_WIDTH + 7; i++) two[i] = LARGER(row[i], row[i + 1]);
  for (int i = 0; i < XTRANS_WIDTH + 5; i++) four[i] = LARGER(two[i], two[i + 2]);
  for (int i = 0; i < XTRANS_WIDTH; i++) {
    float eight = LARGER(four[i], four[i + 4]);
    result[i] = LARGER(eight, row[i + 8]);
  }
}

float NAME(xtrans_edge_block)(XTRANS_EDGE_PARAMETERS) {
  // Green light and its negative. At other sites, values that are never the maximum.
  float bright[XTRANS_ROWS][XTRANS_COLUMNS], dark[XTRANS_ROWS][XTRANS_COLUMNS];
  float green[6][XTRANS_COLUMNS], blacks[6][XTRANS_COLUMNS], scales[6][XTRANS_COLUMNS];
  const ptrdiff_t left = x - BROMIDE_XTRANS_MARGIN, top = y - BROMIDE_XTRANS_MARGIN;
  const float none = -1e30f;
  enum { READ = XTRANS_WIDTH + 2 * BROMIDE_XTRANS_MARGIN };
  for (int j = 0; j < 6; j++) {
    for (int i = 0; i < READ; i++) {
      const int site = (int)((top + j) % 6 * 6 + (left + i) % 6);
      green[j][i] = blocks->is_green[site];
      blacks[j][i] = blocks->black[site];
      scales[j][i] = blocks->scale[site];
    }
  }
  float most[READ], least[READ];
  for (int i = 0; i < READ; i++) most[i] = least[i] = none;
  for (int j = 0; j < XTRANS_ROWS; j++) {
    const uint16_t *row = blocks->samples + (top + j) * blocks->stride + left;
    const int k = j % 6;
    for (int i = 0; i < READ; i++) {
      float light = ((float)row[i] - blacks[k][i]) * scales[k][i];
      bright[j][i] = green[k][i] > 0 ? light : none;
      dark[j][i] = green[k][i] > 0 ? -light : none;
      most[i] = LARGER(bright[j][i], most[i]);
      least[i] = LARGER(dark[j][i], least[i]);
    }
    for (int i = READ; i < XTRANS_COLUMNS; i++) bright[j][i] = dark[j][i] = none;
  }
  float brightest = none, darkest = none;
  for (int i = 0; i < READ; i++) {
    brightest = LARGER(most[i], brightest);
    darkest = LARGER(least[i], darkest);
  }
  if (!(brightest + darkest > range)) return 0;
  float brights[XTRANS_ROWS][XTRANS_WIDTH], darks[XTRANS_ROWS][XTRANS_WIDTH];
  for (int j = 0; j < XTRANS_ROWS; j++) {
    largest_of_nine(bright[j], brights[j]);
    largest_of_nine(dark[j], darks[j]);
  }
  float best[XTRANS_WIDTH] = {0};
  for (int j = 0; j < XTRANS_HEIGHT; j++) {
    const int row = j + BROMIDE_XTRANS_MARGIN;
    const float *here = bright[row] + BROMIDE_XTRANS_MARGIN;
    const float *is_green = green[row % 6] + BROMIDE_XTRANS_MARGIN;
    const float *green_above = green[(row + 5) % 6] + BROMIDE_XTRANS_MARGIN;
    const float *green_below = green[(row + 1) % 6] + BROMIDE_XTRANS_MARGIN;
    const float *above = bright[row - 1] + BROMIDE_XTRANS_MARGIN;
    const float *below = bright[row + 1] + BROMIDE_XTRANS_MARGIN;
    for (int i = 0; i < XTRANS_WIDTH; i++) {
      float high = none, low = none;
      for (int k = 0; k < 9; k++) {
        high = LARGER(brights[j + k][i], high);
        low = LARGER(darks[j + k][i], low);
      }
      // The step is 0 unless both sites are green.
      float c = here[i], d[4] = {above[i - 1] - c, above[i + 1] - c, below[i - 1] - c, below[i + 1] - c};
      const float both[4] = {
        green_above[i - 1], green_above[i + 1], green_below[i - 1], green_below[i + 1]};
      float step = 0;
      for (int k = 0; k < 4; k++) {
        float size = LARGER(d[k], -d[k]);
        size = both[k] > 0 ? size : 0;
        step = LARGER(size, step);
      }
      float spread = high + low;
      int counts = (is_green[i] > 0) & (spread > range) & (spread * spread > a * high + b)
        & (high < 0.9f);
      float ratio = counts ? step / spread : 0;
      best[i] = LARGER(ratio, best[i]);
    }
  }
  float result = 0;
  for (int i = 0; i < XTRANS_WIDTH; i++) result = LARGER(best[i], result);
  return result;
}
