// Splits columns of a row into planes by their position in the period, and merges them. `n` (2 or
// 6) is a constant.

#if LANES == 16
#define EACH_LANE(f, p) \
  f(0, p), f(1, p), f(2, p), f(3, p), f(4, p), f(5, p), f(6, p), f(7, p), f(8, p), f(9, p), \
    f(10, p), f(11, p), f(12, p), f(13, p), f(14, p), f(15, p)
#elif LANES == 8
#define EACH_LANE(f, p) f(0, p), f(1, p), f(2, p), f(3, p), f(4, p), f(5, p), f(6, p), f(7, p)
#else
#define EACH_LANE(f, p) f(0, p), f(1, p), f(2, p), f(3, p)
#endif

/// Every second of 2 · LANES values, starting at p.
#define SECOND(k, p) (2 * (k) + (p))
#define EVERY_SECOND(a, b, p) __builtin_shufflevector(a, b, EACH_LANE(SECOND, p))

/// Every third of 3 · LANES values, starting at p: first the values in two vectors, then those in
/// the third.
#define OF_TWO(k, p) (3 * (k) + (p) < 2 * LANES ? 3 * (k) + (p) : 0)
#define OF_THIRD(k, p) (3 * (k) + (p) < 2 * LANES ? (k) : 3 * (k) + (p) - LANES)
#define EVERY_THIRD(a, b, c, p) \
  __builtin_shufflevector( \
    __builtin_shufflevector(a, b, EACH_LANE(OF_TWO, p)), c, EACH_LANE(OF_THIRD, p))

/// The q-th LANES values of a[0], b[0], c[0], a[1], …
#define PLACE(l, q) ((q) * LANES + (l))
#define FROM_TWO(l, q) (PLACE(l, q) / 3 + (PLACE(l, q) % 3 == 1 ? LANES : 0))
#define FROM_THIRD(l, q) (PLACE(l, q) % 3 < 2 ? (l) : LANES + PLACE(l, q) / 3)
#define WOVEN_THIRD(a, b, c, q) \
  __builtin_shufflevector( \
    __builtin_shufflevector(a, b, EACH_LANE(FROM_TWO, q)), c, EACH_LANE(FROM_THIRD, q))

/// Splits a line of columns into planes, starting at `out`.
INLINE void part(const bromide_banks *s, const int n, const float *line, float *out) {
  const ptrdiff_t plane = s->plane_floats;
  for (ptrdiff_t i = 0; i < s->count; i += LANES) {
    const float *from = line + i * n;
    vf even[3], odd[3];
    for (int k = 0; k < n / 2; k++) {
      const vf a = load(from + 2 * k * LANES), b = load(from + (2 * k + 1) * LANES);
      even[k] = EVERY_SECOND(a, b, 0);
      odd[k] = EVERY_SECOND(a, b, 1);
    }
    if (n == 2) {
      store(out + i, even[0]);
      store(out + plane + i, odd[0]);
      continue;
    }
    store(out + i, EVERY_THIRD(even[0], even[1], even[2], 0));
    store(out + plane + i, EVERY_THIRD(odd[0], odd[1], odd[2], 0));
    store(out + 2 * plane + i, EVERY_THIRD(even[0], even[1], even[2], 1));
    store(out + 3 * plane + i, EVERY_THIRD(odd[0], odd[1], odd[2], 1));
    store(out + 4 * plane + i, EVERY_THIRD(even[0], even[1], even[2], 2));
    store(out + 5 * plane + i, EVERY_THIRD(odd[0], odd[1], odd[2], 2));
  }
}

/// Merges planes, starting at `planes`, to a line of columns. n can also be 3.
INLINE void weave(const bromide_banks *s, const int n, const float *planes, float *line) {
  const ptrdiff_t plane = s->plane_floats;
  for (ptrdiff_t i = 0; i < s->count; i += LANES) {
    float *to = line + i * n;
    vf p[PERIOD];
    for (int j = 0; j < n; j++) p[j] = load(planes + j * plane + i);
    if (n == 2) {
      store(to, LOW_PAIRS(p[0], p[1]));
      store(to + LANES, HIGH_PAIRS(p[0], p[1]));
    } else if (n == 3) {
      store(to, WOVEN_THIRD(p[0], p[1], p[2], 0));
      store(to + LANES, WOVEN_THIRD(p[0], p[1], p[2], 1));
      store(to + 2 * LANES, WOVEN_THIRD(p[0], p[1], p[2], 2));
    } else {
      const vf even[3] = {
        WOVEN_THIRD(p[0], p[2], p[4], 0), WOVEN_THIRD(p[0], p[2], p[4], 1),
        WOVEN_THIRD(p[0], p[2], p[4], 2)};
      const vf odd[3] = {
        WOVEN_THIRD(p[1], p[3], p[5], 0), WOVEN_THIRD(p[1], p[3], p[5], 1),
        WOVEN_THIRD(p[1], p[3], p[5], 2)};
      for (int q = 0; q < 3; q++) {
        store(to + 2 * q * LANES, LOW_PAIRS(even[q], odd[q]));
        store(to + (2 * q + 1) * LANES, HIGH_PAIRS(even[q], odd[q]));
      }
    }
  }
}
