// Vectors of LANES floats, for a body that is compiled once for each instruction set. The including
// file defines LANES, NAME(function) and, before its target pragma, any intrinsics it uses.

typedef float lanes_f __attribute__((ext_vector_type(LANES)));
typedef int32_t lanes_i __attribute__((ext_vector_type(LANES)));
typedef uint32_t lanes_u __attribute__((ext_vector_type(LANES)));
typedef float lanes_f_unaligned __attribute__((ext_vector_type(LANES), aligned(4)));

INLINE lanes_f load(const float *p) { return *(const lanes_f_unaligned *)p; }
INLINE void store(float *p, lanes_f v) { *(lanes_f_unaligned *)p = v; }
// The comparison is false for NaN, which thus becomes the limit; these are maxps and minps.
INLINE lanes_f at_least(lanes_f v, lanes_f limit) { return v > limit ? v : limit; }
INLINE lanes_f at_most(lanes_f v, lanes_f limit) { return v < limit ? v : limit; }

typedef struct {
  lanes_f r, g, b;
} lanes_rgb;

/// Coefficients of a cubic each, that of the power k in of[k].
typedef struct {
  lanes_f of[4];
} lanes_cubic;
