// See include/CJXLEncoder.h.
#include "CJXLEncoder.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "encoder_loader.h"

static const char kNoMemory[] = "not enough memory for libjxl";

/// A loop of libjxl. Any thread can take its turns.
struct loop {
  void *work;
  JxlParallelRunFunction unit;
  atomic_uint next, thread;
  uint32_t end;
};

static void take_turns(void *argument) {
  struct loop *const loop = argument;
  const unsigned thread = atomic_fetch_add(&loop->thread, 1);
  for (uint32_t turn; (turn = atomic_fetch_add(&loop->next, 1)) < loop->end;)
    loop->unit(loop->work, turn, thread);
}

static JxlParallelRetCode run(
  void *context, void *work, JxlParallelRunInit begin, JxlParallelRunFunction unit, uint32_t first,
  uint32_t end) {
  if (first >= end) return 0;
  const struct bromide_jxl_crew *const crew = context;
  const uint32_t turns = end - first;
  const uint32_t threads = turns < crew->size ? turns : crew->size;
  const JxlParallelRetCode status = begin(work, threads);
  if (status != 0) return status;
  struct loop loop = {.work = work, .unit = unit, .end = end};
  atomic_init(&loop.next, first);
  atomic_init(&loop.thread, 0);
  if (threads == 1) take_turns(&loop);
  else crew->run(crew->context, threads - 1, take_turns, &loop);
  return 0;
}

// The picture as a source of pieces (since 0.10). libjxl chooses the order in which it reads them,
// so they are pointers into the complete picture.
static JxlPixelFormat format_of(const struct bromide_whole *picture) {
  return (JxlPixelFormat){
    (uint32_t)picture->channels, picture->bits == 8 ? JXL_TYPE_UINT8 : JXL_TYPE_UINT16,
    JXL_NATIVE_ENDIAN, 0};
}

static size_t pixel_bytes(const struct bromide_whole *picture) {
  return (size_t)picture->channels * (size_t)picture->bits / 8;
}

static void get_format(void *context, JxlPixelFormat *format) { *format = format_of(context); }

static const void *get_rows(
  void *context, size_t x, size_t y, size_t width, size_t height, size_t *row_bytes) {
  (void)width, (void)height;
  const struct bromide_whole *const picture = context;
  *row_bytes = pixel_bytes(picture) * picture->width;
  return (const char *)picture->samples + y * *row_bytes + x * pixel_bytes(picture);
}

static void get_extra_format(void *context, size_t index, JxlPixelFormat *format) {
  (void)index;
  get_format(context, format);
  format->num_channels = 1;
}

/// libjxl does not call this, because alpha is between the colours.
static const void *get_extra_rows(
  void *context, size_t index, size_t x, size_t y, size_t width, size_t height, size_t *row_bytes) {
  (void)context, (void)index, (void)x, (void)y, (void)width, (void)height, (void)row_bytes;
  return NULL;
}

static void release_rows(void *context, const void *rows) { (void)context, (void)rows; }

// The file as a target of pieces (since 0.10), which libjxl writes in the order that it chooses.
struct target {
  struct bromide_file *file;
  size_t position;
  bool is_full;
};

static void *get_buffer(void *context, size_t *size) {
  enum { kLeast = 1 << 16 };
  struct target *const target = context;
  const size_t wanted = *size < kLeast ? kLeast : *size;
  if (!bromide_file_reserve(target->file, target->position + wanted)) {
    target->is_full = true;
    *size = 0;
    return NULL;
  }
  *size = target->file->capacity - target->position;
  return target->file->bytes + target->position;
}

static void release_buffer(void *context, size_t written) {
  struct target *const target = context;
  target->position += written;
  if (target->position > target->file->count) target->file->count = target->position;
}

static void seek(void *context, uint64_t position) {
  ((struct target *)context)->position = (size_t)position;
}

static void finish_up_to(void *context, uint64_t position) { (void)context, (void)position; }

