// Ratio corrected demosaicing, L. Sanz Rodríguez, version 2.3, with colours along the line between
// neighbours (steps 4 and 5 are Bromide's). Sources/Kernels/Demosaic/DemosaicReference.swift has the
// formulas and reasons, and the names (d, D, ℓ, Q …) used here.
//
// Every fourth output row advances a pipeline of stages by four rows. Each stage is a few rows
// ahead of the next. Rings of 4 to 32 rows contain the rows that later stages still need. Sites are
// red or blue ("other", o) or green (g). With p = other_parity of a row and q = 1 − p, the
// neighbours of half column i are:
// - for an other site: left g[i−1+p], right g[i+p], above and below g[i], two steps o[i±1]
// - for a green site: left o[i−1+q], right o[i+q], above and below o[i], two steps g[i±1]
// - on a diagonal, one row away: i−1+p and i+p in the plane of the same kind (q for green)
// - on a diagonal, three rows away: i−2+p and i+1+p
//
// So the same code works for all four patterns, because a parity is an offset of pointers.
//
// Measured: 6000×4000 samples to three rows of floats, levels included, in strips of 1014 columns
// and bands of 256 rows, on a 3.7 GHz Zen 5 with clang 21 (one thread / two, ms): v4 40 / 20, v3 74
// / 37, baseline 160 / 81. v4 takes 195 cycles for 32 pixels: 54 for step 5, 51 for step 4 with its
// directions, 35 for green with its directions, 31 for step 1, and 13 for levels. These costs in
// cycles decided the design:
// - A line from the L2 cache costs 2 cycles, so each stage computes four rows that share most of
//   the lines (one row: 20 more; eight rows: the same). More rings that store distances for two
//   stages cost 25 more than the arithmetic they save.
// - Loads across cache lines take two turns. Assembling neighbours from whole vectors is faster if
//   loads are the limit (the high-passes: 18 to 7 and 13 to 10), and slower if arithmetic is (steps
//   3, 4, 5).
// - A division of 16 lanes completes every 2.5 cycles. An estimate with a Newton step took 10 more
//   in total.

static const ring ring_g = {0, 31}, ring_o = {32, 31};
static const ring ring_hg = {64, 3}, ring_ho = {68, 3}, ring_eg = {72, 7}, ring_eo = {80, 7};
static const ring ring_dg = {88, 15}, ring_low = {104, 7}, ring_green = {112, 15};
static const ring ring_far = {128, 15};
static const ring ring_pp = {144, 7}, ring_qq = {152, 7}, ring_eq = {160, 7};

// If lateral colour is corrected, shifted red and blue and their ratios replace green and D, which
// need more rows.
static const ring ring_ratio = {88, 15}, ring_moved = {112, 15};
static const ring ring_long_dg = {168, 31}, ring_long_green = {200, 31};

enum {
  /// Rows that a stage computes before the next stage runs. They share most of the lines of the L2
  /// cache.
  BATCH = 4,
  /// Distance from the first finished row to the first row in a batch of levels, and of directions.
  LEVELS_AHEAD = 10,
  DIRECTIONS_AHEAD = 6,
  /// The same rows if lateral colour is corrected. Shifted rows are needed 8 to 11 rows ahead. They
  /// need ratios up to 4 rows further, and these need green up to 5 rows further.
  MOVED_LEVELS_AHEAD = 22,
  MOVED_DIRECTIONS_AHEAD = 18,
  MOVED_RATIOS_AHEAD = 12,
  /// Batches before the first row of a rectangle.
  WARM_UP = 5,
  MOVED_WARM_UP = 11,
};

/// The first half column that any stage needs, or an earlier one.
#define FIRST ((MARGIN - (moved ? MOVED_REACH : REACH)) / LANES * LANES)

// The rings of green, D and the other colour. `moved`, a constant at each call, selects the
// correction of lateral colour, here and in all stages.
#define GREEN (moved ? ring_long_green : ring_green)
#define DG (moved ? ring_long_dg : ring_dg)
#define OTHER (moved ? ring_moved : ring_o)

static const float epsilon = 1e-5f, least = 1e-10f, dark = 1.0f / 32;
static const float clearer = 1e-4f;

#include "rcd_directions_body.h"
#include "rcd_green_body.h"
#include "rcd_lateral_body.h"
#include "rcd_colour_body.h"

/// Levels row y, all sites.
INLINE void level(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n, const int moved) {
  (void)moved;
  sample_row row = bromide_sample_row(s, y, s->x - 2 * MARGIN, n);
  float *g = row_of(s, ring_g, y), *o = row_of(s, ring_o, y);
  int p = other_parity(s, y);
  level_row(s, &row, p ? g : o, p ? o : g, n);
}

/// Number of half columns, from column 0, of a stage `beyond` half columns wider than the
/// rectangle.
INLINE ptrdiff_t half_columns(const bromide_demosaic *s, ptrdiff_t beyond) {
  ptrdiff_t n = MARGIN + (s->width + 1) / 2 + beyond;
  return (n + LANES - 1) / LANES * LANES;
}

/// A step of the pipeline.
typedef struct {
  /// Computes row y, half columns 0 ..< n.
  void (*run)(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n);
  /// Distance from the first finished row to the first row of its batch.
  int ahead;
  /// Rows above and half columns beyond the rectangle that later stages read.
  int above, beyond;
} stage;

#define STAGE(name) \
  static void name##_here(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) { name(s, y, n, 0); } \
  static void name##_moved(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) { name(s, y, n, 1); }
STAGE(level)
STAGE(horizontal_high_pass)
STAGE(directions)
STAGE(low_pass)
STAGE(green_directions)
STAGE(green)
STAGE(diagonal_high_pass)
STAGE(diagonal_directions)
STAGE(far_colour)

