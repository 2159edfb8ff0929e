// Ratio corrected demosaicing, L. Sanz Rodríguez, version 2.3, with colours along the line between
// neighbours (steps 4 and 5 are ours); the formulas and reasons are written out in
// Sources/Kernels/DemosaicReference.swift, whose names (d, D, ℓ, Q …) return here.
//
// Each output row advances a pipeline of stages, every one a few rows ahead of the next; rings of
// 4, 8 or 16 rows hold what later stages still read. Sites are red or blue ("other", o) or green
// (g); with p = other_parity of a row and q = 1 − p, the neighbours of half column i are
//   of an other site: left g[i−1+p], right g[i+p], above and below g[i], two steps o[i±1];
//   of a green site:  left o[i−1+q], right o[i+q], above and below o[i], two steps g[i±1];
//   on a diagonal, one row away: i−1+p and i+p in the plane of its own kind (q for green),
//   three rows away: i−2+p and i+1+p.
// So one code serves all four patterns: a parity is an offset of pointers.
//
// Measured: 6000×4000 samples to three rows of floats, levels included, in strips of 1004 columns
// and bands of 256 rows, on a 3.7 GHz Zen 5 with clang 21 (one thread / two, ms): v4 49 / 25,
// v3 64 / 41, baseline 127 / 68. Step 5 takes a quarter of it, green 17 %, directions with their
// high-pass 20 %, levels (the mosaic comes from memory) 10 %. A stage loads a vector for every
// seven or so additions and most of those loads straddle cache lines, so loads bind: alignment
// by a wider margin gained nothing, sums of fewer terms would.

static const ring ring_g = {0, 31}, ring_o = {32, 31};
static const ring ring_hg = {64, 3}, ring_ho = {68, 3}, ring_eg = {72, 7}, ring_eo = {80, 7};
static const ring ring_dg = {88, 15}, ring_low = {104, 7}, ring_green = {112, 15};
static const ring ring_far = {128, 15};
static const ring ring_pp = {144, 7}, ring_qq = {152, 7}, ring_eq = {160, 7};

enum {
  /// Rows that a stage makes before the next stage's turn: of what lies in the L2 cache they share
  /// most.
  BATCH = 4,
  /// Rows from the one finished to the last whose directions are known when its batch begins.
  DIRECTIONS_AHEAD = 6,
};

static const float epsilon = 1e-5f, least = 1e-10f, dark = 1.0f / 32;
static const float clearer = 1e-4f;

/// The row of the left (0) or right (1) sites of pairs, in the rings of other and of green sites.
INLINE float *side_row(const bromide_demosaic *s, ring other, ring green, ptrdiff_t y, int side) {
  return row_of(s, other_parity(s, y) == side ? other : green, y);
}

/// The squared high-pass of seven values in a line.
INLINE vf high_pass(vf l3, vf l2, vf l1, vf c, vf r1, vf r2, vf r3) {
  vf h = ((l3 - l1) + (r3 - r1)) + 6 * c - 3 * (l2 + r2);
  return h * h;
}

/// 2·S_a / (S_a + S_b) − 1, from three high-pass values of each axis.
INLINE vf tendency(vf a0, vf a1, vf a2, vf b0, vf b1, vf b2) {
  vf a = larger(a0 + a1 + a2, splat(least)), b = larger(b0 + b1 + b2, splat(least));
  return (a - b) / (a + b);
}

/// What `refined` adds up, of sites of the given parity.
INLINE vf sides_at(trio e, ptrdiff_t i, int parity) {
  return load(e.above + parity + i) + load(e.below + parity + i);
}

/// ½ + half the tendency of a site, or of its diagonal neighbours where that is further from 0 by
/// more than rounding could make it. `sides` has the sums of those to its right, and before them of
/// those to its left.
INLINE vf refined(vf own, line sides) {
  vf mean = 0.25f * (left1(sides) + sides.here);
  return choose(absolute(own) + 2 * clearer < absolute(mean), mean, own) * 0.5f + 0.5f;
}

