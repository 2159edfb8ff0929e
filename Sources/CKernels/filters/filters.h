// Photographic filters on one row of three float planes, in place; a grey picture gives one plane three times.
//
// Planes are readable and writable up to the next multiple of 16 floats after `count`.
// The Swift files in Kernels/Filters state the formulas, one file for each.
#ifndef BROMIDE_FILTERS_H
#define BROMIDE_FILTERS_H

#include <stddef.h>
#include <stdint.h>

/// A function of a positive number: pieces (start, rise / 2¹⁶), 128 in each octave from 2^lowest on.
typedef struct {
  const float *pairs;
  int lowest;
} bromide_octaves;

/// A gain for all components, chosen by luminance, which is limited to the range of the table.
typedef struct {
  float weights[3];
  float least, most;
  bromide_octaves gains;
} bromide_gain;

/// Linear RGB to cones, whose cube roots form Oklab, and back. If vibrance is 0, every colour moves
/// alike and `roots` maps cube roots to new ones. Otherwise chroma also grows by 1 + vibrance / (1
/// + (chroma/lightness)² / knee²): `to_lab` leads from roots to Oklab, and `from_lab` back, with
/// saturation and hue included.
typedef struct {
  float to_cones[9], roots[9], to_lab[9], from_lab[9], from_cones[9];
  float vibrance, knee;
} bromide_chroma;

/// Linear RGB to cones, the signed cube roots of these to Oklab, and back.
typedef struct {
  float to_cones[9], to_lab[9], from_lab[9], from_cones[9];
} bromide_oklab;

/// Places of hues in a table, which ends with the first once more.
#define BROMIDE_HUES 1024

/// Changes of colours by hue: a turn in radians of at most 30°, and the shares by which chroma and lightness grow, for each
/// place of a hue, 0…4 along the square |a| + |b| = 1 from −b on; in full from a chroma of 1/`grey` on. A growing chroma stays as
/// it is from 1/`strong` on.
typedef struct {
  bromide_oklab oklab;
  const float *hues;
  float grey, strong;
} bromide_bands;

/// What is added to lightness, a and b of shadows, middle tones, highlights and all. Shadows end by 1/`slope` of lightness behind
/// their start, and highlights begin likewise.
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

/// Stops to add: stops · smoothstep((distance − start) · slope), where pixel x is at x·step +
/// origin across.
typedef struct {
  float step, origin, start, slope, stops;
} bromide_vignette;

/// Noise on a lattice of `cells` cells per pixel; light is multiplied by (1 + amount · (1 − √light)
/// · noise)².
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

/// Maps each value v, clipped to 0…1, through a curve over v + 2^lowest.
void bromide_curve_row(
  int isa, const bromide_octaves *curve, float *red, float *green, float *blue, size_t count);

/// Pixel 0 of the row has the column `x`; `square` is the squared vertical distance from the
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

/// Values 0…ceiling as 16-bit codes of their square root, rounded to the nearest; values outside
/// are clipped.
void bromide_pack_row(int isa, const float *row, float ceiling, size_t count, uint16_t *codes);

/// The values of such codes. Prefetches the codes `ahead` places further, which need not exist.
void bromide_unpack_row(
  int isa, const uint16_t *codes, float ceiling, size_t count, size_t ahead, float *row);

/// Codes as numbers 0…1, without squaring.
void bromide_read_row(int isa, const uint16_t *codes, size_t count, float *row);

/// Numbers 0…1 as codes.
void bromide_write_row(int isa, const float *row, size_t count, uint16_t *codes);

/// Number of lines that are blurred side by side.
#define BROMIDE_LINES 16

/// One box over 16 lines of `count` values, with value i of line j at 16·i + j: the sum of the
/// values up to `reach` away times `weight`, plus the next ones times `edge`. The ends repeat. `in`
/// and `out` do not overlap.
void bromide_box_lines(
  int isa, const float *in, size_t count, size_t reach, float weight, float edge, float *out);

/// Turns rows of `count` values into 16 lines, or back.
void bromide_turn_lines(const float *rows, size_t stride, size_t count, float *lines);
void bromide_turn_rows(const float *lines, size_t count, float *rows, size_t stride);

/// `rows[3·i + c]` is component c of the row (i − 2)·step away; it is readable from 2·step before
/// its first value to 2·step + 15 after its `count` values. Differences count up to the reciprocal
/// roots of `luma` and `chroma`.
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

/// Most taps of a vector along an axis for which pixels are made together.
#define BROMIDE_WARP_TAPS 24
/// Columns beside the picture's, and rows above and below it, that are readable: they repeat its edges.
#define BROMIDE_WARP_MARGIN 32
#define BROMIDE_WARP_ROWS 3

/// The places that a row of a warped picture shows, and where their samples are.
typedef struct {
  /// The places of nodes in pixels of the shown picture, whole numbers being edges of pixels. Node i from `first_node` on is
  /// that of pixel i·spacing; between them places are on a line.
  const double *x, *y;
  size_t first_node;
  int spacing;
  /// Size of the shown picture.
  ptrdiff_t width, height;
  /// Its rows from `top` on begin with column `left`; `plane` is the distance of the next of `planes` planes.
  const float *const *rows;
  ptrdiff_t top, left, plane;
  int planes;
  /// Larger values become this.
  float ceiling;
} bromide_warp;

/// `count` pixels from column `x` on, in planes `step` apart, with values from 0 to the ceiling; up to 15 values behind
/// them are written.
void bromide_warp_row(
  int isa, const bromide_warp *warp, size_t x, size_t count, float *out, ptrdiff_t step);

/// Values from 0 to the ceiling; up to 15 behind them are written.
void bromide_limit_row(int isa, const float *row, float ceiling, size_t count, float *out);

#endif
