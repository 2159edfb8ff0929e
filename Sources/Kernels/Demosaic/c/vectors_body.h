// Vectors of LANES floats for the bodies of the demosaic. The including file defines LANES and, by
// its target attribute, the instruction set.
#if defined(__aarch64__)
#include <arm_neon.h>
#endif

typedef float vf __attribute__((vector_size(4 * LANES)));
typedef int32_t vi __attribute__((vector_size(4 * LANES)));
typedef uint32_t vu __attribute__((vector_size(4 * LANES)));
typedef float loose_vf __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef uint32_t loose_vu __attribute__((vector_size(4 * LANES), aligned(2), may_alias));

INLINE vf load(const float *p) { return *(const loose_vf *)p; }
INLINE void store(float *p, vf v) { *(loose_vf *)p = v; }
INLINE vf splat(float v) { return v - (vf){0}; }

/// `yes` in the lanes of the mask, `no` elsewhere. clang turns it into a single blend, minimum or
/// maximum.
INLINE vf choose(vi mask, vf yes, vf no) { return (vf)((mask & (vi)yes) | (~mask & (vi)no)); }
#if defined(__aarch64__)
INLINE vf larger(vf a, vf b) { return (vf)vmaxnmq_f32((float32x4_t)a, (float32x4_t)b); }
INLINE vf smaller(vf a, vf b) { return (vf)vminnmq_f32((float32x4_t)a, (float32x4_t)b); }
#else
INLINE vf larger(vf a, vf b) { return choose(a > b, a, b); }
INLINE vf smaller(vf a, vf b) { return choose(a < b, a, b); }
#endif
INLINE vf absolute(vf a) { return (vf)((vi)a & 0x7fffffff); }
INLINE vf distance(vf a, vf b) { return absolute(a - b); }

#if LANES == 16
#define LOW_PAIRS(a, b) \
  __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH_PAIRS(a, b) \
  __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#elif LANES == 8
#define LOW_PAIRS(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH_PAIRS(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#else
#define LOW_PAIRS(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define HIGH_PAIRS(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#endif

/// LANES values of a followed by b, starting at the nth.
#if LANES == 16
#define FROM(a, b, n) \
  __builtin_shufflevector(a, b, n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8, n + 9, \
                          n + 10, n + 11, n + 12, n + 13, n + 14, n + 15)
#elif LANES == 8
#define FROM(a, b, n) \
  __builtin_shufflevector(a, b, n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7)
#else
#define FROM(a, b, n) __builtin_shufflevector(a, b, n, n + 1, n + 2, n + 3)
#endif

/// Consecutive vectors along a row. `here` contains half columns i ..< i + LANES.
typedef struct {
  vf before, here, after;
} line;

/// Moves the line one vector further.
INLINE line advanced(line l, vf after) { return (line){l.here, l.after, after}; }

/// Values one or two half columns to the left or right.
INLINE vf left1(line l) { return FROM(l.before, l.here, LANES - 1); }
INLINE vf left2(line l) { return FROM(l.before, l.here, LANES - 2); }
INLINE vf right1(line l) { return FROM(l.here, l.after, 1); }
INLINE vf right2(line l) { return FROM(l.here, l.after, 2); }

/// Writes a[0], b[0], a[1], b[1], …, with negative values as 0. Writes the first `count` values,
/// rounded up to a multiple of 16.
INLINE void store_pairs(float *out, vf a, vf b, ptrdiff_t count) {
  vf zero = {0};
  a = larger(a, zero);
  b = larger(b, zero);
  store(out, LOW_PAIRS(a, b));
  if (LANES < 16 || count > LANES) store(out + LANES, HIGH_PAIRS(a, b));
}
