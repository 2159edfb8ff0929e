// The decision for one site, in double precision, and the choice of the variant.
// Sources/Kernels/Defects/DefectSearch.swift has the formulas and reasons.
#include "defects_internal.h"

#include <math.h>

#pragma clang fp contract(off)

static double light(const bromide_defect_search *d, ptrdiff_t x, ptrdiff_t y) {
  int site = (int)(2 * (y & 1) + (x & 1));
  return (d->samples[y * d->stride + x] - d->black[site]) * d->scale[site];
}

static void sort(double *values, int count) {
  for (int i = 1; i < count; i++) {
    double value = values[i];
    int k = i;
    for (; k > 0 && values[k - 1] > value; k--) values[k] = values[k - 1];
    values[k] = value;
  }
}

/// Sorts eight codes with the network of Batcher's odd-even merge sort.
static void sort_codes(int *v) {
  static const uint8_t pairs[19][2] = {
    {0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {1, 2}, {5, 6},
    {0, 4}, {1, 5}, {2, 6}, {3, 7}, {2, 4}, {3, 5}, {1, 2}, {3, 4}, {5, 6},
  };
  for (int i = 0; i < 19; i++) {
    int a = v[pairs[i][0]], b = v[pairs[i][1]];
    v[pairs[i][0]] = a < b ? a : b;
    v[pairs[i][1]] = a < b ? b : a;
  }
}

static double larger(double a, double b) { return a > b ? a : b; }

/// Returns the difference between an edge neighbour, one step (dx, dy) away, and the light `own` of
/// its colour.
static double excess(
  const bromide_defect_search *d, ptrdiff_t x, ptrdiff_t y, ptrdiff_t dx, ptrdiff_t dy,
  double *own) {
  double around[3] = {
    light(d, x + 3 * dx, y + 3 * dy), light(d, x + dx + 2 * dy, y + dy + 2 * dx),
    light(d, x + dx - 2 * dy, y + dy - 2 * dx),
  };
  sort(around, 3);
  *own = around[1];
  return light(d, x + dx, y + dy) - around[1];
}

/// Returns whether a hot or dead site differs clearly from the 24 sites of its colour within 4 rows
/// and columns.
static int leaves_texture(const uint16_t *site, ptrdiff_t stride, int is_hot) {
  double around[24];
  int count = 0;
  for (ptrdiff_t dy = -4; dy <= 4; dy += 2) {
    for (ptrdiff_t dx = -4; dx <= 4; dx += 2) {
      if (dx || dy) around[count++] = site[dy * stride + dx];
    }
  }
  sort(around, 24);
  return is_hot ? *site - around[22] > 2 * (around[22] - around[12])
                : around[1] - *site > 2 * (around[11] - around[1]);
}

/// The first search, for one site.
static int stands_out(const bromide_defect_search *d, ptrdiff_t x, ptrdiff_t y) {
  const uint16_t *here = d->samples + y * d->stride + x;
  const int floor = d->floor[2 * (y & 1) + (x & 1)];
  const int around[4] = {here[-2], here[2], here[-2 * d->stride], here[2 * d->stride]};
  int most = floor, fewest = UINT16_MAX;
  for (int i = 0; i < 4; i++) {
    if (around[i] > most) most = around[i];
    if (around[i] < fewest) fewest = around[i];
  }
  most -= floor;
  fewest = fewest > floor ? fewest - floor : 0;
  const int c = *here > floor ? *here - floor : 0;
  const int dark = d->least + (int)((uint32_t)most * d->slope >> 16);
  const int bright = d->offset + (int)((uint32_t)most * d->bright_slope >> 16);
  return c > most + (dark < bright ? dark : bright) || (c + d->least < fewest && c < fewest >> 1);
}

int bromide_is_defect(
  const bromide_defect_search *d, ptrdiff_t x, ptrdiff_t y, bromide_repair *repair) {
  int same[8], count = 0;
  const uint16_t *site = d->samples + y * d->stride + x;
  for (int dy = -2; dy <= 2; dy += 2) {
    for (int dx = -2; dx <= 2; dx += 2) {
      if (dx || dy) same[count++] = site[dy * d->stride + dx];
    }
  }
  sort_codes(same);
  // Compares codes, because all nine sites share their black level.
  const int low = same[1], high = same[6], spread = high - low;
  const int above = *site - high, below = low - *site;
  if (above <= spread && below <= spread) return 0;
  if (!stands_out(d, x, y)) return 0;
  const int parity = (int)(2 * (y & 1) + (x & 1));
  const double here = light(d, x, y), scale = d->scale[parity];
  const double m = ((same[3] + same[4]) / 2.0 - d->black[parity]) * scale;
  const double n = sqrt(d->a * larger(m, 0) + d->b);
  const int is_hot = above > spread && above * scale > 6 * n;
  const int is_dead = below > spread && below * scale > 6 * n && here < 0.35 * m;
  if (!is_hot && !is_dead) return 0;
  double own[4], adjacent[4] = {
    excess(d, x, y, 1, 0, own), excess(d, x, y, -1, 0, own + 1), excess(d, x, y, 0, 1, own + 2),
    excess(d, x, y, 0, -1, own + 3),
  };
  sort(own, 4);
  sort(adjacent, 4);
  const double s = (adjacent[1] + adjacent[2]) / 2;
  if (is_hot && !(s < larger(0.09 * (here - m), 2 * n))) return 0;
  if (is_dead && !(-s < larger(0.08 * (m - here), 2 * n))) return 0;
  for (int i = 0; i < 4; i++) adjacent[i] = fabs(adjacent[i]);
  sort(adjacent, 4);
  const double n4 = sqrt(d->a * larger(own[3], 0) + d->b);
  if (adjacent[2] > larger(0.1 * fabs(here - m), 2.75 * n4)) return 0;
  if ((is_hot ? above : below) <= 3 * spread && !leaves_texture(site, d->stride, is_hot)) return 0;
  *repair = (bromide_repair){
    .x = (int32_t)x, .value = (uint16_t)((same[3] + same[4] + 1) / 2), .is_dead = (uint16_t)is_dead};
  return 1;
}

ptrdiff_t bromide_find_defects(
  int isa, const bromide_defect_search *search, ptrdiff_t y, bromide_repair *found) {
  return DISPATCH(isa, bromide_find_defects, search, y, found);
}
