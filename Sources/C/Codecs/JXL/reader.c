// Reads JPEG XL. See include/CWholeReader.h.
#include <string.h>

#include "CWholeReader.h"
#include "bounds.h"
#include "loader.h"

enum {
  /// Maximum passes over a picture. Layers of editors need some passes each.
  kMostPasses = 4096,
  /// Maximum bytes of an Exif block.
  kMostExif = 1 << 24,
};

// Before 0.9, functions about colours have a parameter for the format, which they do not use.
#if JPEGXL_MAJOR_VERSION == 0 && JPEGXL_MINOR_VERSION < 9
#define BROMIDE_JXL_COLORS(decoder) decoder, NULL, JXL_COLOR_PROFILE_TARGET_DATA
#else
#define BROMIDE_JXL_COLORS(decoder) decoder, JXL_COLOR_PROFILE_TARGET_DATA
#endif

bool bromide_jxl_load_reader(void) { return bromide_jxl_load() != NULL; }

static enum bromide_read_status take_info(
  const bromide_jxl_api *api, JxlDecoder *decoder, JxlBasicInfo *info, struct bromide_picture *picture) {
  if (api->JxlDecoderGetBasicInfo(decoder, info) != JXL_DEC_SUCCESS)
    return bromide_read_failed(picture, BROMIDE_READ_DAMAGED, "libjxl cannot read its header");
  if (info->have_animation)
    return bromide_read_failed(picture, BROMIDE_READ_UNSUPPORTED, "it is an animation");
  for (uint32_t i = 0; i < info->num_extra_channels; i++) {
    JxlExtraChannelInfo extra;
    if (api->JxlDecoderGetExtraChannelInfo(decoder, i, &extra) == JXL_DEC_SUCCESS &&
        extra.type == JXL_CHANNEL_BLACK)
      return bromide_read_failed(picture, BROMIDE_READ_UNSUPPORTED, "its colours are CMYK");
  }
  picture->width = info->xsize;
  picture->height = info->ysize;
  picture->channels = (int)info->num_color_channels + (info->alpha_bits > 0 ? 1 : 0);
  picture->stored_bits = (int)info->bits_per_sample;
  picture->bits = info->exponent_bits_per_sample > 0 || info->bits_per_sample > 16 ? 32
                  : info->bits_per_sample > 8                                      ? 16
                                                                                   : 8;
  picture->orientation = (int)info->orientation;
  return BROMIDE_READ_DONE;
}

/// Requests the colours of the original, if lossy coding allows a choice. If they are a profile,
/// libjxl cannot convert to it. Then requests Rec. 2020 with the curve of sRGB, and 16 bits, because
/// this contains the colours of most profiles.
static bool choose_colors(
  const bromide_jxl_api *api, JxlDecoder *decoder, const JxlBasicInfo *info,
  struct bromide_picture *picture) {
  if (bromide_jxl_keep_colors(api, decoder, info)) return true;
  const JxlColorEncoding wide = {
    .color_space = info->num_color_channels == 1 ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB,
    .white_point = JXL_WHITE_POINT_D65,
    .primaries = JXL_PRIMARIES_2100,
    .transfer_function = JXL_TRANSFER_FUNCTION_SRGB,
    .rendering_intent = JXL_RENDERING_INTENT_RELATIVE,
  };
  if (picture->bits == 8) picture->bits = 16;
  return api->JxlDecoderSetPreferredColorProfile(decoder, &wide) == JXL_DEC_SUCCESS;
}

/// Sets the code points of the samples, or returns false if there are none.
static bool take_code_points(
  const bromide_jxl_api *api, JxlDecoder *decoder, struct bromide_picture *picture) {
  JxlColorEncoding colors;
  if (api->JxlDecoderGetColorAsEncodedProfile(BROMIDE_JXL_COLORS(decoder), &colors) != JXL_DEC_SUCCESS ||
      colors.white_point != JXL_WHITE_POINT_D65)
    return false;
  switch (colors.transfer_function) {
  case JXL_TRANSFER_FUNCTION_709:
  case JXL_TRANSFER_FUNCTION_LINEAR:
  case JXL_TRANSFER_FUNCTION_SRGB:
  case JXL_TRANSFER_FUNCTION_PQ:
  case JXL_TRANSFER_FUNCTION_HLG: picture->transfer = (int)colors.transfer_function; break;
  default: return false;
  }
  if (colors.color_space == JXL_COLOR_SPACE_GRAY) {
    picture->primaries = 1;
    return true;
  }
  if (colors.color_space != JXL_COLOR_SPACE_RGB) return false;
  switch (colors.primaries) {
  case JXL_PRIMARIES_SRGB:
  case JXL_PRIMARIES_2100: picture->primaries = (int)colors.primaries; return true;
  // In H.273, the number 12 contains the white point.
  case JXL_PRIMARIES_P3: picture->primaries = 12; return true;
  default: return false;
  }
}

