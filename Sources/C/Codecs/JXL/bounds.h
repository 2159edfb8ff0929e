// Limits of a decoder's memory and work, and other steps that all decoders share.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "loader.h"

/// Limits a decoder's memory and work.
struct bromide_jxl_bounds {
  uint64_t bytes_left;
  unsigned passes_left;
  /// Whether the decoder needed more than the limits allow.
  bool is_exceeded;
};

/// Returns the limits for a picture of this many pixels.
struct bromide_jxl_bounds bromide_jxl_bounds_of(uint64_t area, unsigned passes);

/// Returns a memory manager that counts the bytes. The bounds must outlive the decoder.
JxlMemoryManager bromide_jxl_memory(struct bromide_jxl_bounds *bounds);

/// Does the work of a pass on this thread, up to the limit, because a few bytes can request many
/// layers. The context is the bounds.
JxlParallelRetCode bromide_jxl_run(
  void *context, void *work, JxlParallelRunInit begin, JxlParallelRunFunction unit, uint32_t first,
  uint32_t end);

/// Requests the encoded numbers, if lossy coding allows a choice.
bool bromide_jxl_keep_colors(
  const bromide_jxl_api *api, JxlDecoder *decoder, const JxlBasicInfo *info);

/// Returns whether the bytes start with a signature, because the library would print an error
/// otherwise.
bool bromide_jxl_is_one(const bromide_jxl_api *api, const uint8_t *bytes, size_t count);
