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

static const ring ring_g = {0, 15}, ring_o = {16, 15};
static const ring ring_vg = {32, 3}, ring_vo = {36, 3}, ring_eg = {40, 3}, ring_eo = {44, 3};
static const ring ring_hg = {48, 0}, ring_ho = {49, 0};
static const ring ring_dg = {50, 7}, ring_low = {58, 7}, ring_green = {66, 7};
static const ring ring_far = {74, 7};
static const ring ring_pp = {82, 3}, ring_qq = {86, 3}, ring_eq = {90, 3};

static const float epsilon = 1e-5f, least = 1e-10f, dark = 1.0f / 32;
static const float clearer = 1e-4f;

/// The squared high-pass of seven values in a line.
INLINE vf high_pass(vf l3, vf l2, vf l1, vf c, vf r1, vf r2, vf r3) {
  vf h = ((l3 - l1) + (r3 - r1)) + 6 * c - 3 * (l2 + r2);
  return h * h;
}

/// S_a / (S_a + S_b) − ½, from three high-pass values of each axis.
INLINE vf tendency(vf a0, vf a1, vf a2, vf b0, vf b1, vf b2) {
  vf a = larger(a0 + a1 + a2, splat(least)), b = larger(b0 + b1 + b2, splat(least));
  return (a - b) * (0.5f * reciprocal(a + b));
}

/// ½ + the tendency of a site, or of its diagonal neighbours where that is further from 0 by more
/// than rounding could make it; `parity` is that of the site's kind in its row.
INLINE vf refined_at(trio e, ptrdiff_t i, int parity) {
  const float *above = e.above + parity, *below = e.below + parity;
  vf sum = (load(above + i - 1) + load(above + i)) + (load(below + i - 1) + load(below + i));
  vf own = load(e.here + i), mean = 0.25f * sum;
  return choose(absolute(own) + clearer < absolute(mean), mean, own) + 0.5f;
}

/// Vertical high-pass of row y, all sites.
static void vertical_high_pass(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  const float *g[7], *o[7];
  for (int k = 0; k < 7; k++) {
    g[k] = row_of(s, ring_g, y + k - 3);
    o[k] = row_of(s, ring_o, y + k - 3);
  }
  float *vg = row_of(s, ring_vg, y), *vo = row_of(s, ring_vo, y);
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    store(vg + i, high_pass(load(o[0] + i), load(g[1] + i), load(o[2] + i), load(g[3] + i),
                            load(o[4] + i), load(g[5] + i), load(o[6] + i)));
    store(vo + i, high_pass(load(g[0] + i), load(o[1] + i), load(g[2] + i), load(o[3] + i),
                            load(g[4] + i), load(o[5] + i), load(g[6] + i)));
  }
}

/// Step 1: d − ½ of row y, all sites.
static void directions(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  int p = other_parity(s, y), q = 1 - p;
  float *hg = row_of(s, ring_hg, y), *ho = row_of(s, ring_ho, y);
  const float *g = row_of(s, ring_g, y), *o = row_of(s, ring_o, y);
  const float *gp = g + p, *oq = o + q;
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    store(ho + i, high_pass(load(gp + i - 2), load(o + i - 1), load(gp + i - 1), load(o + i),
                            load(gp + i), load(o + i + 1), load(gp + i + 1)));
    store(hg + i, high_pass(load(oq + i - 2), load(g + i - 1), load(oq + i - 1), load(g + i),
                            load(oq + i), load(g + i + 1), load(oq + i + 1)));
  }
  trio vg = trio_of(s, ring_vg, y, 1), vo = trio_of(s, ring_vo, y, 1);
  const float *hgp = hg + p, *hoq = ho + q;
  float *eg = row_of(s, ring_eg, y), *eo = row_of(s, ring_eo, y);
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    store(eo + i, tendency(load(vg.above + i), load(vo.here + i), load(vg.below + i),
                           load(hgp + i - 1), load(ho + i), load(hgp + i)));
    store(eg + i, tendency(load(vo.above + i), load(vg.here + i), load(vo.below + i),
                           load(hoq + i - 1), load(hg + i), load(hoq + i)));
  }
}

/// Step 2: ℓ of row y, other sites.
static void low_pass(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  int p = other_parity(s, y);
  trio g = trio_of(s, ring_g, y, 1), o = trio_of(s, ring_o, y, 1);
  const float *gp = g.here + p, *corner0 = o.above + p, *corner2 = o.below + p;
  float *low = row_of(s, ring_low, y);
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    vf edges = (load(g.above + i) + load(g.below + i)) + (load(gp + i - 1) + load(gp + i));
    vf corners = (load(corner0 + i - 1) + load(corner0 + i))
      + (load(corner2 + i - 1) + load(corner2 + i));
    store(low + i, load(o.here + i) + 0.5f * edges + 0.25f * corners);
  }
}

/// One axis of step 3: the estimate from two sides. a1 … a4 lead one way, b1 … b4 the other;
/// la and lb are ℓ two steps away. One division: e_a = a1·2ℓ / (ε + ℓ + la), and likewise b.
INLINE vf green_axis(
  vf a4, vf a3, vf a2, vf a1, vf c, vf b1, vf b2, vf b3, vf b4, vf la, vf low, vf lb) {
  vf across = distance(a1, b1) + epsilon;
  vf ga = (across + distance(c, a2)) + (distance(a1, a3) + distance(a2, a4));
  vf gb = (across + distance(c, b2)) + (distance(b1, b3) + distance(b2, b4));
  vf base = low + epsilon;
  vf da = base + la, db = base + lb;
  vf sum = gb * a1 * db + ga * b1 * da;
  return sum * (low + low) * reciprocal((ga + gb) * (da * db));
}

