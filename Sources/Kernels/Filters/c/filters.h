// Photographic filters on one row of three float planes, in place. For a grey picture, all three
// planes are the same.
//
// Planes are readable and writable up to the next multiple of 16 floats after `count`. The Swift
// files in Kernels/Filters have the formulas, one file for each.
#ifndef BROMIDE_FILTERS_H
#define BROMIDE_FILTERS_H

#include <stddef.h>
#include <stdint.h>

/// A function of a positive number: pieces (start, rise / 2¹⁶), 128 in each octave from 2^lowest on.
typedef struct {
  const float *pairs;
  int lowest;
} bromide_octaves;

/// The curves of three planes, which can share a table.
typedef struct {
  bromide_octaves red, green, blue;
} bromide_curves;

/// A gain for all components, chosen by luminance, which is limited to the range of the table.
typedef struct {
  float weights[3];
  float least, most;
  bromide_octaves gains;
} bromide_gain;

/// Converts linear RGB to cones, whose cube roots form Oklab, and back. If vibrance is 0, `roots`
/// maps cube roots to new ones. Otherwise chroma also grows by 1 + vibrance / (1 +
/// (chroma/lightness)² / knee²). `to_lab` converts roots to Oklab, and `from_lab` converts back,
/// including saturation and hue.
typedef struct {
  float to_cones[9], roots[9], to_lab[9], from_lab[9], from_cones[9];
  float vibrance, knee;
} bromide_chroma;

/// Converts linear RGB to cones, their signed cube roots to Oklab, and back.
typedef struct {
  float to_cones[9], to_lab[9], from_lab[9], from_cones[9];
} bromide_oklab;

/// Number of hue positions in a table. The table repeats the first at its end.
#define BROMIDE_HUES 1024

/// Changes of colours by hue. For each hue position, the table has a rotation in radians of at most
/// 30°, and the growth of chroma and lightness. The position is 0…4 along the square |a| + |b| = 1,
/// starting at −b. The change is full from a chroma of 1/`grey`. From a chroma of 1/`strong`,
/// chroma does not grow.
typedef struct {
  bromide_oklab oklab;
  const float *hues;
  float grey, strong;
} bromide_bands;

/// Offsets of lightness, a and b for shadows, midtones, highlights and the whole picture. The
/// transition of shadows, and of highlights, is 1/`slope` wide in lightness from its start.
typedef struct {
  bromide_oklab oklab;
  float zones[12];
  float shadow_start, highlight_start, slope;
} bromide_grading;

/// Colours without luminance for shadows and highlights, divided at (√light − start) · slope.
typedef struct {
  float weights[3];
  float shadows[3], highlights[3];
  float start, slope;
} bromide_toning;

/// Stops to add: stops · smoothstep((distance − start) · slope). Horizontally, pixel x is at x·step
/// + origin.
typedef struct {
  float step, origin, start, slope, stops;
} bromide_vignette;

/// Noise on a lattice with `cells` cells per pixel. Light is multiplied by (1 + amount · (1 −
/// √light) · noise)².
typedef struct {
  float weights[3];
  float amount, cells;
  uint32_t seed;
} bromide_grain;

void bromide_gain_row(
  int isa, const bromide_gain *gain, float *red, float *green, float *blue, size_t count);

void bromide_chroma_row(
  int isa, const bromide_chroma *chroma, float *red, float *green, float *blue, size_t count);

void bromide_toning_row(
  int isa, const bromide_toning *toning, float *red, float *green, float *blue, size_t count);

void bromide_bands_row(
  int isa, const bromide_bands *bands, float *red, float *green, float *blue, size_t count);

void bromide_grading_row(
  int isa, const bromide_grading *grading, float *red, float *green, float *blue, size_t count);

/// Maps each value v, clipped to 0…1, through the curve of its plane over v + 2^lowest.
void bromide_curve_row(
  int isa, const bromide_curves *curves, float *red, float *green, float *blue, size_t count);

/// Pixel 0 of the row has the column `x`. `square` is the squared vertical distance from the
/// centre.
void bromide_vignette_row(
  int isa, const bromide_vignette *vignette, int x, float square, float *red, float *green,
  float *blue, size_t count);

