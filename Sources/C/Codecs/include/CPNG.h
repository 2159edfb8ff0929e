// libpng, with wrappers for its macros and setjmp. Each function returns 0, or writes the error to
// `message`. It prints no messages.
#pragma once

#include <png.h>
#include <stddef.h>
#include <stdint.h>

enum { BROMIDE_PNG_MESSAGE = 200 };

struct bromide_png_text {
  const char *keyword;
  const char *text;
  int is_utf8; // iTXt instead of tEXt
};

/// The data of a file before its pixels. Missing parts are null or 0.
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

/// Receives bytes of the written file.
typedef void (*bromide_png_sink)(void *context, const uint8_t *bytes, size_t count);

/// Writes the signature and all chunks before the pixels.
int bromide_png_write_header(
  const struct bromide_png_header *header, bromide_png_sink sink, void *context,
  char message[BROMIDE_PNG_MESSAGE]);

/// Copies exactly `count` bytes of a file and returns nonzero, or returns 0.
typedef int (*bromide_png_source)(void *context, uint8_t *bytes, size_t count);

struct bromide_png_reader;

/// Creates a reader, or returns null on failure.
struct bromide_png_reader *bromide_png_open(bromide_png_source source, void *context);
void bromide_png_close(struct bromide_png_reader *reader);

/// Returns the message of the call that did not return 0.
const char *bromide_png_message(const struct bromide_png_reader *reader);

/// Reads the data before the pixels.
int bromide_png_read_header(struct bromide_png_reader *reader);

/// The contents of a header that was read.
struct bromide_png_facts {
  uint32_t width, height;
  int bit_depth, color_type, is_interlaced;
  int has_transparency; // tRNS
  int is_srgb;
  uint32_t gamma; // 0 if missing
  int has_chromaticities;
  uint32_t chromaticities[8];
  const uint8_t *profile;
  uint32_t profile_count;
  int has_broken_profile; // an iCCP that libpng dropped
  int has_cicp;
  uint8_t cicp[4];
  const uint8_t *exif;
  uint32_t exif_count;
  uint32_t pixels_per_metre_x, pixels_per_metre_y;
  int text_count;
};

/// Pointers stay valid until the reader is closed.
void bromide_png_facts(struct bromide_png_reader *reader, struct bromide_png_facts *facts);

/// Gets the text at `index`: keyword and text in Latin-1 or UTF-8, both terminated with 0.
void bromide_png_text(
  struct bromide_png_reader *reader, int index, struct bromide_png_text *text);

/// Requests pixels expanded to 8 or 16 bits, grey or RGB, with alpha if there is transparency.
/// 16-bit samples are in the machine's byte order. Returns the number of channels, or 0.
int bromide_png_expand(struct bromide_png_reader *reader);

/// Reads all rows, `stride` bytes apart, and the data after them.
int bromide_png_read_rows(struct bromide_png_reader *reader, uint8_t *pixels, size_t stride);

/// Reads and drops rows of a picture that is not interlaced.
int bromide_png_skip_rows(struct bromide_png_reader *reader, uint32_t count);

/// Reads the next row of a picture that is not interlaced.
int bromide_png_read_row(struct bromide_png_reader *reader, uint8_t *row);

/// Reads the data after the rows.
int bromide_png_read_end(struct bromide_png_reader *reader);

/// Makes errors of problems that libpng only warns about, such as a wrong checksum in a chunk
/// without pixels. Call this before reading the header.
void bromide_png_be_strict(struct bromide_png_reader *reader);

/// Reads the rows of a picture that is not interlaced, using memory for one row, and passes each to
/// `sink`. Then it reads the data after them.
int bromide_png_read_each_row(
  struct bromide_png_reader *reader, uint8_t *row, size_t count, bromide_png_sink sink,
  void *context);
