// Reads JPEG XL, AVIF and WebP with libjxl, libavif and libwebp. Each library is loaded with its
// first picture.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CWhole.h"

enum bromide_read_status {
  BROMIDE_READ_DONE,
  /// The file is damaged, incomplete or has a different format.
  BROMIDE_READ_DAMAGED,
  /// The file has a kind of picture that this does not read, or there is not enough memory.
  BROMIDE_READ_UNSUPPORTED,
  /// The library is not installed.
  BROMIDE_READ_NO_LIBRARY,
};

/// A picture in a file, as stored, without its orientation.
struct bromide_picture {
  /// Samples of this many bits, in the machine's byte order: 8, 16, or 32 for floats.
  int bits;
  /// The bits of a sample in the file.
  int stored_bits;
  /// 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha. Colours are not multiplied by alpha.
  int channels;
  uint32_t width, height;
  /// The orientation as a number of Exif, or 0 if the format has no such property.
  int orientation;
  /// Code points of ITU-T H.273 for the samples, or 0 if only the profile describes the colours.
  int primaries, transfer;
  /// The ICC profile of the samples. Empty if the file does not contain a profile.
  struct bromide_file profile;
  /// The Exif block. It can start with an offset or a name. It is only set if no pixels are read.
  /// A WebP's block and profile are never set.
  struct bromide_file exif;
  /// The reason of a failure.
  const char *reason;
};

/// The request for a picture.
struct bromide_read_request {
  const uint8_t *bytes;
  size_t count;
  /// The maximum bytes of the pixels.
  uint64_t limit;
  /// Receives rows without gaps, or NULL to read everything except the pixels.
  void *pixels;
  /// The bytes of the pixels, from an earlier request without pixels.
  size_t capacity;
};

/// Read a picture on this thread. Release the result with `bromide_picture_free`, also after a
/// failure. Any thread can call them.
enum bromide_read_status bromide_jxl_read(
  const struct bromide_read_request *request, struct bromide_picture *picture);
enum bromide_read_status bromide_avif_read(
  const struct bromide_read_request *request, struct bromide_picture *picture);
enum bromide_read_status bromide_webp_read(
  const struct bromide_read_request *request, struct bromide_picture *picture);

void bromide_picture_free(struct bromide_picture *picture);

/// Loads the three libraries if they are installed, for a process that cannot load them later.
void bromide_readers_load(void);

/// Returns whether a picture needed a library that was not found.
bool bromide_readers_miss_library(void);

// For the three readers.

/// Sets the reason and returns the status.
enum bromide_read_status bromide_read_failed(
  struct bromide_picture *picture, enum bromide_read_status status, const char *reason);

/// Reports that a library was not found.
enum bromide_read_status bromide_read_without_library(struct bromide_picture *picture);

/// Checks the size of the pixels against the limit and the memory.
enum bromide_read_status bromide_read_check_size(
  const struct bromide_read_request *request, struct bromide_picture *picture);

/// Copies bytes to an empty file. Returns false if there is not enough memory.
bool bromide_read_copy(struct bromide_file *file, const void *bytes, size_t count);

bool bromide_jxl_load_reader(void);
bool bromide_avif_load_reader(void);
bool bromide_webp_load_reader(void);