/// The levels of row y, all sites.
static void level(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  sample_row row = bromide_sample_row(s, y, s->x - 2 * MARGIN, n);
  float *g = row_of(s, ring_g, y), *o = row_of(s, ring_o, y);
  int p = other_parity(s, y);
  level_row(&row, s->mosaic.ceiling, p ? g : o, p ? o : g, n);
}

/// Horizontal high-pass of row y, all sites.
static void horizontal_high_pass(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  const float *l = side_row(s, ring_o, ring_g, y, 0), *r = side_row(s, ring_o, ring_g, y, 1);
  float *hl = side_row(s, ring_ho, ring_hg, y, 0), *hr = side_row(s, ring_ho, ring_hg, y, 1);
  line a = {.after = load(l)}, b = {.after = load(r)};
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    a = advanced(a, load(l + i + LANES));
    b = advanced(b, load(r + i + LANES));
    vf al = left1(a), ar = right1(a), bl = left1(b), br = right1(b);
    store(hl + i, high_pass(left2(b), al, bl, a.here, b.here, ar, br));
    store(hr + i, high_pass(al, bl, a.here, b.here, ar, br, right2(a)));
  }
}

/// 2d − 1 of BATCH rows from y on, the sites of one side.
INLINE void side_directions(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n, const int side) {
  const float *x[BATCH + 8], *own[BATCH], *next[BATCH];
  float *e[BATCH];
  for (int k = 0; k < BATCH + 8; k++) x[k] = side_row(s, ring_o, ring_g, y + k - 4, side);
  for (int k = 0; k < BATCH; k++) {
    own[k] = side_row(s, ring_ho, ring_hg, y + k, side);
    next[k] = side_row(s, ring_ho, ring_hg, y + k, 1 - side) + side;
    e[k] = side_row(s, ring_eo, ring_eg, y + k, side);
  }
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    vf v[BATCH + 8], h[BATCH + 2];
    for (int k = 0; k < BATCH + 8; k++) v[k] = load(x[k] + i);
    for (int k = 0; k < BATCH + 2; k++) {
      h[k] = high_pass(v[k], v[k + 1], v[k + 2], v[k + 3], v[k + 4], v[k + 5], v[k + 6]);
    }
    for (int k = 0; k < BATCH; k++) {
      store(e[k] + i, tendency(h[k], h[k + 1], h[k + 2], load(next[k] + i - 1), load(own[k] + i),
                               load(next[k] + i)));
    }
  }
}

/// Step 1 of BATCH rows, where y is the first of them.
static void directions(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  if ((y - DIRECTIONS_AHEAD - s->y) % BATCH != 0) return;
  side_directions(s, y, n, 0);
  side_directions(s, y, n, 1);
}

/// Step 2: ℓ of row y, other sites.
static void low_pass(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  int p = other_parity(s, y);
  trio g = trio_of(s, ring_g, y, 1), o = trio_of(s, ring_o, y, 1);
  const float *gp = g.here + p, *corner0 = o.above + p, *corner2 = o.below + p;
  float *low = row_of(s, ring_low, y);
  line sides = {0};
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    // Twice the edge and the corners of a column beside the site.
    vf side = 2 * load(gp + i) + (load(corner0 + i) + load(corner2 + i));
    sides = (line){.before = sides.here, .here = side};
    vf column = load(o.here + i) + 0.5f * (load(g.above + i) + load(g.below + i));
    store(low + i, column + 0.25f * (left1(sides) + side));
  }
}

/// One axis of step 3: half the estimate from two sides over 2ℓ. On side a lie green a, ℓ two
/// steps away la, and the gradient ga. One division: e_a = a·2ℓ / (ε + ℓ + la), and likewise b.
INLINE vf green_axis(vf low, vf a, vf la, vf ga, vf b, vf lb, vf gb) {
  vf da = low + la, db = low + lb;
  vf sum = gb * a * db + ga * b * da;
  return sum / ((ga + gb) * (da * db));
}

/// D at green sites of row y.
static void green_directions(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  int q = 1 - other_parity(s, y);
  trio eg = trio_of(s, ring_eg, y, 1);
  float *dg = row_of(s, ring_dg, y);
  line sides = {0};
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    sides = (line){.before = sides.here, .here = sides_at(eg, i, q)};
    store(dg + i, refined(load(eg.here + i), sides));
  }
}