static const char *set_info(
  const bromide_jxl_encoder_api *api, JxlEncoder *encoder, const struct bromide_whole *picture,
  bool is_lossless) {
  const bool is_grey = picture->channels <= 2;
  const bool has_alpha = picture->channels % 2 == 0;
  JxlBasicInfo info;
  api->JxlEncoderInitBasicInfo(&info);
  info.xsize = picture->width;
  info.ysize = picture->height;
  info.bits_per_sample = (uint32_t)picture->bits;
  info.num_color_channels = is_grey ? 1 : 3;
  info.num_extra_channels = has_alpha;
  info.alpha_bits = has_alpha ? (uint32_t)picture->bits : 0;
  // Lossy coding converts to XYB.
  info.uses_original_profile = is_lossless ? JXL_TRUE : JXL_FALSE;
  // libjxl's default, the white of an ordinary display.
  const float white = 255;
  if (picture->peak > 0) info.intensity_target = picture->peak > white ? picture->peak : white;
  if (api->JxlEncoderSetBasicInfo(encoder, &info) != JXL_ENC_SUCCESS)
    return "libjxl does not support the picture's size or samples";
  if (picture->profile.count > 0) {
    if (api->JxlEncoderSetICCProfile(encoder, picture->profile.bytes, picture->profile.count) != JXL_ENC_SUCCESS)
      return "libjxl does not support the colour profile";
    return NULL;
  }
  const JxlColorEncoding color = {
    .color_space = is_grey ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB,
    .white_point = JXL_WHITE_POINT_D65,
    // The numbers equal H.273's, except for Display P3. There, H.273's number 12 contains the white
    // point.
    .primaries = picture->primaries == 12 ? JXL_PRIMARIES_P3 : (JxlPrimaries)picture->primaries,
    .transfer_function = (JxlTransferFunction)picture->transfer,
    .rendering_intent = JXL_RENDERING_INTENT_RELATIVE,
  };
  if (api->JxlEncoderSetColorEncoding(encoder, &color) != JXL_ENC_SUCCESS)
    return "libjxl does not support the colour space";
  return NULL;
}

static const char *add_box(
  const bromide_jxl_encoder_api *api, JxlEncoder *encoder, const char *type, const uint8_t *bytes,
  size_t count) {
  // An exiv2 without Brotli cannot read compressed boxes.
  return api->JxlEncoderAddBox(encoder, type, bytes, count, JXL_FALSE) == JXL_ENC_SUCCESS
           ? NULL
           : "libjxl does not accept the metadata";
}

static const char *add_metadata(
  const bromide_jxl_encoder_api *api, JxlEncoder *encoder, const struct bromide_whole *picture) {
  if (picture->exif.count == 0 && picture->xmp.count == 0) return NULL;
  if (api->JxlEncoderUseBoxes(encoder) != JXL_ENC_SUCCESS) return "libjxl does not write boxes";
  const char *failure = NULL;
  if (picture->exif.count > 0) {
    // The block begins after these bytes, which are an offset of 0.
    const size_t count = 4 + picture->exif.count;
    uint8_t *const box = calloc(1, count);
    if (box == NULL) return kNoMemory;
    memcpy(box + 4, picture->exif.bytes, picture->exif.count);
    failure = add_box(api, encoder, "Exif", box, count);
    free(box);
  }
  if (failure == NULL && picture->xmp.count > 0)
    failure = add_box(api, encoder, "xml ", picture->xmp.bytes, picture->xmp.count);
  return failure;
}

static const char *pull(const bromide_jxl_encoder_api *api, JxlEncoder *encoder, struct bromide_file *file) {
  enum { kLeast = 1 << 16 };
  JxlEncoderStatus status;
  do {
    if (!bromide_file_reserve(file, file->count + kLeast)) return kNoMemory;
    uint8_t *next = file->bytes + file->count;
    size_t room = file->capacity - file->count;
    status = api->JxlEncoderProcessOutput(encoder, &next, &room);
    file->count = (size_t)(next - file->bytes);
  } while (status == JXL_ENC_NEED_MORE_OUTPUT);
  return status == JXL_ENC_SUCCESS ? NULL : "libjxl cannot encode the picture";
}

