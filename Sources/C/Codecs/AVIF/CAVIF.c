// See include/CAVIF.h.
#include "CAVIF.h"

#include <avif/avif.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "CLibraries.h"

#define BROMIDE_AVIF_FUNCTIONS(X) \
  X(avifVersion) \
  X(avifCodecName) \
  X(avifCodecVersions) \
  X(avifImageCreate) \
  X(avifImageDestroy) \
  X(avifImageSetProfileICC) \
  X(avifImageSetMetadataExif) \
  X(avifImageSetMetadataXMP) \
  X(avifImageAllocatePlanes) \
  X(avifRGBImageSetDefaults) \
  X(avifImageRGBToYUV) \
  X(avifEncoderCreate) \
  X(avifEncoderWrite) \
  X(avifEncoderDestroy) \
  X(avifRWDataFree) \
  X(avifResultToString)

static char codec_version[32];
static bool has_encoder(void);
BROMIDE_LIBRARY(BROMIDE_AVIF_FUNCTIONS, bromide_avif_open(), has_encoder())

// The file name has one number for each form of the structures.
#if AVIF_VERSION_MAJOR >= 1
enum { kInterface = 16 };
#else
enum { kInterface = AVIF_VERSION_MINOR + 4 };
#endif

/// Finds aom's version in a list such as "dav1d [dec]:1.0.0, aom [enc/dec]:3.6.0".
static void find_codec_version(void) {
  char all[256] = "";
  api.avifCodecVersions(all);
  const char *const aom = strstr(all, "aom ");
  const char *const version = aom == NULL ? NULL : strchr(aom, ':');
  if (version == NULL) return;
  const char *const start = version[1] == 'v' ? version + 2 : version + 1;
  const size_t count = strcspn(start, ", ");
  snprintf(codec_version, sizeof codec_version, "%.*s", (int)count, start);
}

static bool has_encoder(void) {
  find_codec_version();
  return api.avifCodecName(AVIF_CODEC_CHOICE_AOM, AVIF_CODEC_FLAG_CAN_ENCODE) != NULL;
}

void *bromide_avif_open(void) {
  char interface[16];
  snprintf(interface, sizeof interface, "%d", kInterface);
  return bromide_open_library("avif", interface);
}

const char *bromide_avif_version(void) { return is_loaded() ? api.avifVersion() : NULL; }

const char *bromide_avif_codec_version(void) {
  return bromide_avif_version() == NULL ? NULL : codec_version;
}

int bromide_avif_interface(void) { return kInterface; }

static avifPixelFormat layout(const struct bromide_whole *whole, const struct bromide_avif_options *options) {
  if (whole->channels == 1) return AVIF_PIXEL_FORMAT_YUV400;
  if (options->across == 1) return AVIF_PIXEL_FORMAT_YUV444;
  return options->down == 1 ? AVIF_PIXEL_FORMAT_YUV422 : AVIF_PIXEL_FORMAT_YUV420;
}

/// Copies grey samples to the image, because libavif converts only RGB.
static avifResult fill_grey(const struct bromide_whole *whole, avifImage *image) {
  const avifResult result = api.avifImageAllocatePlanes(image, AVIF_PLANES_YUV);
  if (result != AVIF_RESULT_OK) return result;
  const uint32_t from = (1u << whole->bits) - 1, to = (1u << image->depth) - 1;
  for (uint32_t y = 0; y < whole->height; y++) {
    uint8_t *const row = image->yuvPlanes[0] + (size_t)y * image->yuvRowBytes[0];
    const size_t start = (size_t)y * whole->width;
    for (uint32_t x = 0; x < whole->width; x++) {
      const uint32_t sample = whole->bits == 8 ? ((const uint8_t *)whole->samples)[start + x]
                                               : ((const uint16_t *)whole->samples)[start + x];
      const uint32_t code = (sample * to + from / 2) / from;
      if (image->depth == 8) row[x] = (uint8_t)code;
      else ((uint16_t *)(void *)row)[x] = (uint16_t)code;
    }
  }
  return AVIF_RESULT_OK;
}

