// Reads WebP. See include/CWholeReader.h.
#include <webp/decode.h>

#include "CLibraries.h"
#include "CWholeReader.h"

#define BROMIDE_WEBP_FUNCTIONS(X) \
  X(WebPGetFeaturesInternal) \
  X(WebPDecodeRGBInto) \
  X(WebPDecodeRGBAInto)

BROMIDE_LIBRARY(BROMIDE_WEBP_FUNCTIONS, bromide_open_library("webp", "7"), true)

bool bromide_webp_load_reader(void) { return is_loaded(); }

enum bromide_read_status bromide_webp_read(
  const struct bromide_read_request *request, struct bromide_picture *picture) {
  *picture = (struct bromide_picture){.bits = 8, .stored_bits = 8};
  if (!bromide_webp_load_reader()) return bromide_read_without_library(picture);
  WebPBitstreamFeatures features;
  switch (api.WebPGetFeaturesInternal(
    request->bytes, request->count, &features, WEBP_DECODER_ABI_VERSION)) {
  case VP8_STATUS_OK: break;
  case VP8_STATUS_NOT_ENOUGH_DATA:
    return bromide_read_failed(picture, BROMIDE_READ_DAMAGED, "it is incomplete");
  default: return bromide_read_failed(picture, BROMIDE_READ_DAMAGED, "libwebp cannot read its header");
  }
  if (features.has_animation)
    return bromide_read_failed(picture, BROMIDE_READ_UNSUPPORTED, "it is an animation");
  picture->width = (uint32_t)features.width;
  picture->height = (uint32_t)features.height;
  picture->channels = features.has_alpha ? 4 : 3;
  const enum bromide_read_status status = bromide_read_check_size(request, picture);
  if (status != BROMIDE_READ_DONE || request->pixels == NULL) return status;
  const int stride = features.width * picture->channels;
  const uint8_t *const end =
    features.has_alpha
      ? api.WebPDecodeRGBAInto(request->bytes, request->count, request->pixels, request->capacity, stride)
      : api.WebPDecodeRGBInto(request->bytes, request->count, request->pixels, request->capacity, stride);
  return end != NULL ? BROMIDE_READ_DONE
                     : bromide_read_failed(
                         picture, BROMIDE_READ_DAMAGED, "libwebp cannot decode it, or it is incomplete");
}