static enum bromide_read_status take_colors(
  const bromide_jxl_api *api, JxlDecoder *decoder, const JxlBasicInfo *info,
  struct bromide_picture *picture) {
  size_t count;
  if (!choose_colors(api, decoder, info, picture))
    return bromide_read_failed(picture, BROMIDE_READ_UNSUPPORTED, "libjxl cannot convert its colours");
  if (take_code_points(api, decoder, picture)) return BROMIDE_READ_DONE;
  picture->primaries = picture->transfer = 0;
  if (api->JxlDecoderGetICCProfileSize(BROMIDE_JXL_COLORS(decoder), &count) != JXL_DEC_SUCCESS)
    return bromide_read_failed(picture, BROMIDE_READ_UNSUPPORTED, "its colours are unknown to libjxl");
  if (!bromide_file_reserve(&picture->profile, count))
    return bromide_read_failed(picture, BROMIDE_READ_UNSUPPORTED, bromide_file_shortage);
  picture->profile.count = count;
  return api->JxlDecoderGetColorAsICCProfile(
           BROMIDE_JXL_COLORS(decoder), picture->profile.bytes, count) == JXL_DEC_SUCCESS
           ? BROMIDE_READ_DONE
           : bromide_read_failed(picture, BROMIDE_READ_DAMAGED, "its ICC profile is damaged");
}

static bool set_output(
  const bromide_jxl_api *api, JxlDecoder *decoder, const struct bromide_read_request *request,
  const struct bromide_picture *picture) {
  const JxlDataType type = picture->bits == 8    ? JXL_TYPE_UINT8
                           : picture->bits == 16 ? JXL_TYPE_UINT16
                                                 : JXL_TYPE_FLOAT;
  const JxlPixelFormat format = {(uint32_t)picture->channels, type, JXL_NATIVE_ENDIAN, 0};
  size_t size;
  return api->JxlDecoderImageOutBufferSize(decoder, &format, &size) == JXL_DEC_SUCCESS &&
         size == request->capacity &&
         api->JxlDecoderSetImageOutBuffer(decoder, &format, request->pixels, size) == JXL_DEC_SUCCESS;
}

/// Decodes up to the colours, or up to the pixels if they are requested.
static enum bromide_read_status decode(
  const bromide_jxl_api *api, JxlDecoder *decoder, const struct bromide_read_request *request,
  struct bromide_picture *picture, struct bromide_jxl_bounds *bounds) {
  JxlBasicInfo info = {0};
  for (;;) {
    enum bromide_read_status status = BROMIDE_READ_DONE;
    switch (api->JxlDecoderProcessInput(decoder)) {
    case JXL_DEC_BASIC_INFO:
      status = take_info(api, decoder, &info, picture);
      const uint64_t area = (uint64_t)picture->width * picture->height;
      // The limit of the pixels follows, so this does not overflow.
      if (area < UINT32_MAX) bounds->bytes_left += bromide_jxl_bounds_of(area, 0).bytes_left;
      break;
    case JXL_DEC_COLOR_ENCODING:
      status = take_colors(api, decoder, &info, picture);
      if (status == BROMIDE_READ_DONE) status = bromide_read_check_size(request, picture);
      if (request->pixels == NULL) return status;
      break;
    case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
      if (!set_output(api, decoder, request, picture))
        status = bromide_read_failed(picture, BROMIDE_READ_DAMAGED, "its header does not match its pixels");
      break;
    case JXL_DEC_FULL_IMAGE: return BROMIDE_READ_DONE;
    case JXL_DEC_NEED_MORE_INPUT:
      return bromide_read_failed(picture, BROMIDE_READ_DAMAGED, "it is incomplete");
    default:
      return bounds->is_exceeded
               ? bromide_read_failed(
                   picture, BROMIDE_READ_UNSUPPORTED, "it needs too much memory or work for its size")
               : bromide_read_failed(picture, BROMIDE_READ_DAMAGED, "libjxl cannot decode it");
    }
    if (status != BROMIDE_READ_DONE) return status;
  }
}

