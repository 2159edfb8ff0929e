// Creates JPEG XLs from the fuzzer's bytes for scripts/fuzz-unpack.c.
#include <stdint.h>
#include <stdlib.h>

#include <jxl/encode.h>

/// Repeats the bytes to fill a picture and encodes it. Returns NULL if libjxl fails.
static uint8_t *jxl_encode(
    const uint8_t *given, size_t given_count, uint32_t width, uint32_t height, const uint8_t *choices,
    size_t *size) {
  const uint32_t components = choices[4] & 1 ? 3 : 1;
  const bool has_floats = choices[4] & 2;
  JxlEncoder *const encoder = JxlEncoderCreate(NULL);
  JxlBasicInfo info;
  JxlEncoderInitBasicInfo(&info);
  info.xsize = width;
  info.ysize = height;
  info.num_color_channels = components;
  info.bits_per_sample = has_floats ? 16 : 8 + choices[11] % 9;
  info.exponent_bits_per_sample = has_floats ? 5 : 0;
  info.uses_original_profile = !(choices[4] & 4);
  info.have_animation = choices[11] == 255;
  info.animation.tps_numerator = info.animation.tps_denominator = 1;
  JxlEncoderUseContainer(encoder, choices[4] >> 3 & 1);
  JxlEncoderSetBasicInfo(encoder, &info);
  JxlColorEncoding colors;
  JxlColorEncodingSetToSRGB(&colors, components == 1);
  JxlEncoderSetColorEncoding(encoder, &colors);
  JxlEncoderFrameSettings *const settings = JxlEncoderFrameSettingsCreate(encoder, NULL);
  if (info.uses_original_profile) JxlEncoderSetFrameLossless(settings, JXL_TRUE);
  JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, 1 + (choices[4] >> 4 & 3));
  const JxlPixelFormat format = {components, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  const size_t count = (size_t)width * height * components;
  uint8_t *const plain = calloc(1, count);
  for (size_t i = 0; i < count && given_count > 0; i++) plain[i] = given[i % given_count];
  for (int i = 0; i < 1 + (choices[11] == 254); i++)
    JxlEncoderAddImageFrame(settings, &format, plain, count);
  JxlEncoderCloseInput(encoder);
  const size_t capacity = 4096 + 8 * count;
  uint8_t *const bytes = malloc(capacity), *next = bytes;
  size_t left = capacity;
  const bool is_done = JxlEncoderProcessOutput(encoder, &next, &left) == JXL_ENC_SUCCESS;
  *size = capacity - left;
  JxlEncoderDestroy(encoder);
  free(plain);
  if (is_done) return bytes;
  free(bytes);
  return NULL;
}
