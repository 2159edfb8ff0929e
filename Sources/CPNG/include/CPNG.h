// libpng, with shims for its macros and setjmp. Every entry returns 0, or writes the reason for a
// failure to `message`; nothing is printed.
#ifndef BROMIDE_CPNG_H
#define BROMIDE_CPNG_H
#include <png.h>
#include <stddef.h>
#include <stdint.h>

enum { BROMIDE_PNG_MESSAGE = 200 };

struct bromide_png_text {
  const char *keyword;
  const char *text;
  int is_utf8; // iTXt rather than tEXt
};

/// The contents of a file before its pixels. Absent parts are null or 0.
struct bromide_png_header {
  uint32_t width, height;
  int bit_depth, color_type;
  int is_srgb; // sRGB, gAMA, cHRM
  uint32_t gamma; // times 100000
  const uint32_t *chromaticities; // white, red, green, blue x, y times 100000
  const uint8_t *profile;
  uint32_t profile_count;
  const char *profile_name;
  const uint8_t *cicp; // 4 bytes
  const uint8_t *exif;
  uint32_t exif_count;
  uint32_t pixels_per_metre_x, pixels_per_metre_y;
  const struct bromide_png_text *texts;
  int text_count;
};

/// Receives bytes of a file being written.
typedef void (*bromide_png_sink)(void *context, const uint8_t *bytes, size_t count);

/// Writes the signature and every chunk before the pixels.
int bromide_png_write_header(
  const struct bromide_png_header *header, bromide_png_sink sink, void *context,
  char message[BROMIDE_PNG_MESSAGE]);

/// Copies exactly `count` bytes of a file and returns nonzero, or returns 0.
typedef int (*bromide_png_source)(void *context, uint8_t *bytes, size_t count);

struct bromide_png_reader;

/// Creates a reader; null on failure.
struct bromide_png_reader *bromide_png_open(bromide_png_source source, void *context);
void bromide_png_close(struct bromide_png_reader *reader);

/// The message of the call that did not return 0.
const char *bromide_png_message(const struct bromide_png_reader *reader);

/// Reads everything before the pixels.
int bromide_png_read_header(struct bromide_png_reader *reader);

/// The contents of a header that was read.
struct bromide_png_facts {
  uint32_t width, height;
  int bit_depth, color_type, is_interlaced;
  int has_transparency; // tRNS
  int is_srgb;
  uint32_t gamma; // 0 if absent
  int has_chromaticities;
  uint32_t chromaticities[8];
  const uint8_t *profile;
  uint32_t profile_count;
  int has_cicp;
  uint8_t cicp[4];
  const uint8_t *exif;
  uint32_t exif_count;
  uint32_t pixels_per_metre_x, pixels_per_metre_y;
  int text_count;
};

/// Pointers stay valid until the reader is closed.
void bromide_png_facts(struct bromide_png_reader *reader, struct bromide_png_facts *facts);

/// Text `index`: keyword and text in Latin-1 or UTF-8; both end with 0.
void bromide_png_text(
  struct bromide_png_reader *reader, int index, struct bromide_png_text *text);

/// Requests pixels expanded to 8 or 16 bits, grey or RGB, with alpha if there is transparency;
/// 16-bit samples are in the machine's byte order. Returns the number of channels, or 0.
int bromide_png_expand(struct bromide_png_reader *reader);

/// Reads all rows, `stride` bytes apart, and everything after them.
int bromide_png_read_rows(struct bromide_png_reader *reader, uint8_t *pixels, size_t stride);

/// Reads rows of a picture that is not interlaced, and keeps none.
int bromide_png_skip_rows(struct bromide_png_reader *reader, uint32_t count);

/// Reads the next row of a picture that is not interlaced.
int bromide_png_read_row(struct bromide_png_reader *reader, uint8_t *row);

/// Reads everything after the rows.
int bromide_png_read_end(struct bromide_png_reader *reader);

/// Lets nothing pass that libpng would only warn of, such as a wrong checksum in a chunk without
/// pixels. Called before the header is read.
void bromide_png_be_strict(struct bromide_png_reader *reader);

/// Reads the rows of a picture that is not interlaced into the memory of one row, hands each on, and
/// reads what stands behind them.
int bromide_png_read_each_row(
  struct bromide_png_reader *reader, uint8_t *row, size_t count, bromide_png_sink sink,
  void *context);

#endif
