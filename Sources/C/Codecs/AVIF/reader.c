// Reads AVIF. See include/CWholeReader.h.
#include <avif/avif.h>
#include <stdlib.h>
#include <string.h>

#include "CAVIF.h"
#include "CLibraries.h"
#include "CWholeReader.h"

#define BROMIDE_AVIF_FUNCTIONS(X) \
  X(avifDecoderCreate) \
  X(avifDecoderDestroy) \
  X(avifDecoderSetIOMemory) \
  X(avifDecoderParse) \
  X(avifDecoderNextImage) \
  X(avifRGBImageSetDefaults) \
  X(avifImageYUVToRGB) \
  X(avifResultToString)

BROMIDE_LIBRARY(BROMIDE_AVIF_FUNCTIONS, bromide_avif_open(), true)

bool bromide_avif_load_reader(void) { return is_loaded(); }

static enum bromide_read_status failed(struct bromide_picture *picture, avifResult result) {
  const bool is_unsupported = result == AVIF_RESULT_NOT_IMPLEMENTED ||
                              result == AVIF_RESULT_UNSUPPORTED_DEPTH ||
                              result == AVIF_RESULT_NO_CODEC_AVAILABLE;
  return bromide_read_failed(
    picture, is_unsupported ? BROMIDE_READ_UNSUPPORTED : BROMIDE_READ_DAMAGED,
    api.avifResultToString(result));
}

/// Returns the orientation of a rotation, counterclockwise, that is followed by a mirroring (ISO/IEC
/// 23008-12, 6.5.10 and 6.5.12).
static int orientation(const avifImage *image) {
  static const uint8_t turned[4] = {1, 8, 3, 6};
  // Mirroring exchanges top and bottom, or left and right.
  static const uint8_t mirrored[2][4] = {{4, 5, 2, 7}, {2, 7, 4, 5}};
  const bool is_turned = (image->transformFlags & AVIF_TRANSFORM_IROT) != 0;
  const int angle = is_turned ? image->irot.angle & 3 : 0;
  if ((image->transformFlags & AVIF_TRANSFORM_IMIR) == 0) return turned[angle];
#if AVIF_VERSION_MAJOR >= 1
  return mirrored[image->imir.axis & 1][angle];
#else
  return mirrored[image->imir.mode & 1][angle];
#endif
}

/// The pixels that a file shows.
struct part {
  uint32_t x, y, width, height;
};

/// Returns one side of the clean aperture (ISO/IEC 14496-12, 12.1.4), or false if it has fractions
/// of pixels or leaves the picture.
static bool cut(
  uint32_t side, const uint32_t ratio[2], const uint32_t shift[2], uint32_t *start, uint32_t *length) {
  const int64_t offset = (int32_t)shift[0], divisor = (int32_t)shift[1];
  if (ratio[1] == 0 || ratio[0] % ratio[1] != 0 || divisor <= 0) return false;
  *length = ratio[0] / ratio[1];
  const int64_t doubled = ((int64_t)side - *length) * divisor + 2 * offset;
  if (*length == 0 || *length > side || doubled < 0 || doubled % (2 * divisor) != 0) return false;
  *start = (uint32_t)(doubled / (2 * divisor));
  return *start <= side - *length;
}

static bool find_part(const avifImage *image, struct part *part) {
  *part = (struct part){0, 0, image->width, image->height};
  if ((image->transformFlags & AVIF_TRANSFORM_CLAP) == 0) return true;
  const avifCleanApertureBox *const clap = &image->clap;
  const uint32_t across[2] = {clap->widthN, clap->widthD}, down[2] = {clap->heightN, clap->heightD};
  const uint32_t right[2] = {clap->horizOffN, clap->horizOffD};
  const uint32_t below[2] = {clap->vertOffN, clap->vertOffD};
  return cut(image->width, across, right, &part->x, &part->width) &&
         cut(image->height, down, below, &part->y, &part->height);
}

/// Sets the code points. If one of them is unspecified, it is sRGB's (MIAF, ISO/IEC 23000-22,
/// 7.3.6.4).
static void take_code_points(const avifImage *image, struct bromide_picture *picture) {
  const int primaries = image->colorPrimaries, transfer = image->transferCharacteristics;
  const bool has_primaries = primaries != AVIF_COLOR_PRIMARIES_UNSPECIFIED;
  const bool has_transfer = transfer != AVIF_TRANSFER_CHARACTERISTICS_UNSPECIFIED;
  if (!has_primaries && !has_transfer) return;
  picture->primaries = has_primaries ? primaries : AVIF_COLOR_PRIMARIES_BT709;
  picture->transfer = has_transfer ? transfer : AVIF_TRANSFER_CHARACTERISTICS_SRGB;
}

static enum bromide_read_status describe(const avifDecoder *decoder, struct bromide_picture *picture) {
  const avifImage *const image = decoder->image;
  if (decoder->imageCount > 1)
    return bromide_read_failed(picture, BROMIDE_READ_UNSUPPORTED, "it is an animation");
  struct part part;
  if (!find_part(image, &part))
    return bromide_read_failed(picture, BROMIDE_READ_UNSUPPORTED, "its clean aperture is invalid");
  picture->width = part.width;
  picture->height = part.height;
  picture->channels = (image->yuvFormat == AVIF_PIXEL_FORMAT_YUV400 ? 1 : 3) + (decoder->alphaPresent ? 1 : 0);
  picture->stored_bits = (int)image->depth;
  picture->bits = image->depth == 8 ? 8 : 16;
  picture->orientation = orientation(image);
  take_code_points(image, picture);
  return bromide_read_copy(&picture->profile, image->icc.data, image->icc.size) &&
             bromide_read_copy(&picture->exif, image->exif.data, image->exif.size)
           ? BROMIDE_READ_DONE
           : bromide_read_failed(picture, BROMIDE_READ_UNSUPPORTED, bromide_file_shortage);
}

