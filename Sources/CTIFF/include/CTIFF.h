// libtiff's reader of the first picture in a file.
//
// Linked as usual, libtiff and the seven libraries that it needs would add to every start of the
// program. So it is opened by the name that belongs to the headers that this was compiled with, when
// the first TIFF is read. Nothing is printed: errors become messages, warnings are dropped, since
// libtiff's are about tags, and what makes pixels doubtful is an error.
#ifndef BROMIDE_CTIFF_H
#define BROMIDE_CTIFF_H
#include <stddef.h>
#include <stdint.h>

/// Whether the library was found.
int bromide_tiff_is_available(void);

/// Whether the library was needed and could not be found.
int bromide_tiff_is_missing(void);

/// The library's version as text; null if it was not found.
const char *bromide_tiff_version(void);

struct bromide_tiff;

/// The contents of a file besides its pixels. Absent parts are null or 0.
struct bromide_tiff_facts {
  uint32_t width, height;
  /// Samples of a pixel, bits of each in the file, and as `bromide_tiff_read` gives them: 8 or 16, of floats 32; 1 for whole
  /// numbers, 3 for floats, in the file's codes.
  uint16_t samples, stored_bits, bits, sample_format;
  uint16_t photometric, compression, orientation;
  /// Channels that `bromide_tiff_read` gives: grey or three colours, and alpha if it is stated.
  int channels;
  int is_tiled, is_big, is_planar;
  const uint8_t *profile;
  uint32_t profile_count;
  const uint8_t *xmp;
  uint32_t xmp_count;
};

/// Opens a file. The descriptor is closed with the reader, or now if null is returned.
struct bromide_tiff *bromide_tiff_open(int descriptor, const char *name);
void bromide_tiff_close(struct bromide_tiff *reader);

/// The message of this thread's last call that failed; without the file's name.
const char *bromide_tiff_message(void);

/// What the file holds. Pointers stay valid until the reader is closed. Returns 0, or -1 for a picture
/// that is not of the kinds that are read; the message says why.
int bromide_tiff_facts(struct bromide_tiff *reader, struct bromide_tiff_facts *facts);

/// Reads all rows, `stride` bytes apart, in the machine's byte order: black is 0, colours are not
/// multiplied by alpha. Returns 0, or -1.
int bromide_tiff_read(
  struct bromide_tiff *reader, const struct bromide_tiff_facts *facts, uint8_t *pixels,
  size_t stride);

/// Reads all rows in the same form and hands each on, from the top; the memory is used again for the next ones. It holds one row, or
/// a row of tiles. Pictures in planes are refused. Returns 0, or -1.
int bromide_tiff_read_each_row(
  struct bromide_tiff *reader, const struct bromide_tiff_facts *facts,
  void (*receive)(void *context, const uint8_t *row, int is_last), void *context);

#endif
