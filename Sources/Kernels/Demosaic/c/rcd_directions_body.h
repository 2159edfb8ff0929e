// Directions of ratio corrected demosaicing (step 1, and Q of step 4). See rcd_body.h.

/// The row of the left (0) or right (1) sites of pairs, from the rings of other and green sites.
INLINE float *side_row(const bromide_demosaic *s, ring other, ring green, ptrdiff_t y, int side) {
  return row_of(s, other_parity(s, y) == side ? other : green, y);
}

/// The squared high-pass of seven values along a line.
INLINE vf high_pass(vf l3, vf l2, vf l1, vf c, vf r1, vf r2, vf r3) {
  vf h = ((l3 - l1) + (r3 - r1)) + 6 * c - 3 * (l2 + r2);
  return h * h;
}

/// 2·S_a / (S_a + S_b) − 1, from three high-pass values on each axis.
INLINE vf tendency(vf a0, vf a1, vf a2, vf b0, vf b1, vf b2) {
  vf a = larger(a0 + a1 + a2, splat(least)), b = larger(b0 + b1 + b2, splat(least));
  return (a - b) / (a + b);
}

/// The sums for `refined`, over sites of the given parity.
INLINE vf sides_at(trio e, ptrdiff_t i, int parity) {
  return load(e.above + parity + i) + load(e.below + parity + i);
}

/// ½ plus half the tendency of a site. Uses its diagonal neighbours instead if their tendency is
/// further from 0 by more than a rounding error. `sides` contains the sums of the neighbours to its
/// right, and before them those to its left.
INLINE vf refined(vf own, line sides) {
  vf mean = 0.25f * (left1(sides) + sides.here);
  return choose(absolute(own) + 2 * clearer < absolute(mean), mean, own) * 0.5f + 0.5f;
}

/// Horizontal high-pass of row y, all sites.
INLINE void horizontal_high_pass(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n, const int moved) {
  const float *l = side_row(s, ring_o, ring_g, y, 0), *r = side_row(s, ring_o, ring_g, y, 1);
  float *hl = side_row(s, ring_ho, ring_hg, y, 0), *hr = side_row(s, ring_ho, ring_hg, y, 1);
  line a = {.after = load(l + FIRST)}, b = {.after = load(r + FIRST)};
  for (ptrdiff_t i = FIRST; i < n; i += LANES) {
    a = advanced(a, load(l + i + LANES));
    b = advanced(b, load(r + i + LANES));
    vf al = left1(a), ar = right1(a), bl = left1(b), br = right1(b);
    store(hl + i, high_pass(left2(b), al, bl, a.here, b.here, ar, br));
    store(hr + i, high_pass(al, bl, a.here, b.here, ar, br, right2(a)));
  }
}

/// 2d − 1 for BATCH rows from y, for the sites of one side.
INLINE void side_directions(
  bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n, const int moved, const int side) {
  const float *x[BATCH + 8], *own[BATCH], *next[BATCH];
  float *e[BATCH];
  for (int k = 0; k < BATCH + 8; k++) x[k] = side_row(s, ring_o, ring_g, y + k - 4, side);
  for (int k = 0; k < BATCH; k++) {
    own[k] = side_row(s, ring_ho, ring_hg, y + k, side);
    next[k] = side_row(s, ring_ho, ring_hg, y + k, 1 - side) + side;
    e[k] = side_row(s, ring_eo, ring_eg, y + k, side);
  }
  for (ptrdiff_t i = FIRST; i < n; i += LANES) {
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

/// Step 1 for BATCH rows starting at y.
INLINE void directions(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n, const int moved) {
  const int ahead = moved ? MOVED_DIRECTIONS_AHEAD : DIRECTIONS_AHEAD;
  if ((y - ahead - s->y) % BATCH != 0) return;
  side_directions(s, y, n, moved, 0);
  side_directions(s, y, n, moved, 1);
}

/// Diagonal high-pass of row y, other sites.
INLINE void diagonal_high_pass(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n, const int moved) {
  int p = other_parity(s, y);
  const float *o[7];
  line l[7];
  for (int k = 0; k < 7; k++) {
    o[k] = row_of(s, OTHER, y + k - 3) + (k & 1 ? 0 : p);
    l[k] = (line){.after = load(o[k] + FIRST)};
  }
  float *pp = row_of(s, ring_pp, y), *qq = row_of(s, ring_qq, y);
  for (ptrdiff_t i = FIRST; i < n; i += LANES) {
    for (int k = 0; k < 7; k++) l[k] = advanced(l[k], load(o[k] + i + LANES));
    vf c = l[3].here;
    store(pp + i, high_pass(left2(l[0]), left1(l[1]), left1(l[2]), c, l[4].here, right1(l[5]),
                            right1(l[6])));
    store(qq + i, high_pass(right1(l[0]), right1(l[1]), l[2].here, c, left1(l[4]), left1(l[5]),
                            left2(l[6])));
  }
}

/// 2Q − 1 before refinement, row y, other sites.
INLINE void diagonal_directions(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n, const int moved) {
  int p = other_parity(s, y);
  trio pp = trio_of(s, ring_pp, y, 1), qq = trio_of(s, ring_qq, y, 1);
  const float *p0 = pp.above + p, *p2 = pp.below + p, *q0 = qq.above + p, *q2 = qq.below + p;
  float *eq = row_of(s, ring_eq, y);
  for (ptrdiff_t i = FIRST; i < n; i += LANES) {
    store(eq + i, tendency(load(p0 + i - 1), load(pp.here + i), load(p2 + i),
                           load(q0 + i), load(qq.here + i), load(q2 + i - 1)));
  }
}
