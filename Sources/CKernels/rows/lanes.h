// Vectors of LANES floats, for a body that is compiled once for each instruction set. The including
// file defines LANES, NAME(function) and, before its target pragma, any intrinsics it uses.

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

typedef float lanes_f __attribute__((ext_vector_type(LANES)));
typedef int32_t lanes_i __attribute__((ext_vector_type(LANES)));
typedef uint32_t lanes_u __attribute__((ext_vector_type(LANES)));
typedef float lanes_f_unaligned __attribute__((ext_vector_type(LANES), aligned(4)));

INLINE lanes_f load(const float *p) { return *(const lanes_f_unaligned *)p; }
INLINE void store(float *p, lanes_f v) { *(lanes_f_unaligned *)p = v; }
// NaN becomes the limit. The comparisons are maxps and minps; on arm64, where they would be two instructions each,
// fmaxnm and fminnm give the number. CONTRACTED files keep the comparisons, as clang fuses other multiplications beside
// intrinsics.
#if defined(__aarch64__) && !defined(CONTRACTED)
INLINE lanes_f at_least(lanes_f v, lanes_f limit) { return vmaxnmq_f32(v, limit); }
INLINE lanes_f at_most(lanes_f v, lanes_f limit) { return vminnmq_f32(v, limit); }
#else
INLINE lanes_f at_least(lanes_f v, lanes_f limit) { return v > limit ? v : limit; }
INLINE lanes_f at_most(lanes_f v, lanes_f limit) { return v < limit ? v : limit; }
#endif

typedef struct {
  lanes_f r, g, b;
} lanes_rgb;

/// Coefficients of a cubic each, that of the power k in of[k].
typedef struct {
  lanes_f of[4];
} lanes_cubic;