/// Pixel 0 of the row has the column `x` ≥ 0, and the row is `y` ≥ 0.
void bromide_grain_row(
  int isa, const bromide_grain *grain, int x, int y, float *red, float *green, float *blue,
  size_t count);

/// Replaces each value v by v + amount·(color − v).
void bromide_mix_row(
  int isa, const float *color, float amount, float *red, float *green, float *blue, size_t count);

/// Stores values 0…ceiling as 16-bit codes of their square root, rounded to the nearest. Other
/// values are clipped.
void bromide_pack_row(int isa, const float *row, float ceiling, size_t count, uint16_t *codes);

/// Returns the values of such codes. Prefetches the codes `ahead` places further, which do not need
/// to exist.
void bromide_unpack_row(
  int isa, const uint16_t *codes, float ceiling, size_t count, size_t ahead, float *row);

/// Codes as numbers 0…1, without squaring.
void bromide_read_row(int isa, const uint16_t *codes, size_t count, float *row);

/// Numbers 0…1 as codes.
void bromide_write_row(int isa, const float *row, size_t count, uint16_t *codes);

/// Number of lines to blur together.
#define BROMIDE_LINES 16

/// Applies one box to 16 lines of `count` values, with value i of line j at 16·i + j. The result is
/// the sum of the values up to `reach` away times `weight`, plus the next ones times `edge`. The
/// ends repeat. `in` and `out` must not overlap.
void bromide_box_lines(
  int isa, const float *in, size_t count, size_t reach, float weight, float edge, float *out);

/// Turns rows of `count` values into 16 lines, or back.
void bromide_turn_lines(const float *rows, size_t stride, size_t count, float *lines);
void bromide_turn_rows(const float *lines, size_t count, float *rows, size_t stride);

/// `rows[3·i + c]` is component c of the row (i − 2)·step away. It is readable from 2·step before
/// its first value to 2·step + 15 after its `count` values. The limits for differences are the
/// reciprocal roots of `luma` and `chroma`.
typedef struct {
  const float *rows[15];
  size_t step;
  float luma, chroma;
} bromide_denoise;

void bromide_denoise_row(
  int isa, const bromide_denoise *denoise, float *red, float *green, float *blue, size_t count);

/// s = √luminance.
void bromide_brightness_row(
  int isa, const float *weights, const float *red, const float *green, const float *blue,
  size_t count, float *bright);

/// Pixels times (s'/s)², where s' = max(s + amount·d·smoothstep(|d|/threshold), 0) with d = s − blurred.
void bromide_sharpen_row(
  int isa, const float *weights, float amount, float threshold, const float *blurred, float *red,
  float *green, float *blue, size_t count);

/// Maximum number of taps of a vector along an axis for computing pixels together.
#define BROMIDE_WARP_TAPS 24
/// Readable columns next to the picture, and rows above and below it. They repeat its edges.
#define BROMIDE_WARP_MARGIN 32
#define BROMIDE_WARP_ROWS 3

/// The source positions for a row of a warped picture, and the source samples.
typedef struct {
  /// The positions of nodes in pixels of the source picture. Whole numbers are edges of pixels. The
  /// node at index i from `first_node` on belongs to pixel i·spacing. Positions between nodes are
  /// linear.
  const double *x, *y;
  size_t first_node;
  int spacing;
  /// Size of the source picture.
  ptrdiff_t width, height;
  /// Its rows, starting at row `top` and column `left`. `plane` is the distance between two of the
  /// `planes` planes.
  const float *const *rows;
  ptrdiff_t top, left, plane;
  int planes;
  /// Upper limit of values.
  float ceiling;
} bromide_warp;

/// Writes `count` pixels from column `x`, in planes `step` apart, limited to 0…ceiling. Also writes
/// up to 15 values after them.
void bromide_warp_row(
  int isa, const bromide_warp *warp, size_t x, size_t count, float *out, ptrdiff_t step);

/// Limits values to 0…ceiling. Also writes up to 15 values after them.
void bromide_limit_row(int isa, const float *row, float ceiling, size_t count, float *out);

#endif
