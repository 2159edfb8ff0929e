// YCbCr to RGB and back, rows at a time. Uses 16-bit forms for 8-bit samples, and floating-point
// forms for all others.
#ifndef BROMIDE_YCBCR_H
#define BROMIDE_YCBCR_H

#include <stddef.h>
#include <stdint.h>

/// The 16-bit form. YCbCr8Form.swift explains it and proves its bounds. All values are modulo
/// 65536.
typedef struct {
  /// The part of luma's factor above 1, in 1/65536, and the bias of each half of luma.
  uint16_t luma, luma_bias;
  /// Whether the first channel depends on the chroma that comes first, and the third on the other.
  int32_t swapped;
  /// For the first and third channel: whether the factor of chroma is 2 + fraction or 1 + fraction,
  /// the fraction in 1/65536, and the biases.
  int32_t twice[2];
  uint16_t fraction[2], half_bias[2], rest_bias[2];
  /// For the second channel: the factors of both kinds of chroma, which are subtracted, in 1/65536.
  uint16_t green[2], green_half_bias, green_rest_bias;
} bromide_ycbcr8;

/// One or two rows of luma with a shared row of chroma of half the width. Each chroma sample is
/// used twice.
typedef struct {
  const uint8_t *luma[2];
  /// Rows of the two kinds of chroma. If `second` is NULL, both alternate in `first`.
  const uint8_t *first, *second;
  uint8_t *output[2];
  size_t rows, width;
  /// Distance in bytes from these rows of luma and chroma to the next ones, which are prefetched.
  ptrdiff_t luma_ahead, chroma_ahead;
  /// Bytes in an output pixel: 3, or 4 with the fourth 255.
  int channels;
  /// Whether to write past the cache. Use it for pictures larger than the cache.
  int stream;
} bromide_ycbcr8_rows;

void bromide_ycbcr8_nearest(int isa, const bromide_ycbcr8 *form, const bromide_ycbcr8_rows *rows);

/// Position of chroma samples along a row of luma.
enum { BROMIDE_SITED_FULL = 0, BROMIDE_SITED_LEFT = 1, BROMIDE_SITED_CENTER = 2 };

/// One row of luma with chroma from `bromide_ycbcr8_chroma`: samples of 1/256 code value, with a
/// repeated sample before the first and after the last, and memory for 64 more after that.
void bromide_ycbcr8_sited(
  int isa, const bromide_ycbcr8 *form, int sited, const uint8_t *luma, const uint16_t *first,
  const uint16_t *second, size_t width, int channels, int stream, uint8_t *output);

/// Computes (a · (4 − weight) + b · weight) · 64 for the `count` samples of both kinds of chroma in
/// two rows. The rows of the second kind are NULL if both alternate in the first.
void bromide_ycbcr8_chroma(
  int isa, const uint8_t *const first[2], const uint8_t *const second[2], int weight,
  size_t count, uint16_t *first_out, uint16_t *second_out);

/// The form in floating point: out = matrix · (Y, Cb, Cr − offset), clipped to 0…maximum and rounded.
typedef struct {
  double matrix[9];
  double offset[3];
  double maximum;
  /// Whether to compute in double precision instead of single.
  int exact;
} bromide_ycbcr_form;

enum {
  BROMIDE_RGB8, BROMIDE_RGBA8, BROMIDE_BGRA8, BROMIDE_RGB16, BROMIDE_RGBA16, BROMIDE_RGB_FLOAT
};

/// One row of luma, its two nearest rows of chroma, and their storage.
typedef struct {
  const void *luma;
  /// Cb and Cr of the nearer row and of the other, which has a weight of `weight` quarters. NULL
  /// for grey.
  const void *first[2], *second[2];
  int weight;
  /// Distance between samples of one kind: 1, or 2 if both alternate.
  int step;
  /// Bytes in a sample, and the unused bits below its value.
  int bytes, shift;
  size_t width;
  /// The number of pixels in a row that share a chroma sample (1 or 2), whether to interpolate
  /// chroma, and the position of samples.
  int across, linear, sited;
} bromide_ycbcr_row;

/// Converts one row. `kind` is a value of the enumeration above. Floats are not clipped.
void bromide_ycbcr_convert_row(
  int isa, const bromide_ycbcr_form *form, const bromide_ycbcr_row *row, int kind, void *output);

/// R′G′B′ to YCbCr, 8 bits each, in 16-bit arithmetic. See YCbCr8EncodingForm.swift. All values are
/// modulo 65536.
typedef struct {
  /// Weights of red, green and blue in luma, in 1/65536.
  uint16_t luma[3], luma_bias;
  /// Their weights in Cb and Cr: blue adds to Cb and red to Cr, the others subtract.
  uint16_t chroma[2][3], chroma_bias[2];
  /// Whether Cr comes first.
  int32_t swapped;
} bromide_rgb8;

/// One or two rows of R′G′B′ pixels with a shared row of chroma of half the width.
typedef struct {
  /// `rows[1]` is NULL if chroma only uses the first row. `above` is NULL unless chroma is on the
  /// first row. The neighbour rows then have half its weight.
  const uint8_t *above, *rows[2];
  /// `luma[1]` is NULL if the second row only contributes to chroma.
  uint8_t *luma[2];
  /// The chroma that comes first and second. If `second` is NULL, both alternate in `first`.
  uint8_t *first, *second;
  size_t width;
  /// Whether chroma is between two columns instead of on the left one.
  int centered;
} bromide_rgb8_rows;

void bromide_rgb8_encode(int isa, const bromide_rgb8 *form, const bromide_rgb8_rows *rows);

/// R′G′B′ to YCbCr in single precision: matrix · (R′, G′, B′) + offset, clipped to 0…maximum and rounded.
typedef struct {
  /// Converts code values to code values, with rows for Y, Cb and Cr.
  float matrix[9];
  float offset[3];
  float maximum;
  /// Bytes in a sample of a pixel, bytes in a sample of a plane, and the unused bits below a plane
  /// sample's value.
  int pixel_bytes, bytes, shift;
} bromide_rgb_form;

/// The pixel rows for a row of chroma.
typedef struct {
  /// A row with a weight of 0 is NULL. The weights are quarters that sum to 1.
  const void *rows[3];
  float weights[3];
  size_t width;
  /// The number of pixels that share a chroma sample (1 or 2), and whether it is between them
  /// instead of on the first.
  int across, centered;
  void *cb, *cr;
  /// Distance between samples of one kind: 1, or 2 if both alternate.
  int step;
} bromide_rgb_chroma;

/// Writes the luma of a row of pixels.
void bromide_rgb_luma_row(
  int isa, const bromide_rgb_form *form, const void *row, size_t width, void *out);

/// Writes a row of chroma.
void bromide_rgb_chroma_row(int isa, const bromide_rgb_form *form, const bromide_rgb_chroma *row);

/// Orders writes past the cache before all later operations of the caller.
void bromide_ycbcr_finish(void);

#endif
