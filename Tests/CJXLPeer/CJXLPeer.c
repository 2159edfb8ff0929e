// See include/CJXLPeer.h.
#include "CJXLPeer.h"

#include <stdlib.h>

#include <jxl/decode.h>
#include <jxl/encode.h>

static int set_picture(JxlEncoder *encoder, const struct bromide_jxl_recipe *recipe) {
  JxlBasicInfo info;
  JxlEncoderInitBasicInfo(&info);
  info.xsize = recipe->width;
  info.ysize = recipe->height;
  info.bits_per_sample = (uint32_t)recipe->bits;
  info.exponent_bits_per_sample = recipe->has_floats ? 5 : 0;
  info.num_color_channels = (uint32_t)recipe->components;
  info.uses_original_profile = recipe->distance == 0;
  if (recipe->has_alpha) {
    info.num_extra_channels = 1;
    info.alpha_bits = info.bits_per_sample;
    info.alpha_exponent_bits = info.exponent_bits_per_sample;
  }
  if (recipe->is_animated) {
    info.have_animation = JXL_TRUE;
    info.animation.tps_numerator = 10;
    info.animation.tps_denominator = 1;
  }
  if (JxlEncoderUseContainer(encoder, recipe->is_boxed) != JXL_ENC_SUCCESS) return 0;
  if (JxlEncoderSetBasicInfo(encoder, &info) != JXL_ENC_SUCCESS) return 0;
  // More than 12 bits need it, and a box that says so; decoders look at neither.
  if (recipe->is_boxed && JxlEncoderGetRequiredCodestreamLevel(encoder) == 10 &&
      JxlEncoderSetCodestreamLevel(encoder, 10) != JXL_ENC_SUCCESS)
    return 0;
  JxlColorEncoding colors;
  if (recipe->is_linear)
    JxlColorEncodingSetToLinearSRGB(&colors, recipe->components == 1);
  else
    JxlColorEncodingSetToSRGB(&colors, recipe->components == 1);
  return JxlEncoderSetColorEncoding(encoder, &colors) == JXL_ENC_SUCCESS;
}

static int add_layers(
  JxlEncoder *encoder, const struct bromide_jxl_recipe *recipe, const void *numbers) {
  JxlEncoderFrameSettings *const settings = JxlEncoderFrameSettingsCreate(encoder, NULL);
  if (recipe->distance == 0 && JxlEncoderSetFrameLossless(settings, JXL_TRUE) != JXL_ENC_SUCCESS)
    return 0;
  if (recipe->distance > 0 &&
      JxlEncoderSetFrameDistance(settings, recipe->distance) != JXL_ENC_SUCCESS)
    return 0;
  JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, recipe->effort);
  const uint32_t channels = (uint32_t)(recipe->components + (recipe->has_alpha ? 1 : 0));
  const JxlPixelFormat format = {
    channels, recipe->has_floats ? JXL_TYPE_FLOAT : JXL_TYPE_UINT16, JXL_NATIVE_ENDIAN, 0};
  const size_t number = recipe->has_floats ? sizeof(float) : sizeof(uint16_t);
  const size_t size = number * channels * recipe->width * recipe->height;
  for (int i = 0; i < recipe->layers; i++)
    if (JxlEncoderAddImageFrame(settings, &format, numbers, size) != JXL_ENC_SUCCESS) return 0;
  JxlEncoderCloseInput(encoder);
  return 1;
}

static int collect(JxlEncoder *encoder, uint8_t **bytes, size_t *count) {
  size_t capacity = 1 << 16;
  *count = 0;
  *bytes = malloc(capacity);
  while (*bytes) {
    uint8_t *next = *bytes + *count;
    size_t left = capacity - *count;
    const JxlEncoderStatus status = JxlEncoderProcessOutput(encoder, &next, &left);
    *count = (size_t)(next - *bytes);
    if (status == JXL_ENC_SUCCESS) return 1;
    if (status != JXL_ENC_NEED_MORE_OUTPUT) break;
    capacity *= 2;
    uint8_t *const larger = realloc(*bytes, capacity);
    if (!larger) break;
    *bytes = larger;
  }
  free(*bytes);
  return 0;
}

int bromide_jxl_peer_write(
  const struct bromide_jxl_recipe *recipe, const void *numbers, uint8_t **bytes, size_t *count) {
  JxlEncoder *const encoder = JxlEncoderCreate(NULL);
  const int ok = encoder && set_picture(encoder, recipe) && add_layers(encoder, recipe, numbers) &&
                 collect(encoder, bytes, count);
  if (encoder) JxlEncoderDestroy(encoder);
  return ok;
}

int bromide_jxl_peer_read(
  const uint8_t *bytes, size_t count, int components, uint16_t *samples, size_t sample_count) {
  const JxlPixelFormat format = {(uint32_t)components, JXL_TYPE_UINT16, JXL_NATIVE_ENDIAN, 0};
  JxlDecoder *const decoder = JxlDecoderCreate(NULL);
  if (!decoder) return 0;
  int is_read = JxlDecoderSubscribeEvents(decoder, JXL_DEC_FULL_IMAGE) == JXL_DEC_SUCCESS &&
                JxlDecoderSetInput(decoder, bytes, count) == JXL_DEC_SUCCESS &&
                JxlDecoderProcessInput(decoder) == JXL_DEC_NEED_IMAGE_OUT_BUFFER &&
                JxlDecoderSetImageOutBuffer(
                  decoder, &format, samples, sample_count * sizeof *samples) == JXL_DEC_SUCCESS &&
                JxlDecoderProcessInput(decoder) == JXL_DEC_FULL_IMAGE;
  JxlDecoderDestroy(decoder);
  return is_read;
}