/// Step 3 of row y: green at other sites.
static void green(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  int p = other_parity(s, y);
  trio eo = trio_of(s, ring_eo, y, 1);
  const float *o[9], *g[9];
  for (int k = 0; k < 9; k++) {
    o[k] = row_of(s, ring_o, y + k - 4);
    g[k] = row_of(s, ring_g, y + k - 4);
  }
  const float *gp = g[4] + p;
  trio low = trio_of(s, ring_low, y, 2);
  float *out = row_of(s, ring_green, y);
  line os = {.after = load(o[4])}, gs = {.after = load(gp)}, lows = {.after = load(low.here)};
  line sides = {0}, across = {0}, beside = {0}, sums = {0};
  for (ptrdiff_t i = -LANES; i < n; i += LANES) {
    os = advanced(os, load(o[4] + i + LANES));
    gs = advanced(gs, load(gp + i + LANES));
    lows = advanced(lows, load(low.here + i + LANES));
    // Distances of the greens beside a site, of the site and the other to its left, and their sum.
    across = advanced(across, distance(gs.after, FROM(gs.here, gs.after, LANES - 1)));
    beside = advanced(beside, distance(os.after, FROM(os.here, os.after, LANES - 1)));
    sums = advanced(sums, across.after + beside.after);
    sides = (line){.before = sides.here, .here = sides_at(eo, i, p)};
    vf c = os.here, l = lows.here + epsilon;
    vf n1 = load(g[3] + i), n2 = load(o[2] + i), n3 = load(g[1] + i), n4 = load(o[0] + i);
    vf s1 = load(g[5] + i), s2 = load(o[6] + i), s3 = load(g[7] + i), s4 = load(o[8] + i);
    vf upright = distance(n1, s1) + epsilon;
    vf gradient_n = (upright + distance(c, n2)) + (distance(n1, n3) + distance(n2, n4));
    vf gradient_s = (upright + distance(c, s2)) + (distance(s1, s3) + distance(s2, s4));
    vf level = across.here + epsilon;
    vf gradient_w = (level + beside.here) + left1(sums);
    vf gradient_e = (level + right2(beside)) + right1(sums);
    vf v = green_axis(
      l, n1, load(low.above + i), gradient_n, s1, load(low.below + i), gradient_s);
    vf h = green_axis(
      l, left1(gs), left1(lows), gradient_w, gs.here, right1(lows), gradient_e);
    vf estimate = v + refined(load(eo.here + i), sides) * (h - v);
    if (i >= 0) store(out + i, (lows.here + lows.here) * estimate);
  }
}

/// Diagonal high-pass of row y, other sites.
static void diagonal_high_pass(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  int p = other_parity(s, y);
  const float *o[7];
  line l[7];
  for (int k = 0; k < 7; k++) {
    o[k] = row_of(s, ring_o, y + k - 3) + (k & 1 ? 0 : p);
    l[k] = (line){.after = load(o[k])};
  }
  float *pp = row_of(s, ring_pp, y), *qq = row_of(s, ring_qq, y);
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    for (int k = 0; k < 7; k++) l[k] = advanced(l[k], load(o[k] + i + LANES));
    vf c = l[3].here;
    store(pp + i, high_pass(left2(l[0]), left1(l[1]), left1(l[2]), c, l[4].here, right1(l[5]),
                            right1(l[6])));
    store(qq + i, high_pass(right1(l[0]), right1(l[1]), l[2].here, c, left1(l[4]), left1(l[5]),
                            left2(l[6])));
  }
}

/// 2Q − 1 before refinement, row y, other sites.
static void diagonal_directions(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  int p = other_parity(s, y);
  trio pp = trio_of(s, ring_pp, y, 1), qq = trio_of(s, ring_qq, y, 1);
  const float *p0 = pp.above + p, *p2 = pp.below + p, *q0 = qq.above + p, *q2 = qq.below + p;
  float *eq = row_of(s, ring_eq, y);
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    store(eq + i, tendency(load(p0 + i - 1), load(pp.here + i), load(p2 + i),
                           load(q0 + i), load(qq.here + i), load(q2 + i - 1)));
  }
}

