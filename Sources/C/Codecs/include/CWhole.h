// A complete picture for the encoders that need all its pixels: JPEG XL, AVIF and WebP.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Bytes of the caller. They are missing if the count is 0.
struct bromide_span {
  const uint8_t *bytes;
  size_t count;
};

/// A picture with its metadata.
struct bromide_whole {
  /// Rows without gaps. 16-bit samples are in the machine's byte order.
  const void *samples;
  uint32_t width, height;
  /// 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha.
  int channels;
  /// 8 or 16 bits per sample.
  int bits;
  /// The code points of ITU-T H.273 for a picture without a profile.
  int primaries, transfer;
  /// The luminance of the brightest light in cd/m², or 0 if the picture ends at white.
  float peak;
  /// The ICC profile.
  struct bromide_span profile;
  /// The Exif block, starting with its TIFF header.
  struct bromide_span exif;
  /// The XMP packet.
  struct bromide_span xmp;
};

/// An encoder's file. Release it with `bromide_file_free`.
struct bromide_file {
  uint8_t *bytes;
  size_t count, capacity;
};

void bromide_file_free(struct bromide_file *file);

/// Makes room for `count` bytes in total. Returns 0 if there is not enough memory.
int bromide_file_reserve(struct bromide_file *file, size_t count);

/// The reason of a failure if there is not enough memory.
extern const char *const bromide_file_shortage;
