// Vectors of LANES floats, for code that is compiled once for each instruction set. The including
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
// NaN becomes the limit. The comparisons compile to maxps and minps. On arm64 they would take two
// instructions each, so fmaxnm and fminnm are used, which return the number. CONTRACTED files keep
// the comparisons, because clang fuses other multiplications next to intrinsics.
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

/// Coefficients of a cubic per lane. of[k] has the power k.
typedef struct {
  lanes_f of[4];
} lanes_cubic;
