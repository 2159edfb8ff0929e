// libjpeg-turbo behind calls that return errors instead of jumping: the planes of a JPEG in memory, and the coding of
// bands of rows.
#ifndef BROMIDE_CJPEG_H
#define BROMIDE_CJPEG_H

#include <stddef.h>
#include <stdint.h>

struct bromide_jpeg;

enum {
  BROMIDE_JPEG_OTHER, BROMIDE_JPEG_GREY, BROMIDE_JPEG_RGB, BROMIDE_JPEG_YCC, BROMIDE_JPEG_CMYK,
  BROMIDE_JPEG_YCCK
};

/// The contents of a JPEG before its pixels. Pointers stay valid until the reader is closed.
struct bromide_jpeg_facts {
  uint32_t width, height;
  int components;
  /// One of the constants above, as libjpeg derives it from JFIF and Adobe markers and component
  /// numbers.
  int color_space;
  /// Sampling factors of up to four components, and the largest ones.
  int across[4], down[4], most_across, most_down;
  /// Width and number of rows of each component's blocks: the size that its plane must hold.
  uint32_t block_width[4], block_rows[4];
  int is_progressive;
  /// The transform in the Adobe marker; -1 without such a marker.
  int adobe_transform;
  /// The Exif block from its TIFF header on; NULL if there is none.
  const uint8_t *exif;
  size_t exif_count;
  const uint8_t *profile;
  size_t profile_count;
};

/// Creates a reader of `count` bytes, which must outlive it; NULL if out of memory. `most_memory`
/// limits libjpeg's memory.
struct bromide_jpeg *bromide_jpeg_open(const uint8_t *bytes, size_t count, long most_memory);
void bromide_jpeg_close(struct bromide_jpeg *reader);

/// Reads everything before the pixels. Returns 0 on failure, which `bromide_jpeg_message` explains.
int bromide_jpeg_read_header(struct bromide_jpeg *reader);
void bromide_jpeg_facts(const struct bromide_jpeg *reader, struct bromide_jpeg_facts *facts);

/// Reads the planes of all components, without changing any sample; call once, after the header.
/// Returns 0 at the first damage, unless `keep` is nonzero: then missing samples stay as libjpeg
/// fills them.
int bromide_jpeg_read_planes(
  struct bromide_jpeg *reader, uint8_t *const planes[4], const size_t strides[4], int keep);

/// A part of a picture, in its pixels. `top` and `left` are multiples of four.
struct bromide_jpeg_part {
  uint32_t left, top, width, bottom;
};

/// Reads the samples of a part, and perhaps more, to their places in planes of the whole picture; rows above are skipped, those
/// below are not looked at. `row` holds a row of the picture's samples. Call once, after the header. Returns 0 at damage.
int bromide_jpeg_read_part(
  struct bromide_jpeg *reader, const struct bromide_jpeg_part *part, uint8_t *row, uint8_t *const planes[4],
  const size_t strides[4]);

/// The size of the picture reduced by 1, 2, 4 or 8 during decoding; call after the header.
void bromide_jpeg_reduced_size(struct bromide_jpeg *reader, int reduction, uint32_t *width, uint32_t *height);

/// Reads rows of red, green and blue bytes at that size, without gaps, as libjpeg converts them;
/// call once, after `bromide_jpeg_reduced_size`. Returns 0 on failure and on damage.
int bromide_jpeg_read_reduced(struct bromide_jpeg *reader, uint8_t *rgb);

/// Reads the first `rows` rows of red, green and blue bytes as libjpeg gives them by default, colours
/// smoothly enlarged; calls `take` with each, which lies in `row`. Call once, after the header.
/// Returns 0 on failure and on damage.
int bromide_jpeg_read_rows(
  struct bromide_jpeg *reader, uint32_t rows, uint8_t *row,
  void (*take)(void *context, uint32_t y, const uint8_t *rgb), void *context);

/// Reads rows of cyan, magenta, yellow and black bytes as they are stored, those of YCCK as libjpeg converts them; calls
/// `take` with each, which lies in `row`. Call once, after the header. Returns 0 on failure and on damage.
int bromide_jpeg_read_inks(
  struct bromide_jpeg *reader, uint8_t *row,
  void (*take)(void *context, uint32_t y, const uint8_t *cmyk), void *context);

/// The version of libjpeg-turbo whose headers this was compiled with, 2001005 for 2.1.5; 0 for
/// another libjpeg.
int bromide_jpeg_turbo_version(void);
/// The number of libjpeg's interface: 62 for that of version 6b.
int bromide_jpeg_interface(void);

/// The message of the call that returned 0.
const char *bromide_jpeg_message(const struct bromide_jpeg *reader);

/// Whether the file ends without EOI and nothing else is missing, as far as it was read: planes, parts and inks tell; the
/// others call it damage.
int bromide_jpeg_misses_end(const struct bromide_jpeg *reader);

/// The first sign of damage found, or an empty text.
const char *bromide_jpeg_damage(const struct bromide_jpeg *reader);

struct bromide_jpeg_encoder;

/// The pictures that an encoder codes.
struct bromide_jpeg_request {
  uint32_t width;
  /// 1 for grey, 3 for RGB.
  int channels;
  /// 1 to 100, as cjpeg's.
  int quality;
  /// Luma samples to each chroma sample, horizontally and vertically: 1 or 2. Grey pictures ignore them.
  int across, down;
};

/// Bytes in an encoder's memory, valid until its next call.
struct bromide_jpeg_bytes {
  const uint8_t *bytes;
  size_t count;
};

/// Creates an encoder for one thread; NULL if out of memory.
struct bromide_jpeg_encoder *bromide_jpeg_encoder_make(const struct bromide_jpeg_request *request);
void bromide_jpeg_encoder_free(struct bromide_jpeg_encoder *encoder);

/// The segments that all bands of a picture share, from DQT to SOS: one restart interval is one row of MCUs.
/// `row` is any row of samples. Returns 0 on failure, which `bromide_jpeg_encoder_message` explains.
int bromide_jpeg_encode_header(
  struct bromide_jpeg_encoder *encoder, uint32_t height, const uint8_t *row, struct bromide_jpeg_bytes *header);

/// The tables that an encoder's rows are coded with, those of luma and grey first: quantisation row by row; Huffman codes
/// as DHT segments state them, DC of both, then AC of both.
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

/// Codes rows without gaps to entropy data. `restarts` are the offsets of the second bytes of its restart markers, which
/// are numbered from 0: one between any two rows of MCUs, and none at the end. Returns 0 on failure.
int bromide_jpeg_encode_rows(
  struct bromide_jpeg_encoder *encoder, const uint8_t *rows, uint32_t count, struct bromide_jpeg_bytes *data,
  const uint32_t **restarts, size_t *restart_count);

/// The message of the call that returned 0.
const char *bromide_jpeg_encoder_message(const struct bromide_jpeg_encoder *encoder);

#endif
