// Photographic filters on one row of three float planes, in place; a grey picture gives one plane three times.
//
// Planes are readable and writable up to the next multiple of 16 floats after `count`.
// The formulas stand in the Swift files of Kernels/Filters, one for each.
#ifndef BROMIDE_FILTERS_H
#define BROMIDE_FILTERS_H

#include <stddef.h>
#include <stdint.h>

/// Where a light's stops are raised: by amount · smoothstep((stops − start) · slope).
typedef struct {
  float start, slope, amount;
} bromide_zone;

#define BROMIDE_ZONES 4

/// stops = log2(luminance / grey), times contrast, then through the zones one after another.
typedef struct {
  float weights[3];
  float grey, contrast;
  bromide_zone zones[BROMIDE_ZONES];
} bromide_zones;

/// Linear RGB to Oklab and back: cube roots between the first two, cubes between the last two.
typedef struct {
  float to_cones[9], to_lab[9], from_lab[9], from_cones[9];
} bromide_oklab;

/// Chroma times saturation · (1 + vibrance / (1 + (chroma/lightness)² / knee²)), turned by an angle.
typedef struct {
  bromide_oklab oklab;
  float saturation, vibrance, knee, cosine, sine;
} bromide_chroma;

/// Colours without luminance for shadows and highlights, which part at (√light − start) · slope.
typedef struct {
  float weights[3];
  float shadows[3], highlights[3];
  float start, slope;
} bromide_toning;

/// Stops to add: stops · smoothstep((distance − start) · slope), where pixel x lies at x·step + origin across.
typedef struct {
  float step, origin, start, slope, stops;
} bromide_vignette;

/// Noise on a lattice of `cells` cells a pixel; light is multiplied by (1 + amount · (1 − √light) · noise)².
typedef struct {
  float weights[3];
  float amount, cells;
  uint32_t seed;
} bromide_grain;

void bromide_zones_row(
  int isa, const bromide_zones *zones, float *red, float *green, float *blue, size_t count);

void bromide_chroma_row(
  int isa, const bromide_chroma *chroma, float *red, float *green, float *blue, size_t count);

void bromide_toning_row(
  int isa, const bromide_toning *toning, float *red, float *green, float *blue, size_t count);

/// Each value, clipped to 0…1, through a table over its fourth root: straight between `size` + 1 values, and one
/// more that is read but does not count.
void bromide_table_row(
  int isa, const float *table, int size, float *red, float *green, float *blue, size_t count);

/// Pixel 0 of the row has the column `x`; `square` is the squared distance down or up from the centre.
void bromide_vignette_row(
  int isa, const bromide_vignette *vignette, int x, float square, float *red, float *green,
  float *blue, size_t count);

/// Pixel 0 of the row has the column `x` ≥ 0, and the row is `y` ≥ 0.
void bromide_grain_row(
  int isa, const bromide_grain *grain, int x, int y, float *red, float *green, float *blue,
  size_t count);

/// Each value v becomes v + amount·(color − v).
void bromide_mix_row(
  int isa, const float *color, float amount, float *red, float *green, float *blue, size_t count);

#endif
