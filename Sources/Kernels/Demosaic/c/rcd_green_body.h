// Green of ratio corrected demosaicing (steps 2 and 3). See rcd_body.h.

/// Step 2: ℓ of row y, other sites.
INLINE void low_pass(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n, const int moved) {
  int p = other_parity(s, y);
  trio g = trio_of(s, ring_g, y, 1), o = trio_of(s, ring_o, y, 1);
  const float *gp = g.here + p, *corner0 = o.above + p, *corner2 = o.below + p;
  float *low = row_of(s, ring_low, y);
  line sides = {0};
  for (ptrdiff_t i = FIRST; i < n; i += LANES) {
    // Twice the edge neighbour plus the corners, in a column next to the site.
    vf side = 2 * load(gp + i) + (load(corner0 + i) + load(corner2 + i));
    sides = (line){.before = sides.here, .here = side};
    vf column = load(o.here + i) + 0.5f * (load(g.above + i) + load(g.below + i));
    store(low + i, column + 0.25f * (left1(sides) + side));
  }
}

/// One axis of step 3: half the estimate from two sides over 2ℓ. Side a has green a, ℓ two steps
/// away la, and the gradient ga. One division suffices: e_a = a·2ℓ / (ε + ℓ + la), and e_b is
/// similar.
INLINE vf green_axis(vf low, vf a, vf la, vf ga, vf b, vf lb, vf gb) {
  vf da = low + la, db = low + lb;
  vf sum = gb * a * db + ga * b * da;
  return sum / ((ga + gb) * (da * db));
}

/// D at green sites of row y.
INLINE void green_directions(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n, const int moved) {
  int q = 1 - other_parity(s, y);
  trio eg = trio_of(s, ring_eg, y, 1);
  float *dg = row_of(s, DG, y);
  line sides = {0};
  for (ptrdiff_t i = FIRST; i < n; i += LANES) {
    sides = (line){.before = sides.here, .here = sides_at(eg, i, q)};
    store(dg + i, refined(load(eg.here + i), sides));
  }
}

/// Distances between half columns i and i − 1.
INLINE vf to_the_left(const float *row, ptrdiff_t i) {
  return distance(load(row + i), load(row + i - 1));
}

/// Step 3 of row y: green at other sites.
INLINE void green(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n, const int moved) {
  int p = other_parity(s, y);
  trio eo = trio_of(s, ring_eo, y, 1);
  const float *o[9], *g[9];
  for (int k = 0; k < 9; k++) {
    o[k] = row_of(s, ring_o, y + k - 4);
    g[k] = row_of(s, ring_g, y + k - 4);
  }
  const float *gp = g[4] + p;
  trio low = trio_of(s, ring_low, y, 2);
  float *out = row_of(s, GREEN, y);
  // Distances between the greens next to a site, between the site and its left neighbour, and their
  // sum.
  line across = {.after = to_the_left(gp, FIRST)}, adjacent = {.after = to_the_left(o[4], FIRST)};
  line sums = {.after = across.after + adjacent.after}, sides = {0};
  for (ptrdiff_t i = FIRST; i < n; i += LANES) {
    across = advanced(across, to_the_left(gp, i + LANES));
    adjacent = advanced(adjacent, to_the_left(o[4], i + LANES));
    sums = advanced(sums, across.after + adjacent.after);
    sides = (line){.before = sides.here, .here = sides_at(eo, i, p)};
    vf c = load(o[4] + i), l = load(low.here + i), base = l + epsilon;
    vf n1 = load(g[3] + i), n2 = load(o[2] + i), n3 = load(g[1] + i), n4 = load(o[0] + i);
    vf s1 = load(g[5] + i), s2 = load(o[6] + i), s3 = load(g[7] + i), s4 = load(o[8] + i);
    vf upright = distance(n1, s1) + epsilon;
    vf gradient_n = (upright + distance(c, n2)) + (distance(n1, n3) + distance(n2, n4));
    vf gradient_s = (upright + distance(c, s2)) + (distance(s1, s3) + distance(s2, s4));
    vf level = across.here + epsilon;
    vf gradient_w = (level + adjacent.here) + left1(sums);
    vf gradient_e = (level + right2(adjacent)) + right1(sums);
    vf v = green_axis(
      base, n1, load(low.above + i), gradient_n, s1, load(low.below + i), gradient_s);
    vf h = green_axis(
      base, load(gp + i - 1), load(low.here + i - 1), gradient_w, load(gp + i),
      load(low.here + i + 1), gradient_e);
    vf estimate = v + refined(load(eo.here + i), sides) * (h - v);
    store(out + i, (l + l) * estimate);
  }
}