/// Step 3 of row y: green at other sites; D at green sites.
static void green(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  int p = other_parity(s, y), q = 1 - p;
  trio eo = trio_of(s, ring_eo, y, 1), eg = trio_of(s, ring_eg, y, 1);
  float *dg = row_of(s, ring_dg, y);
  for (ptrdiff_t i = 0; i < n; i += LANES) store(dg + i, refined_at(eg, i, q));
  const float *o[9], *g[9];
  for (int k = 0; k < 9; k++) {
    o[k] = row_of(s, ring_o, y + k - 4);
    g[k] = row_of(s, ring_g, y + k - 4);
  }
  const float *gp = g[4] + p;
  trio low = trio_of(s, ring_low, y, 2);
  float *out = row_of(s, ring_green, y);
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    vf c = load(o[4] + i), l = load(low.here + i);
    vf v = green_axis(load(o[0] + i), load(g[1] + i), load(o[2] + i), load(g[3] + i), c,
                      load(g[5] + i), load(o[6] + i), load(g[7] + i), load(o[8] + i),
                      load(low.above + i), l, load(low.below + i));
    vf h = green_axis(load(o[4] + i - 2), load(gp + i - 2), load(o[4] + i - 1), load(gp + i - 1), c,
                      load(gp + i), load(o[4] + i + 1), load(gp + i + 1), load(o[4] + i + 2),
                      load(low.here + i - 1), l, load(low.here + i + 1));
    store(out + i, v + refined_at(eo, i, p) * (h - v));
  }
}

/// Diagonal high-pass of row y, other sites.
static void diagonal_high_pass(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  int p = other_parity(s, y);
  const float *o[7];
  for (int k = 0; k < 7; k++) o[k] = row_of(s, ring_o, y + k - 3) + (k & 1 ? 0 : p);
  float *pp = row_of(s, ring_pp, y), *qq = row_of(s, ring_qq, y);
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    vf c = load(o[3] + i);
    store(pp + i, high_pass(load(o[0] + i - 2), load(o[1] + i - 1), load(o[2] + i - 1), c,
                            load(o[4] + i), load(o[5] + i + 1), load(o[6] + i + 1)));
    store(qq + i, high_pass(load(o[0] + i + 1), load(o[1] + i + 1), load(o[2] + i), c,
                            load(o[4] + i - 1), load(o[5] + i - 1), load(o[6] + i - 2)));
  }
}

/// Q − ½ before refinement, row y, other sites.
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
  vf uneven = 4 * (all - distance(a.g, b.g)) + 0.125f * all;
  vf ga = da * all + uneven * (distance(a.c, a.c3) + distance(green, a.g2));
  vf gb = db * all + uneven * (distance(b.c, b.c3) + distance(green, b.g2));
  vf share = ga * reciprocal(ga + gb);
  return (pair){a.c + share * (b.c - a.c), a.g + share * (b.g - a.g)};
}

/// The colour where green is known, from the pairs of two axes: c̄ + k·(G − Ḡ).
INLINE vf colour_at(vf green, pair first, pair second, vf direction) {
  vf c = first.c + direction * (second.c - first.c);
  vf g = first.g + direction * (second.g - first.g);
  vf ratio = (c + dark) * reciprocal(g + dark);
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
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    vf g = load(greens.here + i);
    side nw = {load(c1 + i - 1), load(g1 + i - 1), load(c0 + i - 2), load(g0 + i - 1)};
    side ne = {load(c1 + i), load(g1 + i), load(c0 + i + 1), load(g0 + i + 1)};
    side sw = {load(c2 + i - 1), load(g3 + i - 1), load(c3 + i - 2), load(g4 + i - 1)};
    side se = {load(c2 + i), load(g3 + i), load(c3 + i + 1), load(g4 + i + 1)};
    pair fall = between(g, nw, se), rise = between(g, ne, sw);
    store(far + i, colour_at(g, fall, rise, refined_at(eq, i, p)));
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

static void rcd_row(bromide_demosaic *s, float *red, float *green_row, float *blue) {
  // The rows above the rectangle are made with its first row.
  ptrdiff_t target = s->next++;
  for (ptrdiff_t y = target == s->y ? target - 20 : target; y <= target; y++) {
    ptrdiff_t above = s->y - y;
    if (above <= 20) {
      ptrdiff_t n = half_columns(s, 5);
      sample_row row = bromide_sample_row(s, y + 10, s->x - 2 * MARGIN, n);
      float *g = row_of(s, ring_g, y + 10), *o = row_of(s, ring_o, y + 10);
      int p = other_parity(s, y + 10);
      level_row(&row, s->mosaic.ceiling, p ? g : o, p ? o : g, n);
    }
    if (above <= 14) vertical_high_pass(s, y + 7, half_columns(s, 5));
    if (above <= 12) directions(s, y + 6, half_columns(s, 4));
    if (above <= 14) low_pass(s, y + 7, half_columns(s, 4));
    if (above <= 10) green(s, y + 5, half_columns(s, 3));
    if (above <= 10) diagonal_high_pass(s, y + 5, half_columns(s, 4));
    if (above <= 8) diagonal_directions(s, y + 4, half_columns(s, 3));
    if (above <= 6) far_colour(s, y + 3, half_columns(s, 2));
  }
  int p = other_parity(s, target);
  if (is_red_row(s, target)) {
    if (p) finish(s, target, 1, 1, red, green_row, blue);
    else finish(s, target, 1, 0, red, green_row, blue);
  } else {
    if (p) finish(s, target, 0, 1, red, green_row, blue);
    else finish(s, target, 0, 0, red, green_row, blue);
  }
}
