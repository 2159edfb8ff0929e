// Look tables. Every pixel reads other entries, so all instruction sets have one form, which is equal to the bit.
#include <string.h>

#include "look.h"

#pragma clang fp contract(off)

typedef float quad __attribute__((ext_vector_type(4)));

static inline float limited(float v, float most) { return v > 0 ? (v < most ? v : most) : 0; }

// The entry before a code, and the part of the way to the next.
static inline int entry(const bromide_look_entries *t, int axis, float code, float *part) {
  const float place = limited((code - t->low[axis]) * t->scale[axis], (float)(t->count - 1));
  int index = (int)place;
  if (index > t->count - 2) index = t->count - 2;
  *part = place - (float)index;
  return index;
}

static inline quad through_curve(const bromide_look_entries *t, quad codes) {
  quad result = codes;
  for (int c = 0; c < 3; c++) {
    float part;
    const float *at = t->values + 3 * entry(t, c, codes[c], &part) + c;
    result[c] = at[0] + part * (at[3] - at[0]);
  }
  return result;
}

static inline quad vertex(const float *at) {
  quad v;
  memcpy(&v, at, sizeof v);
  return v;
}

static inline quad through_cube(const bromide_look_entries *t, quad codes) {
  float r, g, b;
  const ptrdiff_t n = t->count, red = entry(t, 0, codes[0], &r), green = entry(t, 1, codes[1], &g);
  const ptrdiff_t blue = entry(t, 2, codes[2], &b);
  const float *at = t->values + 4 * (red + n * (green + n * blue));
  // The axes by falling parts: of equal ones red comes first, then green.
  float first = r, second = g, third = b;
  ptrdiff_t one = 4, two = 4 * n, three = 4 * n * n;
#define SWAP(a, b, i, j) \
  if (a < b) { \
    float part = a; \
    ptrdiff_t step = i; \
    a = b, b = part, i = j, j = step; \
  }
  SWAP(first, second, one, two)
  SWAP(second, third, two, three)
  SWAP(first, second, one, two)
#undef SWAP
  quad result = vertex(at) * (1 - first);
  result = result + vertex(at + one) * (first - second);
  result = result + vertex(at + one + two) * (second - third);
  return result + vertex(at + one + two + three) * third;
}

void bromide_look_row(
  const bromide_look *look, float *red, float *green, float *blue, size_t count) {
  const bromide_look l = *look;
  for (size_t x = 0; x < count; x++) {
    const quad codes = {limited(red[x], 1), limited(green[x], 1), limited(blue[x], 1), 0};
    quad made = l.curve.values ? through_curve(&l.curve, codes) : codes;
    if (l.cube.values) made = through_cube(&l.cube, made);
    made = codes + (made - codes) * l.strength;
    red[x] = made[0];
    green[x] = made[1];
    blue[x] = made[2];
  }
}
