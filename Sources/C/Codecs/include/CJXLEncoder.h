// Encodes a picture in memory as a JPEG XL with libjxl. The library is loaded with the first one.
#pragma once

#include "CWhole.h"

struct bromide_jxl_options {
  /// The Butteraugli distance, or 0 for a picture without loss.
  float distance;
  /// libjxl's effort, 1 to 9.
  int effort;
};

/// Threads that run a body.
struct bromide_jxl_crew {
  /// The maximum number of threads, including the calling one.
  uint32_t size;
  void *context;
  /// Calls `body(argument)` on this thread and on at most `helpers` other threads. Returns after
  /// all calls have returned.
  void (*run)(void *context, uint32_t helpers, void (*body)(void *), void *argument);
};

/// Returns the version of the library that encodes, such as 7000 for 0.7.0 and 11002 for 0.11.2,
/// or 0 if none is installed. Versions that this code does not know must first encode and decode a
/// small picture.
uint32_t bromide_jxl_encoder_version(void);

/// Returns whether the library reads the picture in pieces while it encodes, which needs much less
/// memory (since 0.10).
int bromide_jxl_encodes_chunks(void);

/// Returns whether the loaded library encodes and decodes a small picture without loss.
int bromide_jxl_passes_self_check(void);

/// Encodes a picture to a container with the boxes `Exif` and `xml ` before the codestream. The
/// bytes do not depend on the threads.
///
/// - Returns: NULL, or the reason of a failure.
const char *bromide_jxl_encode(
  const struct bromide_whole *picture, const struct bromide_jxl_options *options,
  const struct bromide_jxl_crew *crew, struct bromide_file *file);