static const char *add_chunks(
  const bromide_jxl_encoder_api *api, JxlEncoder *encoder, const JxlEncoderFrameSettings *settings,
  const struct bromide_whole *picture, struct bromide_file *file) {
  struct target target = {.file = file};
  const struct bromide_jxl_sink sink = {&target, get_buffer, release_buffer, seek, finish_up_to};
  const struct bromide_jxl_source source = {
    (void *)picture, get_format, get_rows, get_extra_format, get_extra_rows, release_rows};
  const bool is_done = api->JxlEncoderSetOutputProcessor(encoder, sink) == JXL_ENC_SUCCESS &&
                       api->JxlEncoderAddChunkedFrame(settings, JXL_TRUE, source) == JXL_ENC_SUCCESS;
  if (is_done) {
    api->JxlEncoderCloseInput(encoder);
    if (api->JxlEncoderFlushInput(encoder) == JXL_ENC_SUCCESS && !target.is_full) return NULL;
  }
  return target.is_full ? kNoMemory : "libjxl cannot encode the picture";
}

static const char *encode(
  const bromide_jxl_encoder_api *api, JxlEncoder *encoder, const struct bromide_whole *picture,
  const struct bromide_jxl_options *options, struct bromide_file *file) {
  const bool is_lossless = options->distance == 0;
  // Readers find the metadata in a container only.
  if (api->JxlEncoderUseContainer(encoder, JXL_TRUE) != JXL_ENC_SUCCESS)
    return "libjxl does not write containers";
  const char *failure = set_info(api, encoder, picture, is_lossless);
  if (failure == NULL) failure = add_metadata(api, encoder, picture);
  if (failure != NULL) return failure;
  JxlEncoderFrameSettings *const settings = api->JxlEncoderFrameSettingsCreate(encoder, NULL);
  if (settings == NULL) return kNoMemory;
  const JxlEncoderStatus loss = is_lossless ? api->JxlEncoderSetFrameLossless(settings, JXL_TRUE)
                                            : api->JxlEncoderSetFrameDistance(settings, options->distance);
  if (loss != JXL_ENC_SUCCESS ||
      api->JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, options->effort) !=
        JXL_ENC_SUCCESS)
    return "libjxl does not support the options";
  if (api->JxlEncoderAddChunkedFrame != NULL && api->JxlEncoderSetOutputProcessor != NULL &&
      api->JxlEncoderFlushInput != NULL)
    return add_chunks(api, encoder, settings, picture, file);
  const JxlPixelFormat format = format_of(picture);
  const size_t size = pixel_bytes(picture) * picture->width * picture->height;
  if (api->JxlEncoderAddImageFrame(settings, &format, picture->samples, size) != JXL_ENC_SUCCESS)
    return "libjxl does not accept the picture";
  api->JxlEncoderCloseInput(encoder);
  return pull(api, encoder, file);
}

const char *bromide_jxl_encode_with(
  const bromide_jxl_encoder_api *api, const struct bromide_whole *picture,
  const struct bromide_jxl_options *options, const struct bromide_jxl_crew *crew,
  struct bromide_file *file) {
  JxlEncoder *const encoder = api->JxlEncoderCreate(NULL);
  if (encoder == NULL) return kNoMemory;
  struct bromide_jxl_crew threads = *crew;
  const char *failure = api->JxlEncoderSetParallelRunner(encoder, run, &threads) == JXL_ENC_SUCCESS
                          ? encode(api, encoder, picture, options, file)
                          : "libjxl does not run on Bromide's threads";
  api->JxlEncoderDestroy(encoder);
  return failure;
}
