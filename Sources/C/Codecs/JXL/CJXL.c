// See include/CJXL.h.
#include "CJXL.h"

#include "bounds.h"
#include "loader.h"

enum {
  /// Maximum passes over a picture: 4 for normal encoders, and one or more for each hidden layer.
  kMostPasses = 64,
};

static bool is_of_form(const JxlBasicInfo *info, const struct bromide_jxl_form *form) {
  const bool is_sized = info->xsize == form->width && info->ysize >= form->least_height &&
                        info->ysize <= form->height;
  const bool is_coded = form->has_floats
                          ? info->bits_per_sample == 16 && info->exponent_bits_per_sample == 5
                          : info->bits_per_sample >= 1 && info->bits_per_sample <= 16 &&
                              info->exponent_bits_per_sample == 0;
  return is_sized && is_coded && info->num_color_channels == (uint32_t)form->components &&
         info->num_extra_channels == 0 && info->alpha_bits == 0 && !info->have_animation &&
         !info->have_preview;
}

/// Returns whether the layer covers the complete picture.
static bool is_whole(
  const bromide_jxl_api *api, const JxlDecoder *decoder, const JxlBasicInfo *info) {
  JxlFrameHeader frame;
  if (api->JxlDecoderGetFrameHeader(decoder, &frame) != JXL_DEC_SUCCESS) return false;
  const JxlLayerInfo *const layer = &frame.layer_info;
  return frame.is_last && !layer->have_crop && layer->xsize == info->xsize &&
         layer->ysize == info->ysize && layer->blend_info.blendmode == JXL_BLEND_REPLACE;
}

static bool set_output(
  const bromide_jxl_api *api, JxlDecoder *decoder, const JxlBasicInfo *info,
  const struct bromide_jxl_form *form, void *numbers) {
  const JxlPixelFormat format = {
    (uint32_t)form->components, form->has_floats ? JXL_TYPE_FLOAT : JXL_TYPE_UINT16,
    JXL_NATIVE_ENDIAN, 0};
  const size_t number = form->has_floats ? sizeof(float) : sizeof(uint16_t);
  const size_t needed = number * (size_t)form->components * info->xsize * info->ysize;
  size_t size;
  return api->JxlDecoderImageOutBufferSize(decoder, &format, &size) == JXL_DEC_SUCCESS &&
         size == needed &&
         api->JxlDecoderSetImageOutBuffer(decoder, &format, numbers, size) == JXL_DEC_SUCCESS;
}

static bool decode(
  const bromide_jxl_api *api, JxlDecoder *decoder, const struct bromide_jxl_form *form,
  void *numbers, struct bromide_jxl_integers *integers) {
  JxlBasicInfo info = {0};
  for (;;) {
    bool ok;
    switch (api->JxlDecoderProcessInput(decoder)) {
    case JXL_DEC_BASIC_INFO:
      ok = api->JxlDecoderGetBasicInfo(decoder, &info) == JXL_DEC_SUCCESS && is_of_form(&info, form);
      break;
    case JXL_DEC_COLOR_ENCODING: ok = bromide_jxl_keep_colors(api, decoder, &info); break;
    case JXL_DEC_FRAME: ok = is_whole(api, decoder, &info); break;
    case JXL_DEC_NEED_IMAGE_OUT_BUFFER: ok = set_output(api, decoder, &info, form, numbers); break;
    case JXL_DEC_FULL_IMAGE:
      *integers = (struct bromide_jxl_integers){info.bits_per_sample, info.uses_original_profile};
      return true;
    // An error, or the end of the bytes.
    default: return false;
    }
    if (!ok) return false;
  }
}

bool bromide_jxl_decode(
  const uint8_t *bytes, size_t count, const struct bromide_jxl_form *form, void *numbers,
  struct bromide_jxl_integers *integers) {
  const bromide_jxl_api *const api = bromide_jxl_load();
  if (api == NULL || !bromide_jxl_is_one(api, bytes, count)) return false;
  struct bromide_jxl_bounds bounds =
    bromide_jxl_bounds_of((uint64_t)form->width * form->height, kMostPasses);
  const JxlMemoryManager manager = bromide_jxl_memory(&bounds);
  JxlDecoder *const decoder = api->JxlDecoderCreate(&manager);
  if (decoder == NULL) return false;
  enum {
    kEvents = JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME | JXL_DEC_FULL_IMAGE
  };
  bool ok = api->JxlDecoderSetParallelRunner(decoder, bromide_jxl_run, &bounds) == JXL_DEC_SUCCESS &&
            api->JxlDecoderSubscribeEvents(decoder, kEvents) == JXL_DEC_SUCCESS &&
            api->JxlDecoderSetKeepOrientation(decoder, JXL_TRUE) == JXL_DEC_SUCCESS &&
            api->JxlDecoderSetCoalescing(decoder, JXL_FALSE) == JXL_DEC_SUCCESS &&
            api->JxlDecoderSetInput(decoder, bytes, count) == JXL_DEC_SUCCESS;
  // Do not close the input, because the library would print an error if it is incomplete.
  ok = ok && decode(api, decoder, form, numbers, integers);
  api->JxlDecoderDestroy(decoder);
  return ok;
}

void bromide_jxl_narrow(uint16_t *numbers, size_t count, unsigned bits) {
  if (bits >= 16) return;
  // This is exact: the library's error is at most 1, and a step of the narrower range is at least
  // two steps of the wider range.
  const uint32_t most = (1u << bits) - 1;
  for (size_t i = 0; i < count; i++) numbers[i] = (uint16_t)((numbers[i] * most + 32767) / 65535);
}

void bromide_jxl_spread(uint16_t *numbers, size_t count, unsigned bits) {
  const uint32_t most = (1u << bits) - 1;
  for (size_t i = 0; i < count; i++) numbers[i] = (uint16_t)((numbers[i] * 65535u + most / 2) / most);
}