/// In the order of execution within a batch.
static const stage stages[] = {
  {level_here, LEVELS_AHEAD, 10, REACH},
  {horizontal_high_pass_here, DIRECTIONS_AHEAD, 6, REACH},
  {directions_here, DIRECTIONS_AHEAD, 6, 4},
  {low_pass_here, 7, 7, 4},
  {green_directions_here, 5, 0, 3},
  {green_here, 5, 5, 3},
  {diagonal_high_pass_here, 5, 5, 4},
  {diagonal_directions_here, 4, 4, 3},
  {far_colour_here, 3, 3, 2},
};

/// The stages if lateral colour is corrected.
static const stage moved_stages[] = {
  {level_moved, MOVED_LEVELS_AHEAD, 22, MOVED_REACH},
  {horizontal_high_pass_moved, MOVED_DIRECTIONS_AHEAD, 18, MOVED_REACH},
  {directions_moved, MOVED_DIRECTIONS_AHEAD, 18, 10},
  {low_pass_moved, 19, 19, 10},
  {green_directions_moved, 17, 0, 3},
  {green_moved, 17, 17, 9},
  {ratios, MOVED_RATIOS_AHEAD, 12, 7},
  {moved_colour, 8, 8, 5},
  {diagonal_high_pass_moved, 5, 5, 4},
  {diagonal_directions_moved, 4, 4, 3},
  {far_colour_moved, 3, 3, 2},
};

/// Computes everything that rows y ..< y + BATCH need.
INLINE void make_batch(bromide_demosaic *s, ptrdiff_t y, const stage *all, size_t count) {
  for (size_t k = 0; k < count; k++) {
    const stage *made = &all[k];
    ptrdiff_t first = y + made->ahead, n = half_columns(s, made->beyond);
    for (ptrdiff_t row = first; row < first + BATCH; row++) {
      if (row >= s->y - made->above) made->run(s, row, n);
    }
  }
}

/// Computes the next row. `moved` and the values that depend on it are constants at each call.
INLINE void rcd_next(
  bromide_demosaic *s, const int moved, float *red, float *green_row, float *blue) {
  const stage *all = moved ? moved_stages : stages;
  const size_t count = moved ? sizeof moved_stages / sizeof *stages : sizeof stages / sizeof *stages;
  ptrdiff_t target = s->next++;
  // The rows above the rectangle are computed with its first row.
  if (target == s->y) {
    const ptrdiff_t batches = moved ? MOVED_WARM_UP : WARM_UP;
    for (ptrdiff_t y = target - batches * BATCH; y < target; y += BATCH) {
      make_batch(s, y, all, count);
    }
  }
  if ((target - s->y) % BATCH == 0) make_batch(s, target, all, count);
  // Prefetches a row of the next batch, because a batch reads samples faster than they arrive.
  bromide_prefetch_row(
    s, target + (moved ? MOVED_LEVELS_AHEAD : LEVELS_AHEAD) + BATCH, s->x - 2 * MARGIN,
    half_columns(s, moved ? MOVED_REACH : REACH));
  int p = other_parity(s, target);
  if (is_red_row(s, target)) {
    if (p) finish(s, target, moved, 1, 1, red, green_row, blue);
    else finish(s, target, moved, 1, 0, red, green_row, blue);
  } else {
    if (p) finish(s, target, moved, 0, 1, red, green_row, blue);
    else finish(s, target, moved, 0, 0, red, green_row, blue);
  }
}

/// Computes the next row of the mosaic with red and blue shifted, in the order of columns. Clipped
/// sites are unchanged.
static void aligned_row(bromide_demosaic *s, float *red, float *green_row, float *blue) {
  // The stages up to `moved_colour`.
  enum { STAGES = 8 };
  const ptrdiff_t target = s->next++;
  if (target == s->y) {
    for (ptrdiff_t y = target - MOVED_WARM_UP * BATCH; y < target; y += BATCH) {
      make_batch(s, y, moved_stages, STAGES);
    }
  }
  if ((target - s->y) % BATCH == 0) make_batch(s, target, moved_stages, STAGES);
  bromide_prefetch_row(
    s, target + MOVED_LEVELS_AHEAD + BATCH, s->x - 2 * MARGIN, half_columns(s, MOVED_REACH));
  const int p = other_parity(s, target);
  const float *g = row_of(s, ring_g, target) + MARGIN, *o = row_of(s, ring_o, target) + MARGIN;
  const float *moved = row_of(s, ring_moved, target) + MARGIN;
  const vf clip = clip_of(s, is_red_row(s, target) ? 0 : 2);
  float line[2 * LANES];
  for (ptrdiff_t i = 0; 2 * i < s->width; i += LANES) {
    const vf own = load(o + i), other = choose(own < clip, load(moved + i), own), site = load(g + i);
    for (int k = 0; k < LANES; k++) {
      line[2 * k + p] = other[k];
      line[2 * k + 1 - p] = site[k];
    }
    const ptrdiff_t rest = s->width - 2 * i;
    const size_t bytes = sizeof(float) * (size_t)(rest < 2 * LANES ? rest : 2 * LANES);
    memcpy(red + 2 * i, line, bytes);
    memcpy(green_row + 2 * i, line, bytes);
    memcpy(blue + 2 * i, line, bytes);
  }
}

static void rcd_row(bromide_demosaic *s, float *red, float *green_row, float *blue) {
  if (moves_colour(s)) rcd_next(s, 1, red, green_row, blue);
  else rcd_next(s, 0, red, green_row, blue);
}