/// A colour c and green, at one place or as a mean.
typedef struct {
  vf c, g;
} pair;

/// One side of a site: c and green one step away, c three steps and green two steps away.
typedef struct {
  vf c, g, c3, g2;
} side;

/// The mean of two sides, each weighted by what counts against the other.
INLINE pair between(vf green, side a, side b) {
  vf da = distance(green, a.g) + epsilon, db = distance(green, b.g) + epsilon, all = da + db;
  vf uneven = 4.125f * all - 4 * distance(b.g, a.g);
  vf ga = da * all + uneven * (distance(a.c, a.c3) + distance(green, a.g2));
  vf gb = db * all + uneven * (distance(b.c, b.c3) + distance(green, b.g2));
  vf share = ga / (ga + gb);
  return (pair){a.c + share * (b.c - a.c), a.g + share * (b.g - a.g)};
}

/// The colour where green is known, from the pairs of two axes: c̄ + k·(G − Ḡ).
INLINE vf colour_at(vf green, pair first, pair second, vf direction) {
  vf c = first.c + direction * (second.c - first.c);
  vf g = first.g + direction * (second.g - first.g);
  vf ratio = (c + dark) / (g + dark);
  return c + smaller(ratio, splat(1)) * (green - g);
}

/// Step 4 of row y: the colour that other sites lack ("far": blue at red).
static void far_colour(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  int p = other_parity(s, y);
  const float *c0 = row_of(s, ring_o, y - 3) + p, *c1 = row_of(s, ring_o, y - 1) + p;
  const float *c2 = row_of(s, ring_o, y + 1) + p, *c3 = row_of(s, ring_o, y + 3) + p;
  const float *g1 = row_of(s, ring_green, y - 1) + p, *g3 = row_of(s, ring_green, y + 1) + p;
  trio greens = trio_of(s, ring_green, y, 2), eq = trio_of(s, ring_eq, y, 1);
  const float *g0 = greens.above, *g4 = greens.below;
  float *far = row_of(s, ring_far, y);
  line sides = {0};
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    vf g = load(greens.here + i);
    sides = (line){.before = sides.here, .here = sides_at(eq, i, p)};
    side nw = {load(c1 + i - 1), load(g1 + i - 1), load(c0 + i - 2), load(g0 + i - 1)};
    side ne = {load(c1 + i), load(g1 + i), load(c0 + i + 1), load(g0 + i + 1)};
    side sw = {load(c2 + i - 1), load(g3 + i - 1), load(c3 + i - 2), load(g4 + i - 1)};
    side se = {load(c2 + i), load(g3 + i), load(c3 + i + 1), load(g4 + i + 1)};
    pair fall = between(g, nw, se), rise = between(g, ne, sw);
    store(far + i, colour_at(g, fall, rise, refined(load(eq.here + i), sides)));
  }
}

/// Green around a green site: one and two steps away.
typedef struct {
  vf n1, s1, w1, e1, n2, s2, w2, e2;
} greens_around;

/// One colour of step 5, from c one and three steps away.
INLINE vf colour_at_green(
  vf g, const greens_around *around, vf n3, vf n1, vf s1, vf s3, vf w3, vf w1, vf e1, vf e3, vf d) {
  side n = {n1, around->n1, n3, around->n2}, s = {s1, around->s1, s3, around->s2};
  side w = {w1, around->w1, w3, around->w2}, e = {e1, around->e1, e3, around->e2};
  pair v = between(g, n, s), h = between(g, w, e);
  return colour_at(g, v, h, d);
}

