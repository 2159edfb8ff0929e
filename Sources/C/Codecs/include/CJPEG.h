// Wraps libjpeg-turbo with calls that return errors instead of jumping: reads the planes of a JPEG
// in memory, and encodes bands of rows.
#pragma once

#include <stddef.h>
#include <stdint.h>

struct bromide_jpeg;

enum {
  BROMIDE_JPEG_OTHER, BROMIDE_JPEG_GREY, BROMIDE_JPEG_RGB, BROMIDE_JPEG_YCC, BROMIDE_JPEG_CMYK,
  BROMIDE_JPEG_YCCK
};

/// The data of a JPEG before its pixels. Pointers stay valid until the reader is closed.
struct bromide_jpeg_facts {
  uint32_t width, height;
  int components;
  /// One of the constants above. libjpeg derives it from JFIF and Adobe markers and component
  /// numbers.
  int color_space;
  /// Sampling factors of up to four components, and the maximum factors.
  int across[4], down[4], most_across, most_down;
  /// Width and number of rows of each component's blocks, which is the necessary size of its plane.
  uint32_t block_width[4], block_rows[4];
  int is_progressive;
  /// The transform in the Adobe marker, or -1 without this marker.
  int adobe_transform;
  /// The Exif block starting with its TIFF header, or NULL if it is missing.
  const uint8_t *exif;
  size_t exif_count;
  const uint8_t *profile;
  size_t profile_count;
};

/// Creates a reader of `count` bytes, which must outlive it. Returns NULL if out of memory.
/// `most_memory` limits libjpeg's memory.
struct bromide_jpeg *bromide_jpeg_open(const uint8_t *bytes, size_t count, long most_memory);
void bromide_jpeg_close(struct bromide_jpeg *reader);

/// Reads the data before the pixels. On failure, this returns 0 and sets `bromide_jpeg_message`.
int bromide_jpeg_read_header(struct bromide_jpeg *reader);
void bromide_jpeg_facts(const struct bromide_jpeg *reader, struct bromide_jpeg_facts *facts);

/// Reads the planes of all components without changing any sample. Call it once, after the header.
/// Returns 0 at the first damage, unless `keep` is nonzero. In this case, missing samples keep
/// libjpeg's values.
int bromide_jpeg_read_planes(
  struct bromide_jpeg *reader, uint8_t *const planes[4], const size_t strides[4], int keep);

/// A part of a picture, in pixels. `top` and `left` must be multiples of four.
struct bromide_jpeg_part {
  uint32_t left, top, width, bottom;
};

/// Reads the samples of a part, and possibly more, to their positions in planes of the complete
/// picture. It skips rows above and ignores rows below. `row` stores one row of the picture's
/// samples. Call it once, after the header. Returns 0 if the data is damaged.
int bromide_jpeg_read_part(
  struct bromide_jpeg *reader, const struct bromide_jpeg_part *part, uint8_t *row, uint8_t *const planes[4],
  const size_t strides[4]);

/// Gets the size of the picture reduced by 1, 2, 4 or 8 during decoding. Call it after the header.
void bromide_jpeg_reduced_size(struct bromide_jpeg *reader, int reduction, uint32_t *width, uint32_t *height);

/// Reads rows of red, green and blue bytes at this size without gaps, as libjpeg converts them.
/// Call it once, after `bromide_jpeg_reduced_size`. Returns 0 on failure and on damage.
int bromide_jpeg_read_reduced(struct bromide_jpeg *reader, uint8_t *rgb);

/// Reads the first `rows` rows of red, green and blue bytes with libjpeg's defaults, which upsample
/// colours smoothly. Calls `take` with each row, which is in `row`. Call it once, after the header.
/// Returns 0 on failure and on damage.
int bromide_jpeg_read_rows(
  struct bromide_jpeg *reader, uint32_t rows, uint8_t *row,
  void (*take)(void *context, uint32_t y, const uint8_t *rgb), void *context);

/// Reads rows of stored cyan, magenta, yellow and black bytes. libjpeg converts YCCK. Calls `take`
/// with each row, which is in `row`. Call it once, after the header. Returns 0 on failure and on
/// damage.
int bromide_jpeg_read_inks(
  struct bromide_jpeg *reader, uint8_t *row,
  void (*take)(void *context, uint32_t y, const uint8_t *cmyk), void *context);

/// Returns the version of the libjpeg-turbo headers from the build, such as 2001005 for 2.1.5, or 0
/// for a different libjpeg.
int bromide_jpeg_turbo_version(void);
/// Returns the number of libjpeg's interface, such as 62 for version 6b.
int bromide_jpeg_interface(void);

/// Returns the message of the call that returned 0.
const char *bromide_jpeg_message(const struct bromide_jpeg *reader);

/// Returns whether only EOI is missing in the data that was read. Planes, parts and inks set this.
/// Other functions treat it as damage.
int bromide_jpeg_misses_end(const struct bromide_jpeg *reader);

/// Returns the first sign of damage, or an empty text.
const char *bromide_jpeg_damage(const struct bromide_jpeg *reader);

struct bromide_jpeg_encoder;

/// The pictures of an encoder.
struct bromide_jpeg_request {
  uint32_t width;
  /// 1 for grey, 3 for RGB.
  int channels;
  /// 1 to 100, as in cjpeg.
  int quality;
  /// Luma samples per chroma sample, horizontally and vertically: 1 or 2. Grey pictures ignore
  /// them.
  int across, down;
};

/// Bytes in an encoder's memory, valid until its next call.
struct bromide_jpeg_bytes {
  const uint8_t *bytes;
  size_t count;
};

/// Creates an encoder for one thread, or returns NULL if out of memory.
struct bromide_jpeg_encoder *bromide_jpeg_encoder_make(const struct bromide_jpeg_request *request);
void bromide_jpeg_encoder_free(struct bromide_jpeg_encoder *encoder);

/// Returns the segments from DQT to SOS, which all bands of a picture share. A restart interval is
/// one row of MCUs. You can pass any row of samples. On failure, this returns 0. Then
/// `bromide_jpeg_encoder_message` returns the reason.
int bromide_jpeg_encode_header(
  struct bromide_jpeg_encoder *encoder, uint32_t height, const uint8_t *row, struct bromide_jpeg_bytes *header);

/// The tables of an encoder, with luma and grey first. Quantisation is row by row. Huffman codes
/// have the format of DHT segments: both DC tables, then both AC tables.
struct bromide_jpeg_tables {
  uint16_t quantisation[2][64];
  struct {
    /// The number of codes of each length from 1 to 16.
    uint8_t counts[16];
    uint8_t symbols[256];
  } codes[4];
};
void bromide_jpeg_encoder_tables(
  const struct bromide_jpeg_encoder *encoder, struct bromide_jpeg_tables *tables);

/// Encodes rows without gaps to entropy data. `restarts` are the offsets of the second bytes of its
/// restart markers, which are numbered from 0. There is a marker between any two rows of MCUs, and
/// no marker at the end. Returns 0 on failure.
int bromide_jpeg_encode_rows(
  struct bromide_jpeg_encoder *encoder, const uint8_t *rows, uint32_t count, struct bromide_jpeg_bytes *data,
  const uint32_t **restarts, size_t *restart_count);

/// Returns the message of the call that returned 0.
const char *bromide_jpeg_encoder_message(const struct bromide_jpeg_encoder *encoder);
