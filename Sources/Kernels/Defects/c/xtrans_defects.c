// The neighbours of sites, the decision for one site in double precision, and the choice of the
// variant. Sources/Kernels/Defects/XTransDefectSearch.swift has the formulas and reasons.
#include "xtrans_defects_internal.h"

#include <math.h>

#pragma clang fp contract(off)

// MARK: Neighbours

/// Returns the colour at an offset from a site, up to 12 rows and columns away.
static int colour_at(const uint8_t *colours, int x, int y) {
  return colours[(y + 12) % 6 * 6 + (x + 12) % 6];
}

static int square(bromide_offset a, bromide_offset b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/// Sets of sites around a site: all, or only in one direction (outward or to either side).
enum { ALL, OUTWARD, LEFTWARD, RIGHTWARD };

/// Returns whether a site is in a direction of an edge neighbour. If it is equally far outward and
/// sideways, it is treated as sideways.
static int lies(int where, bromide_offset edge, int dx, int dy) {
  const int outward = dx * edge.x + dy * edge.y, sideward = dy * edge.x - dx * edge.y;
  switch (where) {
    case ALL: return 1;
    case OUTWARD: return outward > (sideward < 0 ? -sideward : sideward);
    default: {
      const int side = where == RIGHTWARD ? sideward : -sideward;
      return side > 0 && side >= (outward < 0 ? -outward : outward);
    }
  }
}

/// Finds the `count` places nearest to `middle` with its colour. `middle` is the site or an edge
/// neighbour. The places must be in one direction, and at least `clear` (squared) away from the
/// site. If several sites are equally near, the upper and then the left come first.
static void nearest(
  const uint8_t *colours, int x, int y, bromide_offset middle, int where, int clear, int count,
  bromide_offset *result) {
  const bromide_offset site = {0, 0};
  const int colour = colour_at(colours, x + middle.x, y + middle.y);
  int found = 0;
  for (int distance = 1; found < count; distance++) {
    for (int dy = -6; dy <= 6; dy++) {
      for (int dx = -6; dx <= 6 && found < count; dx++) {
        const bromide_offset place = {(int8_t)(middle.x + dx), (int8_t)(middle.y + dy)};
        if (square(place, middle) != distance || square(place, site) < clear) continue;
        if (colour_at(colours, x + place.x, y + place.y) != colour) continue;
        if (lies(where, middle, dx, dy)) result[found++] = place;
      }
    }
  }
}

void bromide_xtrans_find_neighbours(bromide_xtrans_defect_search *search, const uint8_t *colours) {
  static const bromide_offset edges[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}, site = {0, 0};
  for (int i = 0; i < 36; i++) {
    bromide_xtrans_neighbours *n = &search->neighbours[i];
    nearest(colours, i % 6, i / 6, site, ALL, 1, BROMIDE_XTRANS_NEAR, n->same);
    for (int k = 0; k < 4; k++) {
      for (int where = OUTWARD; where <= RIGHTWARD; where++) {
        nearest(
          colours, i % 6, i / 6, edges[k], where, 4, 1, &n->adjacent[k][where - OUTWARD]);
      }
    }
  }
}

// MARK: The second search

static int site_at(ptrdiff_t x, ptrdiff_t y) { return (int)(y % 6 * 6 + x % 6); }

static double light(const bromide_xtrans_defect_search *d, ptrdiff_t x, ptrdiff_t y) {
  const int site = site_at(x, y);
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

static double larger(double a, double b) { return a > b ? a : b; }

/// The first search, for one site.
static int stands_out(const bromide_xtrans_defect_search *d, ptrdiff_t x, ptrdiff_t y) {
  const uint16_t *here = d->samples + y * d->stride + x;
  const int site = site_at(x, y), floor = d->floor[site];
  int most = floor, fewest = UINT16_MAX;
  for (int i = 0; i < BROMIDE_XTRANS_NEAREST; i++) {
    const bromide_offset o = d->neighbours[site].same[i];
    const int value = here[o.y * d->stride + o.x];
    if (value > most) most = value;
    if (value < fewest) fewest = value;
  }
  most -= floor;
  fewest = fewest > floor ? fewest - floor : 0;
  const int c = *here > floor ? *here - floor : 0;
  const int dark = d->least + (int)((uint32_t)most * d->slope >> 16);
  const int bright = d->offset + (int)((uint32_t)most * d->bright_slope >> 16);
  return c > most + (dark < bright ? dark : bright) || (c + d->least < fewest && c < fewest >> 1);
}

int bromide_is_xtrans_defect(
  const bromide_xtrans_defect_search *d, ptrdiff_t x, ptrdiff_t y, bromide_repair *repair) {
  if (!stands_out(d, x, y)) return 0;
  const bromide_xtrans_neighbours *n = &d->neighbours[site_at(x, y)];
  double same[BROMIDE_XTRANS_NEAR];
  for (int i = 0; i < BROMIDE_XTRANS_NEAR; i++) {
    same[i] = light(d, x + n->same[i].x, y + n->same[i].y);
  }
  enum { LAST = BROMIDE_XTRANS_NEAR - 1, MIDDLE = BROMIDE_XTRANS_NEAR / 2 };
  sort(same, BROMIDE_XTRANS_NEAR);
  const double here = light(d, x, y), m = (same[MIDDLE - 1] + same[MIDDLE]) / 2;
  const double deviation = sqrt(d->a * larger(m, 0) + d->b);
  const double bound = larger(6 * deviation, same[LAST] - same[0]);
  const int is_hot = here - same[LAST] > bound, is_dead = same[0] - here > bound && here < 0.35 * m;
  if (!is_hot && !is_dead) return 0;
  static const bromide_offset edges[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  double adjacent[4], brightest = 0;
  for (int k = 0; k < 4; k++) {
    double own[3];
    for (int i = 0; i < 3; i++) own[i] = light(d, x + n->adjacent[k][i].x, y + n->adjacent[k][i].y);
    sort(own, 3);
    adjacent[k] = light(d, x + edges[k].x, y + edges[k].y) - own[1];
    brightest = larger(brightest, own[1]);
  }
  sort(adjacent, 4);
  const double s = (adjacent[1] + adjacent[2]) / 2;
  if (is_hot && !(s < larger(0.09 * (here - m), 2 * deviation))) return 0;
  if (is_dead && !(-s < larger(0.08 * (m - here), 2 * deviation))) return 0;
  for (int i = 0; i < 4; i++) adjacent[i] = fabs(adjacent[i]);
  sort(adjacent, 4);
  if (adjacent[2] > larger(0.1 * fabs(here - m), 2.75 * sqrt(d->a * brightest + d->b))) return 0;
  const int site = site_at(x, y);
  const double code = floor(m / d->scale[site] + d->black[site] + 0.5);
  *repair = (bromide_repair){
    .x = (int32_t)x, .value = (uint16_t)(code < 0 ? 0 : code > UINT16_MAX ? UINT16_MAX : code),
    .is_dead = (uint16_t)is_dead};
  return 1;
}

ptrdiff_t bromide_find_xtrans_defects(
  int isa, const bromide_xtrans_defect_search *search, ptrdiff_t y, bromide_repair *found) {
  return DISPATCH(isa, bromide_find_xtrans_defects, search, y, found);
}
