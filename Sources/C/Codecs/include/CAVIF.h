// Encodes a picture in memory as an AVIF with libavif and aom. The library is loaded with the first
// one.
#pragma once

#include "CWhole.h"

struct bromide_avif_options {
  /// 1 to 100.
  int quality;
  /// 8, 10 or 12 bits per stored sample.
  int bits;
  /// Luma samples per chroma sample, horizontally and vertically: 1 or 2.
  int across, down;
  /// aom's speed, 0 to 10.
  int speed;
};

/// Returns the library's version, such as "0.11.1", or NULL if it is not installed or cannot encode
/// with aom.
const char *bromide_avif_version(void);

/// Returns the version of aom that libavif uses, such as "3.6.0", or NULL.
const char *bromide_avif_codec_version(void);

/// Returns the number in the library's file name, such as 15. Its structures differ between numbers, so
/// only the number of the build fits.
int bromide_avif_interface(void);

/// Opens the library with this number, or returns NULL. The reader has its own table of functions.
void *bromide_avif_open(void);

/// Encodes a picture. The bytes do not depend on the machine's threads, because libavif always
/// uses four.
///
/// - Returns: NULL, or the reason of a failure.
const char *bromide_avif_encode(
  const struct bromide_whole *picture, const struct bromide_avif_options *options,
  struct bromide_file *file);
