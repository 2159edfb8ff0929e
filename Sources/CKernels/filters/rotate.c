// Rows of a turned picture, by Catmull-Rom's cubic (Keys 1981, a = −½) in both directions. Four
// taps of a row form one vector of 128 bits, which every processor has, so one variant serves all.
#include <math.h>
#include <string.h>

#include "CVariants.h"
#include "filters.h"

#pragma clang fp contract(off)

typedef float four __attribute__((ext_vector_type(4)));
typedef uint16_t four_codes __attribute__((ext_vector_type(4)));

// The weights of positions −1, 0, 1 and 2 for a place t between 0 and 1.
INLINE four weights(float t) {
  const float u = 1 - t;
  return (four){
    -0.5f * t * u * u, 1 + t * t * (1.5f * t - 2.5f), 1 + u * u * (1.5f * u - 2.5f),
    -0.5f * u * t * t};
}

INLINE size_t inside(ptrdiff_t i, size_t count) {
  return i < 0 ? 0 : (size_t)i < count ? (size_t)i : count - 1;
}

// The share of a pixel that the picture covers, by the distance of its centre from an edge.
INLINE float covered(float distance) {
  return distance >= 0.5f ? 1 : distance <= -0.5f ? 0 : distance + 0.5f;
}

void bromide_rotate_row(
  const bromide_rotation *rotation, double x, double y, size_t count, float *red, float *green,
  float *blue) {
  const bromide_rotation r = *rotation;
  float *const out[3] = {red, green, blue};
  for (size_t i = 0; i < count; i++) {
    const double px = x + (double)i * r.step_x, py = y + (double)i * r.step_y;
    const float share = covered((float)(px - r.left)) * covered((float)(r.right - px))
      * covered((float)(py - r.top)) * covered((float)(r.bottom - py));
    if (share == 0) {
      for (int c = 0; c < r.channels; c++) out[c][i] = 0;
      continue;
    }
    // Sample s of the picture has its centre at s + ½.
    const double sx = floor(px - 0.5), sy = floor(py - 0.5);
    const four across = weights((float)(px - 0.5 - sx)), down = weights((float)(py - 0.5 - sy));
    const ptrdiff_t column = (ptrdiff_t)sx - 1, row = (ptrdiff_t)sy - 1;
    const int whole = column >= 0 && (size_t)column + 4 <= r.width;
    for (int c = 0; c < r.channels; c++) {
      four sum = 0;
      for (int j = 0; j < 4; j++) {
        const uint16_t *line =
          r.codes + ((size_t)c * r.height + inside(row + j, r.height)) * r.width;
        four_codes codes;
        if (whole) {
          memcpy(&codes, line + column, sizeof codes);
        } else {
          for (int k = 0; k < 4; k++) codes[k] = line[inside(column + k, r.width)];
        }
        four v = __builtin_convertvector(codes, four);
        sum += down[j] * (v * v);
      }
      sum *= across;
      const float value = (sum.x + sum.z) + (sum.y + sum.w);
      out[c][i] = value * share * r.scale;
    }
  }
}
