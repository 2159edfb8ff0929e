// The filters of a pattern: the tables, rotated for each position of the pattern.
#include "banks_internal.h"

#include <string.h>

#define GREEN BROMIDE_BANK_GREEN
#define COLOUR BROMIDE_BANK_COLOUR
#define ROUND BROMIDE_BANK_ROUND
#define ROUND_2 BROMIDE_BANK_ROUND_2
#define OWN BROMIDE_BANK_OWN
#define CROSS BROMIDE_BANK_CROSS
#define QUAD BROMIDE_BANK_QUAD
#define LONE BROMIDE_BANK_LONE
#define NEEDED BROMIDE_BANK_NEEDED
#define OTHER BROMIDE_BANK_OTHER
#define GUIDE BROMIDE_BANK_GUIDE

static const bromide_bank_tap xtrans_table[] = {
#include "xtrans_coefficients.h"
};
static const bromide_bank_tap bayer_table[] = {
#include "bayer_coefficients.h"
};

const bromide_bank_tap *bromide_bank_table(int period, int *count) {
  const int is_bayer = period == 2;
  *count = is_bayer ? sizeof bayer_table / sizeof *bayer_table
                    : sizeof xtrans_table / sizeof *xtrans_table;
  return is_bayer ? bayer_table : xtrans_table;
}

/// A position relative to another, in rows and columns.
typedef struct {
  int down, right;
} place;

static const place steps[DIRECTIONS] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

/// A rotation or reflection: the images of "down" and "right".
typedef struct {
  place down, right;
} turn;

static const turn identity = {{1, 0}, {0, 1}}, transposition = {{0, 1}, {1, 0}};

static place turned(turn t, place p) {
  return (place){
    p.down * t.down.down + p.right * t.right.down, p.down * t.down.right + p.right * t.right.right};
}

/// The image of a direction. A direction and its negative are the same.
static int turned_direction(turn t, int direction) {
  const place to = turned(t, steps[direction]);
  for (int u = 0; u < DIRECTIONS; u++) {
    const place s = steps[u];
    if ((s.down == to.down && s.right == to.right) || (s.down == -to.down && s.right == -to.right)) {
      return u;
    }
  }
  return direction;
}

static const place edges[4] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};

static int adjacent_colour(const bromide_bank_mosaic *m, int y, int x, place p) {
  return colour_of(m, y + p.down, x + p.right);
}

int bromide_is_lone_green(const bromide_bank_mosaic *mosaic, ptrdiff_t y, ptrdiff_t x) {
  if (colour_of(mosaic, y, x) != 1) return 0;
  for (int i = 0; i < 4; i++) {
    if (colour_of(mosaic, y + edges[i].down, x + edges[i].right) == 1) return 0;
  }
  return 1;
}

/// Returns the table's site for colour k at a position, and sets the rotation of the table.
static int site_of(const bromide_bank_mosaic *m, int y, int x, int k, turn *t) {
  const int here = colour_of(m, y, x);
  *t = identity;
  if (here != 1) {
    // "Down" points to the neighbour that is not green. A Bayer mosaic has no such neighbour.
    for (int i = 0; i < 4; i++) {
      if (adjacent_colour(m, y, x, edges[i]) == 1) continue;
      t->down = edges[i];
      t->right = (place){edges[i].right, edges[i].down};
    }
    return here == k ? OWN : CROSS;
  }
  if (bromide_is_lone_green(m, y, x)) {
    if (adjacent_colour(m, y, x, (place){0, 1}) != k) *t = transposition;
    return LONE;
  }
  // "Up" points to the neighbour of colour k, and "down" and "right" to the two greens.
  for (int i = 0; i < 4; i++) {
    if (adjacent_colour(m, y, x, edges[i]) != k) continue;
    t->down = (place){-edges[i].down, -edges[i].right};
    for (int j = 0; j < 4; j++) {
      const int is_level = edges[j].down * t->down.down + edges[j].right * t->down.right == 0;
      if (is_level && adjacent_colour(m, y, x, edges[j]) == 1) t->right = edges[j];
    }
  }
  return QUAD;
}

/// Returns the offset of the place `right` columns from column x of the pattern.
static int32_t offset_of(const bank_plan *plan, int x, int right) {
  const int n = plan->period, column = x + right + 4 * n;
  return (int32_t)((column % n) * plan->plane_floats + column / n - 4);
}

