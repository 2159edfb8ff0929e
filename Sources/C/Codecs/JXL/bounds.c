// See bounds.h.
#include "bounds.h"

#include <stddef.h>
#include <stdlib.h>

enum {
  /// Maximum bytes for the library, per pixel and in addition. Before 0.11, it allocates only few
  /// of them here.
  kPixelBytes = 160,
  kSpareBytes = 64 << 20,
};

/// The header of each allocation.
union head {
  size_t size;
  max_align_t alignment;
};

struct bromide_jxl_bounds bromide_jxl_bounds_of(uint64_t area, unsigned passes) {
  return (struct bromide_jxl_bounds){kSpareBytes + area * kPixelBytes, passes, false};
}

static void *allocate(void *context, size_t size) {
  struct bromide_jxl_bounds *const bounds = context;
  if (size > bounds->bytes_left) {
    bounds->is_exceeded = true;
    return NULL;
  }
  union head *const head = malloc(sizeof *head + size);
  if (head == NULL) return NULL;
  head->size = size;
  bounds->bytes_left -= size;
  return head + 1;
}

static void release(void *context, void *memory) {
  if (memory == NULL) return;
  struct bromide_jxl_bounds *const bounds = context;
  union head *const head = (union head *)memory - 1;
  bounds->bytes_left += head->size;
  free(head);
}

JxlMemoryManager bromide_jxl_memory(struct bromide_jxl_bounds *bounds) {
  return (JxlMemoryManager){bounds, allocate, release};
}

JxlParallelRetCode bromide_jxl_run(
  void *context, void *work, JxlParallelRunInit begin, JxlParallelRunFunction unit, uint32_t first,
  uint32_t end) {
  struct bromide_jxl_bounds *const bounds = context;
  if (bounds->passes_left == 0) {
    bounds->is_exceeded = true;
    return JXL_PARALLEL_RET_RUNNER_ERROR;
  }
  bounds->passes_left--;
  const JxlParallelRetCode status = begin(work, 1);
  if (status != 0) return status;
  for (uint32_t i = first; i < end; i++) unit(work, i, 0);
  return 0;
}

bool bromide_jxl_keep_colors(
  const bromide_jxl_api *api, JxlDecoder *decoder, const JxlBasicInfo *info) {
  if (info->uses_original_profile) return true;
  JxlColorEncoding colors;
  const JxlDecoderStatus status = api->JxlDecoderGetColorAsEncodedProfile(
    decoder,
#if JPEGXL_MAJOR_VERSION == 0 && JPEGXL_MINOR_VERSION < 9
    NULL,
#endif
    JXL_COLOR_PROFILE_TARGET_ORIGINAL, &colors);
  return status == JXL_DEC_SUCCESS &&
         api->JxlDecoderSetPreferredColorProfile(decoder, &colors) == JXL_DEC_SUCCESS;
}

bool bromide_jxl_is_one(const bromide_jxl_api *api, const uint8_t *bytes, size_t count) {
  const JxlSignature signature = api->JxlSignatureCheck(bytes, count);
  return signature == JXL_SIG_CODESTREAM || signature == JXL_SIG_CONTAINER;
}