/// Copies a part of RGB or RGBA rows, and only one channel of a grey picture.
static void copy(
  const avifRGBImage *rgb, const struct part *part, const struct bromide_picture *picture, void *pixels) {
  const size_t sample = (size_t)picture->bits / 8, channels = (size_t)picture->channels;
  const size_t from = channels % 2 == 0 ? 4 : 3;
  uint8_t *target = pixels;
  for (uint32_t y = 0; y < part->height; y++) {
    const uint8_t *source = rgb->pixels + (size_t)(part->y + y) * rgb->rowBytes + part->x * from * sample;
    for (uint32_t x = 0; x < part->width; x++, source += from * sample) {
      const size_t colors = from == channels ? channels : 1;
      memcpy(target, source, colors * sample);
      if (colors != channels && channels == 2) memcpy(target + sample, source + 3 * sample, sample);
      target += channels * sample;
    }
  }
}

/// Converts YCbCr to full-range RGB by the file's matrix and range.
static enum bromide_read_status convert(
  const avifImage *image, struct bromide_picture *picture, void *pixels) {
  struct part part;
  avifRGBImage rgb;
  api.avifRGBImageSetDefaults(&rgb, image);
  rgb.depth = (uint32_t)picture->bits;
  rgb.format = picture->channels % 2 == 0 ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
  // libyuv's results depend on the processor.
  rgb.avoidLibYUV = AVIF_TRUE;
  const size_t row = (size_t)image->width * (picture->channels % 2 == 0 ? 4 : 3) * rgb.depth / 8;
  const bool is_whole = find_part(image, &part) && part.width == image->width &&
                        part.height == image->height && picture->channels >= 3;
  if (row > UINT32_MAX)
    return bromide_read_failed(picture, BROMIDE_READ_UNSUPPORTED, "it takes more memory than allowed");
  rgb.rowBytes = (uint32_t)row;
  rgb.pixels = is_whole ? pixels : malloc(row * image->height);
  if (rgb.pixels == NULL)
    return bromide_read_failed(picture, BROMIDE_READ_UNSUPPORTED, bromide_file_shortage);
  const avifResult result = api.avifImageYUVToRGB(image, &rgb);
  if (!is_whole) {
    if (result == AVIF_RESULT_OK) copy(&rgb, &part, picture, pixels);
    free(rgb.pixels);
  }
  return result == AVIF_RESULT_OK ? BROMIDE_READ_DONE : failed(picture, result);
}

/// Pixels that a small coded picture can have in any case.
enum { kSpareArea = 1 << 20 };

static enum bromide_read_status decode(
  avifDecoder *decoder, const struct bromide_read_request *request, struct bromide_picture *picture) {
  avifResult result = api.avifDecoderSetIOMemory(decoder, request->bytes, request->count);
  if (result == AVIF_RESULT_OK) result = api.avifDecoderParse(decoder);
  if (result != AVIF_RESULT_OK) return failed(picture, result);
  enum bromide_read_status status = describe(decoder, picture);
  if (status != BROMIDE_READ_DONE) return status;
  const avifImage announced = *decoder->image;
  status = bromide_read_check_size(request, picture);
  if (status != BROMIDE_READ_DONE || request->pixels == NULL) return status;
  // The coded picture can be larger than the container says, so limit it. A grid has some slack.
  const uint64_t most = kSpareArea + (uint64_t)4 * announced.width * announced.height;
  if (most < decoder->imageSizeLimit) decoder->imageSizeLimit = (uint32_t)most;
  result = api.avifDecoderParse(decoder);
  if (result == AVIF_RESULT_OK) result = api.avifDecoderNextImage(decoder);
  if (result != AVIF_RESULT_OK) return failed(picture, result);
  const avifImage *const image = decoder->image;
  // The coded picture can contradict the container.
  if (image->width != announced.width || image->height != announced.height ||
      image->depth != announced.depth || image->yuvFormat != announced.yuvFormat ||
      (image->alphaPlane != NULL) != (picture->channels % 2 == 0))
    return bromide_read_failed(picture, BROMIDE_READ_DAMAGED, "its header does not match its pixels");
  return convert(image, picture, request->pixels);
}

enum bromide_read_status bromide_avif_read(
  const struct bromide_read_request *request, struct bromide_picture *picture) {
  *picture = (struct bromide_picture){.bits = 8};
  if (!bromide_avif_load_reader()) return bromide_read_without_library(picture);
  avifDecoder *const decoder = api.avifDecoderCreate();
  if (decoder == NULL) return bromide_read_failed(picture, BROMIDE_READ_UNSUPPORTED, bromide_file_shortage);
  decoder->ignoreXMP = AVIF_TRUE;
  // Some encoders do not write the box `pixi`. Browsers read their files.
  decoder->strictFlags &= ~(avifStrictFlags)AVIF_STRICT_PIXI_REQUIRED;
  const enum bromide_read_status status = decode(decoder, request, picture);
  api.avifDecoderDestroy(decoder);
  return status;
}