static void append(bank *b, const bank_plan *plan, int x, place p, int plane, const float factors[DIRECTIONS]) {
  const int32_t offset = offset_of(plan, x, p.right);
  placed_tap *tap = &b->taps[b->single++];
  *tap = (placed_tap){offset, offset, (int8_t)p.down, (int8_t)p.down, (int8_t)plane, {0}};
  memcpy(tap->factors, factors, sizeof tap->factors);
}

static const bank nothing = {0};

/// Whether two taps have equal factors, or mirrored ones.
static int are_equal(const placed_tap *a, const placed_tap *b, int is_mirrored) {
  return a->plane == b->plane && a->factors[0] == b->factors[0] && a->factors[1] == b->factors[1]
    && a->factors[2] == b->factors[2 + is_mirrored] && a->factors[3] == b->factors[3 - is_mirrored];
}

/// Combines single taps with equal or mirrored factors to taps of two places. Replaces the
/// diagonals' factors with half their sum and half their difference.
static void fold(bank *b) {
  bank folded = nothing;
  int is_used[MOST_TAPS] = {0}, count = 0;
  for (int kind = 0; kind < 3; kind++) {
    for (int i = 0; i < b->single; i++) {
      if (is_used[i]) continue;
      placed_tap tap = b->taps[i];
      int j = kind < 2 ? i + 1 : b->single;
      while (j < b->single && (is_used[j] || !are_equal(&tap, &b->taps[j], kind))) j++;
      if (kind < 2 && j == b->single) continue;
      if (j < b->single) {
        is_used[j] = 1;
        tap.second_offset = b->taps[j].offset;
        tap.second_down = b->taps[j].down;
      }
      is_used[i] = 1;
      const float p = tap.factors[2], q = tap.factors[3];
      tap.factors[2] = (p + q) / 2;
      tap.factors[3] = (p - q) / 2;
      folded.taps[count++] = tap;
      *(kind == 0 ? &folded.equal : kind == 1 ? &folded.mirrored : &folded.single) += 1;
    }
  }
  *b = folded;
}

/// One filter of the table at a position, for colour k.
static void place_bank(
  bank *b, const bank_plan *plan, const bromide_bank_mosaic *m, int stage, int y, int x, int k) {
  turn t;
  const int site = site_of(m, y, x, k, &t);
  int count;
  const bromide_bank_tap *table = bromide_bank_table(m->period, &count);
  for (int i = 0; i < count; i++) {
    if (table[i].stage != stage || table[i].site != site) continue;
    const place at = turned(t, (place){table[i].down, table[i].right});
    const int plane = table[i].plane == GUIDE ? 2
      : (table[i].plane == NEEDED) == (k == 0) ? 0 : 1;
    float factors[DIRECTIONS];
    for (int u = 0; u < DIRECTIONS; u++) factors[turned_direction(t, u)] = table[i].factors[u];
    append(b, plan, x, at, plane, factors);
  }
  fold(b);
}

/// The pairs of sites whose differences measure the change of a raw mosaic along a direction.
static const struct {
  int first, second;
  float weight;
} near_pairs[5] = {{0, 1, 1}, {-1, 0, 1}, {-1, 1, 0.5f}, {-1, 2, 0.15f}, {-2, 1, 0.15f}};

/// Returns the factor of a pair at a site, or 0 if the two sites have different colours.
static float pair_factor(const bromide_bank_mosaic *m, int y, int x, int u, int pair) {
  const int a = near_pairs[pair].first, b = near_pairs[pair].second;
  const place s = steps[u];
  const int is_one = colour_of(m, y + a * s.down, x + a * s.right)
    == colour_of(m, y + b * s.down, x + b * s.right);
  return is_one ? near_pairs[pair].weight / (float)(b - a) : 0;
}

