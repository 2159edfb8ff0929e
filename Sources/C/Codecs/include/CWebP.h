// Encodes a picture in memory as a WebP with libwebp. The library is loaded with the first one.
#pragma once

#include "CWhole.h"

struct bromide_webp_options {
  /// 0 to 100.
  int quality;
  int is_lossless;
};

/// Returns the version of the library, such as 0x010204 for 1.2.4, or 0 if it is not installed.
int bromide_webp_version(void);

/// Encodes a picture of 8 bits on this thread to a RIFF file with its pixels only. The caller adds
/// the profile and the metadata.
///
/// - Returns: NULL, or the reason of a failure.
const char *bromide_webp_encode(
  const struct bromide_whole *picture, const struct bromide_webp_options *options,
  struct bromide_file *file);