/// Reads the box with the Exif block of a container, which can be compressed. Without the block, or
/// with a damaged box, this does nothing.
static void read_exif(
  const bromide_jxl_api *api, JxlDecoder *decoder, struct bromide_file *exif) {
  enum { kStep = 1 << 16 };
  bool is_reading = false;
  for (;;) {
    const JxlDecoderStatus status = api->JxlDecoderProcessInput(decoder);
    if (is_reading) exif->count = exif->capacity - api->JxlDecoderReleaseBoxBuffer(decoder);
    if (is_reading && status == JXL_DEC_BOX_NEED_MORE_OUTPUT && exif->count < kMostExif) {
      if (!bromide_file_reserve(exif, exif->count + kStep)) return;
    } else if (!is_reading && status == JXL_DEC_BOX) {
      JxlBoxType type;
      if (api->JxlDecoderGetBoxType(decoder, type, JXL_TRUE) != JXL_DEC_SUCCESS) return;
      if (memcmp(type, "Exif", sizeof type) != 0) continue;
      if (!bromide_file_reserve(exif, kStep)) return;
      is_reading = true;
    } else {
      return;
    }
    if (api->JxlDecoderSetBoxBuffer(decoder, exif->bytes + exif->count, exif->capacity - exif->count) != JXL_DEC_SUCCESS)
      return;
  }
}

/// Starts a decoder on all bytes.
static bool begin(
  const bromide_jxl_api *api, JxlDecoder *decoder, const struct bromide_read_request *request,
  struct bromide_jxl_bounds *bounds, int events) {
  // Do not close the input, because the library would print an error if it is incomplete.
  return api->JxlDecoderSetParallelRunner(decoder, bromide_jxl_run, bounds) == JXL_DEC_SUCCESS &&
         api->JxlDecoderSubscribeEvents(decoder, events) == JXL_DEC_SUCCESS &&
         api->JxlDecoderSetKeepOrientation(decoder, JXL_TRUE) == JXL_DEC_SUCCESS &&
         api->JxlDecoderSetUnpremultiplyAlpha(decoder, JXL_TRUE) == JXL_DEC_SUCCESS &&
         api->JxlDecoderSetInput(decoder, request->bytes, request->count) == JXL_DEC_SUCCESS;
}

enum bromide_read_status bromide_jxl_read(
  const struct bromide_read_request *request, struct bromide_picture *picture) {
  enum { kEvents = JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE };
  *picture = (struct bromide_picture){.bits = 8};
  const bromide_jxl_api *const api = bromide_jxl_load();
  if (api == NULL) return bromide_read_without_library(picture);
  if (!bromide_jxl_is_one(api, request->bytes, request->count))
    return bromide_read_failed(picture, BROMIDE_READ_DAMAGED, "it does not begin as a JPEG XL");
  struct bromide_jxl_bounds bounds = bromide_jxl_bounds_of(0, kMostPasses);
  const JxlMemoryManager manager = bromide_jxl_memory(&bounds);
  JxlDecoder *decoder = api->JxlDecoderCreate(&manager);
  const enum bromide_read_status status =
    decoder != NULL && begin(api, decoder, request, &bounds, kEvents)
      ? decode(api, decoder, request, picture, &bounds)
      : bromide_read_failed(picture, BROMIDE_READ_UNSUPPORTED, bromide_file_shortage);
  if (decoder != NULL) api->JxlDecoderDestroy(decoder);
  if (status != BROMIDE_READ_DONE || request->pixels != NULL) return status;
  decoder = api->JxlDecoderCreate(&manager);
  if (decoder != NULL && begin(api, decoder, request, &bounds, JXL_DEC_BOX) &&
      api->JxlDecoderSetDecompressBoxes(decoder, JXL_TRUE) == JXL_DEC_SUCCESS)
    read_exif(api, decoder, &picture->exif);
  if (decoder != NULL) api->JxlDecoderDestroy(decoder);
  return status;
}