static void place_pairs(bank_plan *plan, const bromide_bank_mosaic *m, int y, int x, int u) {
  static const double smooth[5] = {1 / 9.0, 2 / 9.0, 3 / 9.0, 2 / 9.0, 1 / 9.0};
  pair_bank *b = &plan->pairs[u][y * PERIOD + x];
  const place s = steps[u];
  b->count = 0;
  for (int i = 0; i < 5; i++) {
    const float factor = pair_factor(m, y, x, u, i);
    if (factor == 0) continue;
    const int first = near_pairs[i].first, second = near_pairs[i].second;
    b->pairs[b->count++] = (placed_pair){
      first * s.down, offset_of(plan, x, first * s.right), second * s.down,
      offset_of(plan, x, second * s.right), factor};
  }
  double sum = 0;
  for (int j = -2; j <= 2; j++) {
    for (int i = -2; i <= 2; i++) {
      double here = 0;
      for (int k = 0; k < 5; k++) here += (double)pair_factor(m, y + j, x + i, u, k);
      sum += smooth[j + 2] * smooth[i + 2] * here;
    }
  }
  plan->inverses[u][y * PERIOD + x] = sum > 0 ? (float)(1 / sum / (u < 2 ? 1 : 2)) : 0;
}

/// Adds the weighted means of the colours over sites from `first` to `last` rows and columns away.
/// `weights` has the weights along an axis.
static void place_mean(
  bank_plan *plan, const bromide_bank_mosaic *m, int y, int x, int index, int first, int last,
  const float *weights) {
  for (int k = 0; k < 3; k++) {
    bank *b = &plan->mean[k][index];
    *b = nothing;
    float sum = 0;
    if (plan->kind == BROMIDE_BANKS_BILINEAR && colour_of(m, y, x) == k) {
      append(b, plan, x, (place){0, 0}, 0, (float[DIRECTIONS]){1});
      continue;
    }
    for (int j = first; j <= last; j++) {
      for (int i = first; i <= last; i++) {
        if (colour_of(m, y + j, x + i) != k) continue;
        const float weight = weights[j - first] * weights[i - first];
        append(b, plan, x, (place){j, i}, 0, (float[DIRECTIONS]){weight});
        sum += weight;
      }
    }
    for (int i = 0; i < b->single; i++) b->taps[i].factors[0] /= sum;
  }
}

static void place_means(bank_plan *plan, const bromide_bank_mosaic *m) {
  static const float near[3] = {1, 2, 1}, tent[4] = {1, 3, 3, 1};
  const int is_half = plan->kind == BROMIDE_BANKS_HALF, n = m->period;
  for (int y = 0; y < n; y += is_half ? 2 : 1) {
    for (int x = 0; x < n; x += is_half ? 2 : 1) {
      if (is_half) place_mean(plan, m, y, x, y * PERIOD + x, -1, 2, tent);
      else place_mean(plan, m, y, x, y * PERIOD + x, -1, 1, near);
    }
  }
}

void bromide_bank_make_plan(bromide_banks *strip) {
  bank_plan *plan = strip->plan;
  const bromide_bank_mosaic *m = &strip->mosaic;
  const int n = m->period;
  if (plan->period == n && plan->kind == strip->kind && plan->rounds == strip->rounds
      && plan->plane_floats == strip->plane_floats
      && memcmp(plan->colours, m->colours, (size_t)(n * n)) == 0) {
    return;
  }
  memcpy(plan->colours, m->colours, (size_t)(n * n));
  plan->period = n;
  plan->kind = strip->kind;
  plan->rounds = strip->rounds;
  plan->plane_floats = (int32_t)strip->plane_floats;
  if (strip->kind != BROMIDE_BANKS) return place_means(plan, m);
  for (int y = 0; y < n; y++) {
    for (int x = 0; x < n; x++) {
      const int i = y * PERIOD + x, own = colour_of(m, y, x);
      for (int u = 0; u < DIRECTIONS; u++) place_pairs(plan, m, y, x, u);
      plan->green[i] = nothing;
      if (own != 1) place_bank(&plan->green[i], plan, m, GREEN, y, x, own);
      for (int c = 0; c < 2; c++) {
        plan->colour[c][i] = nothing;
        if (own != 2 * c) place_bank(&plan->colour[c][i], plan, m, COLOUR, y, x, 2 * c);
        for (int r = 0; r < strip->rounds; r++) {
          plan->round[r][c][i] = nothing;
          place_bank(&plan->round[r][c][i], plan, m, ROUND + r, y, x, 2 * c);
        }
      }
    }
  }
}
