// Helpers for the optics kernels. Rounding is equal on every instruction set, without contraction
// and with true divisions.
#pragma clang fp contract(off)

// The first and the second LANES values of a[0], b[0], a[1], b[1], …. Then LANES values of a
// followed by b: starting at the nth, or every second value.
#if LANES == 16
#define LOW_PAIRS(a, b) \
  __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH_PAIRS(a, b) \
  __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define FROM(a, b, n) \
  __builtin_shufflevector(a, b, n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8, n + 9, \
                          n + 10, n + 11, n + 12, n + 13, n + 14, n + 15)
#define EVENS(a, b) \
  __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#define ODDS(a, b) \
  __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
#elif LANES == 8
#define LOW_PAIRS(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH_PAIRS(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define FROM(a, b, n) \
  __builtin_shufflevector(a, b, n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7)
#define EVENS(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define ODDS(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15)
#else
#define LOW_PAIRS(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define HIGH_PAIRS(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define FROM(a, b, n) __builtin_shufflevector(a, b, n, n + 1, n + 2, n + 3)
#define EVENS(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6)
#define ODDS(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7)
#endif

INLINE lanes_f pair_sums(lanes_f a, lanes_f b) { return EVENS(a, b) + ODDS(a, b); }

// Repeats both ends of a row.
INLINE void extend(float *row, ptrdiff_t count) {
  float first = row[0], last = row[count - 1];
  for (ptrdiff_t i = 1; i <= OPTICS_PAD; i++) row[-i] = first;
  for (ptrdiff_t i = 0; i < OPTICS_PAD; i++) row[count + i] = last;
}

// Three consecutive vectors of a row. Neighbours are shifted out of registers, because a load next
// to a recent store would wait for it, and a load across a cache line costs two.
typedef struct {
  lanes_f before, here, after;
} lanes_line;

INLINE lanes_line moved(lanes_line l, lanes_f after) {
  return (lanes_line){l.here, l.after, after};
}

// Sums both values at a distance of n, at most LANES.
#define ADJACENT(l, n) (FROM((l).before, (l).here, LANES - (n)) + FROM((l).here, (l).after, n))

// 1/v for a normal positive number, from a guess based on its bits and two Newton steps. It is
// within 7e-6, takes a third of a division's time, and gives the same result on every instruction
// set.
INLINE lanes_f reciprocal(lanes_f v) {
  const lanes_i guess = 0x7ef127ea;
  const lanes_f two = 2.0f;
  lanes_f r = __builtin_bit_cast(lanes_f, guess - __builtin_bit_cast(lanes_i, v));
  r = r * (two - v * r);
  return r * (two - v * r);
}

// Returns the share of a detail to remove: noise divided by energy, at most 1. Without noise it is
// 0.
INLINE lanes_f noise_share(lanes_f noise, lanes_f energy) {
  const lanes_f all = 1.0f;
  return at_most(noise * reciprocal(at_least(energy, (lanes_f)1e-30f)), all);
}

// Rows of double size between two rows: 3·near + far, and the same with the left and right
// neighbours along the row, divided by 16.
INLINE lanes_f blended(const float *near_row, const float *far_row, ptrdiff_t x) {
  return 3.0f * load(near_row + x) + load(far_row + x);
}

typedef struct {
  lanes_f low, high;
} lanes_pair;

INLINE lanes_pair doubled_between(lanes_f left, lanes_f middle, lanes_f right) {
  lanes_f here = 3.0f * middle;
  lanes_f even = (here + left) * 0.0625f, odd = (here + right) * 0.0625f;
  return (lanes_pair){LOW_PAIRS(even, odd), HIGH_PAIRS(even, odd)};
}

INLINE lanes_pair doubled(lanes_line l) {
  return doubled_between(
    FROM(l.before, l.here, LANES - 1), l.here, FROM(l.here, l.after, 1));
}

// Two rows that are doubled from left to right.
#if LANES == 8
// AVX2 needs two shuffles to shift across the halves of a register. The rows were stored long before,
// so their neighbours are read instead: `finish` takes 8 % less time, `fine` 11 % and `change` 8 %
// (Zen 3).
typedef struct {
  const float *near_row, *far_row;
} lanes_doubling;

INLINE lanes_doubling doubling(const float *near_row, const float *far_row) {
  return (lanes_doubling){near_row, far_row};
}

INLINE lanes_pair doubled_at(const lanes_doubling *d, ptrdiff_t x) {
  const float *n = d->near_row, *f = d->far_row;
  return doubled_between(blended(n, f, x - 1), blended(n, f, x), blended(n, f, x + 1));
}

INLINE void pass(lanes_doubling *d, ptrdiff_t x) {
  (void)d;
  (void)x;
}
#else
typedef struct {
  const float *near_row, *far_row;
  lanes_line line;
} lanes_doubling;

INLINE lanes_doubling doubling(const float *near_row, const float *far_row) {
  return (lanes_doubling){near_row, far_row,
    {blended(near_row, far_row, -LANES), blended(near_row, far_row, 0),
      blended(near_row, far_row, LANES)}};
}

INLINE lanes_pair doubled_at(const lanes_doubling *d, ptrdiff_t x) {
  (void)x;
  return doubled(d->line);
}

// Goes from the vector at x to the next one.
INLINE void pass(lanes_doubling *d, ptrdiff_t x) {
  d->line = moved(d->line, blended(d->near_row, d->far_row, x + 2 * LANES));
}
#endif
