// Red and blue of ratio corrected demosaicing (steps 4 and 5). See rcd_body.h.

/// A colour c and green, at one position or as a mean.
typedef struct {
  vf c, g;
} pair;

/// One side of a site: c and green one step away, c three steps away and green two steps away.
typedef struct {
  vf c, g, c3, g2;
} side;

/// The mean of two sides, each weighted by the evidence against the other.
INLINE pair between(vf green, side a, side b) {
  vf da = distance(green, a.g) + epsilon, db = distance(green, b.g) + epsilon, all = da + db;
  vf uneven = 4.125f * all - 4 * distance(b.g, a.g);
  vf ga = da * all + uneven * (distance(a.c, a.c3) + distance(green, a.g2));
  vf gb = db * all + uneven * (distance(b.c, b.c3) + distance(green, b.g2));
  vf share = ga / (ga + gb);
  return (pair){a.c + share * (b.c - a.c), a.g + share * (b.g - a.g)};
}

/// The colour at known green, from the pairs of two axes: c̄ + k·(G − Ḡ).
INLINE vf colour_at(vf green, pair first, pair second, vf direction) {
  vf c = first.c + direction * (second.c - first.c);
  vf g = first.g + direction * (second.g - first.g);
  vf ratio = (c + dark) / (g + dark);
  return c + smaller(ratio, splat(1)) * (green - g);
}

/// Step 4 of row y: the missing colour of the other sites ("far": blue at red).
INLINE void far_colour(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n, const int moved) {
  int p = other_parity(s, y);
  const float *c0 = row_of(s, OTHER, y - 3) + p, *c1 = row_of(s, OTHER, y - 1) + p;
  const float *c2 = row_of(s, OTHER, y + 1) + p, *c3 = row_of(s, OTHER, y + 3) + p;
  const float *g1 = row_of(s, GREEN, y - 1) + p, *g3 = row_of(s, GREEN, y + 1) + p;
  trio greens = trio_of(s, GREEN, y, 2), eq = trio_of(s, ring_eq, y, 1);
  const float *g0 = greens.above, *g4 = greens.below;
  float *far = row_of(s, ring_far, y);
  line sides = {0};
  for (ptrdiff_t i = FIRST; i < n; i += LANES) {
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

/// Step 5 of row y, and the three finished rows. `red_row` and `p` are constants at each call.
INLINE void finish(
  bromide_demosaic *s, ptrdiff_t y, const int moved, const int red_row, const int p,
  float *red, float *green, float *blue) {
  const int q = 1 - p;
  const float *o[7], *f[7];
  for (int k = 0; k < 7; k++) {
    o[k] = row_of(s, OTHER, y + k - 3);
    f[k] = row_of(s, ring_far, y + k - 3);
  }
  const float *oq = o[3] + q, *fq = f[3] + q;
  trio g_rows = trio_of(s, ring_g, y, 2), others = trio_of(s, GREEN, y, 1);
  const float *green_q = others.here + q, *dg = row_of(s, DG, y);
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
