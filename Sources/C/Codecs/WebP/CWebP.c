// See include/CWebP.h.
#include "CWebP.h"

#include <stdbool.h>
#include <string.h>
#include <webp/encode.h>

#include "CLibraries.h"

#define BROMIDE_WEBP_FUNCTIONS(X) \
  X(WebPGetEncoderVersion) \
  X(WebPConfigInitInternal) \
  X(WebPConfigLosslessPreset) \
  X(WebPPictureInitInternal) \
  X(WebPPictureAlloc) \
  X(WebPPictureFree) \
  X(WebPPictureImportRGB) \
  X(WebPPictureImportRGBA) \
  X(WebPEncode)

BROMIDE_LIBRARY(BROMIDE_WEBP_FUNCTIONS, bromide_open_library("webp", "7"), true)

int bromide_webp_version(void) { return is_loaded() ? api.WebPGetEncoderVersion() : 0; }

static int take(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
  struct bromide_file *const file = picture->custom_ptr;
  if (!bromide_file_reserve(file, file->count + count)) return 0;
  memcpy(file->bytes + file->count, bytes, count);
  file->count += count;
  return 1;
}

static const char *reason(const WebPPicture *picture) {
  switch (picture->error_code) {
  case VP8_ENC_ERROR_OUT_OF_MEMORY:
  case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
  case VP8_ENC_ERROR_BAD_WRITE: return "not enough memory for libwebp";
  case VP8_ENC_ERROR_BAD_DIMENSION: return "a WebP has at most 16383 pixels on a side";
  case VP8_ENC_ERROR_PARTITION0_OVERFLOW:
  case VP8_ENC_ERROR_PARTITION_OVERFLOW:
  case VP8_ENC_ERROR_FILE_TOO_BIG: return "the picture has too much detail for a WebP; use a lower quality";
  default: return "libwebp cannot encode the picture";
  }
}

/// Converts the rows to the encoder's form.
static bool import(const struct bromide_whole *whole, WebPPicture *picture) {
  const uint8_t *const samples = whole->samples;
  const int stride = (int)whole->width * whole->channels;
  return whole->channels == 4 ? api.WebPPictureImportRGBA(picture, samples, stride)
                              : api.WebPPictureImportRGB(picture, samples, stride);
}

const char *bromide_webp_encode(
  const struct bromide_whole *whole, const struct bromide_webp_options *options,
  struct bromide_file *file) {
  if (bromide_webp_version() == 0) return "libwebp is not installed";
  WebPConfig config;
  WebPPicture picture;
  const float quality = (float)options->quality;
  if (!api.WebPConfigInitInternal(&config, WEBP_PRESET_DEFAULT, quality, WEBP_ENCODER_ABI_VERSION) ||
      !api.WebPPictureInitInternal(&picture, WEBP_ENCODER_ABI_VERSION))
    return "the installed libwebp does not fit Bromide";
  if (options->is_lossless && !api.WebPConfigLosslessPreset(&config, 1))
    return "libwebp does not support the options";
  config.method = options->is_lossless ? config.method : 4;
  // Keep the colours of transparent pixels.
  config.exact = 1;
  picture.use_argb = options->is_lossless;
  picture.width = (int)whole->width;
  picture.height = (int)whole->height;
  picture.writer = take;
  picture.custom_ptr = file;
  const bool is_done = import(whole, &picture) && api.WebPEncode(&config, &picture);
  const char *const failure = is_done ? NULL : reason(&picture);
  api.WebPPictureFree(&picture);
  return failure;
}
