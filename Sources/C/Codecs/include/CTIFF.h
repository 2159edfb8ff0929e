// libtiff's reader of the first picture in a file.
//
// If we linked libtiff and its seven dependencies, they would slow down every start of the program.
// So we open it by its versioned name when the first TIFF is read. It prints no messages: errors
// are stored. Warnings are dropped, because they are about tags, and any doubt about pixels is an
// error.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Returns whether the library is installed.
int bromide_tiff_is_available(void);

/// Returns whether the library was needed but is not installed.
int bromide_tiff_is_missing(void);

/// Returns the library's version as text, or null if it is not installed.
const char *bromide_tiff_version(void);

struct bromide_tiff;

/// The data of a file except its pixels. Missing parts are null or 0.
struct bromide_tiff_facts {
  uint32_t width, height;
  /// Samples per pixel, bits per sample in the file, and bits per sample from `bromide_tiff_read`:
  /// 8 or 16 for integers, 32 for floats. The format is 1 for integers, 3 for floats, as in the
  /// file.
  uint16_t samples, stored_bits, bits, sample_format;
  uint16_t photometric, compression, orientation;
  /// Channels from `bromide_tiff_read`: grey or three colours, and alpha if the file has it.
  int channels;
  int is_tiled, is_big, is_planar;
  const uint8_t *profile;
  uint32_t profile_count;
  const uint8_t *xmp;
  uint32_t xmp_count;
};

/// Opens a file. The descriptor is closed with the reader, or immediately if this returns null.
struct bromide_tiff *bromide_tiff_open(int descriptor);
void bromide_tiff_close(struct bromide_tiff *reader);

/// Returns the message of this thread's last failed call, without the file's name.
const char *bromide_tiff_message(void);

/// Gets the facts of a file. Pointers stay valid until the reader is closed. Returns 0, or -1 with
/// a message if the picture is not supported.
int bromide_tiff_facts(struct bromide_tiff *reader, struct bromide_tiff_facts *facts);

/// Reads all rows, `stride` bytes apart, in the machine's byte order. Black is 0, and colours are
/// not premultiplied by alpha. Returns 0, or -1.
int bromide_tiff_read(
  struct bromide_tiff *reader, const struct bromide_tiff_facts *facts, uint8_t *pixels,
  size_t stride);

/// Reads all rows in the same format and passes each to `receive`, from top to bottom. The memory
/// is reused for the next rows. It stores one row, or a row of tiles. Pictures in planes are not
/// supported. Returns 0, or -1.
int bromide_tiff_read_each_row(
  struct bromide_tiff *reader, const struct bromide_tiff_facts *facts,
  void (*receive)(void *context, const uint8_t *row, int is_last), void *context);