/// Step 5 of row y, and the three finished rows. `red_row` and `p` are constants where it is called.
INLINE void finish(
  bromide_demosaic *s, ptrdiff_t y, const int red_row, const int p,
  float *red, float *green, float *blue) {
  const int q = 1 - p;
  const float *o[7], *f[7];
  for (int k = 0; k < 7; k++) {
    o[k] = row_of(s, ring_o, y + k - 3);
    f[k] = row_of(s, ring_far, y + k - 3);
  }
  const float *oq = o[3] + q, *fq = f[3] + q;
  trio g_rows = trio_of(s, ring_g, y, 2), others = trio_of(s, ring_green, y, 1);
  const float *green_q = others.here + q, *dg = row_of(s, ring_dg, y);
  float *own_out = red_row ? red : blue, *far_out = red_row ? blue : red;
  for (ptrdiff_t x = 0; x < s->width; x += 2 * LANES) {
    ptrdiff_t i = MARGIN + x / 2, left = s->width - x;
    vf g = load(g_rows.here + i), d = load(dg + i);
    const greens_around around = {
      load(others.above + i), load(others.below + i), load(green_q + i - 1), load(green_q + i),
      load(g_rows.above + i), load(g_rows.below + i), load(g_rows.here + i - 1),
      load(g_rows.here + i + 1),
    };
    vf own = colour_at_green(
      g, &around, load(f[0] + i), load(f[2] + i), load(f[4] + i), load(f[6] + i),
      load(oq + i - 2), load(oq + i - 1), load(oq + i), load(oq + i + 1), d);
    vf far = colour_at_green(
      g, &around, load(o[0] + i), load(o[2] + i), load(o[4] + i), load(o[6] + i),
      load(fq + i - 2), load(fq + i - 1), load(fq + i), load(fq + i + 1), d);
    vf o_own = load(o[3] + i), o_green = load(others.here + i), o_far = load(f[3] + i);
    store_pairs(own_out + x, p ? own : o_own, p ? o_own : own, left);
    store_pairs(green + x, p ? g : o_green, p ? o_green : g, left);
    store_pairs(far_out + x, p ? far : o_far, p ? o_far : far, left);
  }
}

/// Half columns that a stage `beyond` half columns wider than the rectangle makes, from column 0.
INLINE ptrdiff_t half_columns(const bromide_demosaic *s, ptrdiff_t beyond) {
  ptrdiff_t n = MARGIN + (s->width + 1) / 2 + beyond;
  return (n + LANES - 1) / LANES * LANES;
}

/// A step of the pipeline.
typedef struct {
  /// Makes row y, half columns 0 ..< n.
  void (*run)(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n);
  /// Rows from the first that is finished to the first of its batch.
  int ahead;
  /// Rows above and half columns beyond the rectangle that later stages read.
  int above, beyond;
} stage;

/// In the order of a batch.
static const stage stages[] = {
  {level, 10, 10, 5},
  {horizontal_high_pass, DIRECTIONS_AHEAD, 6, 5},
  {directions, DIRECTIONS_AHEAD, 6, 4},
  {low_pass, 7, 7, 4},
  {green_directions, 5, 0, 3},
  {green, 5, 5, 3},
  {diagonal_high_pass, 5, 5, 4},
  {diagonal_directions, 4, 4, 3},
  {far_colour, 3, 3, 2},
};

/// Makes what the rows y ..< y + BATCH are finished from.
static void make_batch(bromide_demosaic *s, ptrdiff_t y) {
  for (size_t k = 0; k < sizeof stages / sizeof *stages; k++) {
    const stage *made = &stages[k];
    ptrdiff_t first = y + made->ahead, n = half_columns(s, made->beyond);
    for (ptrdiff_t row = first; row < first + BATCH; row++) {
      if (row >= s->y - made->above) made->run(s, row, n);
    }
  }
}

static void rcd_row(bromide_demosaic *s, float *red, float *green_row, float *blue) {
  ptrdiff_t target = s->next++;
  // The rows above the rectangle are made with its first row.
  if (target == s->y) {
    for (ptrdiff_t y = target - 5 * BATCH; y < target; y += BATCH) make_batch(s, y);
  }
  if ((target - s->y) % BATCH == 0) make_batch(s, target);
  int p = other_parity(s, target);
  if (is_red_row(s, target)) {
    if (p) finish(s, target, 1, 1, red, green_row, blue);
    else finish(s, target, 1, 0, red, green_row, blue);
  } else {
    if (p) finish(s, target, 0, 1, red, green_row, blue);
    else finish(s, target, 0, 0, red, green_row, blue);
  }
}