static avifResult fill(const struct bromide_whole *whole, avifImage *image) {
  if (whole->channels == 1) return fill_grey(whole, image);
  avifRGBImage rgb;
  api.avifRGBImageSetDefaults(&rgb, image);
  rgb.depth = (uint32_t)whole->bits;
  rgb.format = whole->channels == 4 ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
  // libyuv's results depend on the processor.
  rgb.avoidLibYUV = AVIF_TRUE;
  rgb.pixels = (uint8_t *)whole->samples;
  rgb.rowBytes = whole->width * (uint32_t)(whole->channels * whole->bits / 8);
  return api.avifImageRGBToYUV(image, &rgb);
}

/// Adds the metadata and the colour. Returns whether libavif has copied all of it.
static bool describe(const struct bromide_whole *whole, avifImage *image) {
  image->colorPrimaries = (avifColorPrimaries)whole->primaries;
  image->transferCharacteristics = (avifTransferCharacteristics)whole->transfer;
  image->matrixCoefficients =
    whole->primaries == 9 ? AVIF_MATRIX_COEFFICIENTS_BT2020_NCL : AVIF_MATRIX_COEFFICIENTS_BT601;
  image->yuvRange = AVIF_RANGE_FULL;
#if AVIF_VERSION_MAJOR >= 1
  image->clli.maxCLL = (uint16_t)whole->peak;
#endif
  // These functions return a result since 1.0. The sizes show whether they worked.
  if (whole->profile.count > 0)
    (void)api.avifImageSetProfileICC(image, whole->profile.bytes, whole->profile.count);
  if (whole->exif.count > 0)
    (void)api.avifImageSetMetadataExif(image, whole->exif.bytes, whole->exif.count);
  if (whole->xmp.count > 0)
    (void)api.avifImageSetMetadataXMP(image, whole->xmp.bytes, whole->xmp.count);
  // Bromide has turned the pixels, so do not turn them again.
  image->transformFlags = AVIF_TRANSFORM_NONE;
  return image->icc.size == whole->profile.count && image->exif.size == whole->exif.count &&
         image->xmp.size == whole->xmp.count;
}

static void set(avifEncoder *encoder, const struct bromide_avif_options *options) {
  encoder->codecChoice = AVIF_CODEC_CHOICE_AOM;
  // One thread gives other bytes than two or more, so the number cannot depend on the machine.
  encoder->maxThreads = 4;
  encoder->speed = options->speed;
#if AVIF_VERSION_MAJOR >= 1
  encoder->quality = options->quality;
  encoder->qualityAlpha = AVIF_QUALITY_LOSSLESS;
#else
  const int quantizer = (63 * (100 - options->quality) + 50) / 100;
  encoder->minQuantizer = encoder->maxQuantizer = quantizer;
  encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
#endif
}

static const char *encode(
  const struct bromide_whole *whole, const struct bromide_avif_options *options, avifImage *image,
  struct bromide_file *file) {
  if (!describe(whole, image)) return "not enough memory for libavif";
  avifResult result = fill(whole, image);
  if (result != AVIF_RESULT_OK) return api.avifResultToString(result);
  avifEncoder *const encoder = api.avifEncoderCreate();
  if (encoder == NULL) return "not enough memory for libavif";
  set(encoder, options);
  avifRWData output = AVIF_DATA_EMPTY;
  result = api.avifEncoderWrite(encoder, image, &output);
  api.avifEncoderDestroy(encoder);
  const char *failure = NULL;
  if (result != AVIF_RESULT_OK) failure = api.avifResultToString(result);
  else if (!bromide_file_reserve(file, output.size)) failure = "not enough memory for libavif";
  else {
    memcpy(file->bytes, output.data, output.size);
    file->count = output.size;
  }
  api.avifRWDataFree(&output);
  return failure;
}

const char *bromide_avif_encode(
  const struct bromide_whole *whole, const struct bromide_avif_options *options,
  struct bromide_file *file) {
  if (bromide_avif_version() == NULL) return "libavif is not installed";
  avifImage *const image =
    api.avifImageCreate(whole->width, whole->height, (uint32_t)options->bits, layout(whole, options));
  if (image == NULL) return "not enough memory for libavif";
  const char *const failure = encode(whole, options, image, file);
  api.avifImageDestroy(image);
  return failure;
}
