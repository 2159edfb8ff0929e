// Finds the library that encodes. See include/CJXLEncoder.h.
#include "CJXLEncoder.h"

#include "encoder_loader.h"

#include <stdio.h>
#include <string.h>

static bromide_jxl_encoder_api api;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// The functions of the encoder kept their interface from 0.7 to 0.11. The newest one needs the
// least memory.
static const char *const known[] = {"0.11", "0.10", "0.9", "0.8", "0.7"};
static const char *const later[] = {"0.12", "0.13", "0.14", "0.15", "1"};
enum { kKnown = sizeof known / sizeof *known, kLater = sizeof later / sizeof *later };

/// Returns whether the library is there and has all functions.
static int find(const char *interface) {
  void *const library = bromide_open_library("jxl", interface);
  if (!BROMIDE_FIND_ALL(BROMIDE_JXL_ENCODER_FUNCTIONS)) return 0;
  // Newer versions have these.
  (void)BROMIDE_FIND(api, library, JxlEncoderAddChunkedFrame);
  (void)BROMIDE_FIND(api, library, JxlEncoderSetOutputProcessor);
  (void)BROMIDE_FIND(api, library, JxlEncoderFlushInput);
  return 1;
}

static void load(void) {
  for (int i = 0; i < kKnown && !is_loaded; i++) is_loaded = find(known[i]);
  for (int i = 0; i < kLater && !is_loaded; i++) is_loaded = find(later[i]) && bromide_jxl_passes(&api);
}

const bromide_jxl_encoder_api *bromide_jxl_encoder_load(void) {
  pthread_once(&once, load);
  return is_loaded ? &api : NULL;
}

uint32_t bromide_jxl_encoder_version(void) {
  const bromide_jxl_encoder_api *const loaded = bromide_jxl_encoder_load();
  return loaded == NULL ? 0 : loaded->JxlEncoderVersion();
}

int bromide_jxl_encodes_chunks(void) {
  const bromide_jxl_encoder_api *const loaded = bromide_jxl_encoder_load();
  return loaded != NULL && loaded->JxlEncoderAddChunkedFrame != NULL &&
         loaded->JxlEncoderSetOutputProcessor != NULL && loaded->JxlEncoderFlushInput != NULL;
}

int bromide_jxl_passes_self_check(void) {
  const bromide_jxl_encoder_api *const loaded = bromide_jxl_encoder_load();
  return loaded != NULL && bromide_jxl_passes(loaded);
}

const char *bromide_jxl_encode(
  const struct bromide_whole *picture, const struct bromide_jxl_options *options,
  const struct bromide_jxl_crew *crew, struct bromide_file *file) {
  const bromide_jxl_encoder_api *const loaded = bromide_jxl_encoder_load();
  if (loaded == NULL) return "libjxl is not installed";
  return bromide_jxl_encode_with(loaded, picture, options, crew, file);
}

/// Decodes a file with 8-bit RGB samples. Returns whether there are exactly `size` bytes of them.
static int decode(const bromide_jxl_encoder_api *jxl, const struct bromide_file *file, uint8_t *samples, size_t size) {
  const JxlPixelFormat format = {3, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  JxlDecoder *const decoder = jxl->JxlDecoderCreate(NULL);
  if (decoder == NULL) return 0;
  int is_done = jxl->JxlDecoderSubscribeEvents(decoder, JXL_DEC_FULL_IMAGE) == JXL_DEC_SUCCESS &&
                jxl->JxlDecoderSetInput(decoder, file->bytes, file->count) == JXL_DEC_SUCCESS &&
                jxl->JxlDecoderProcessInput(decoder) == JXL_DEC_NEED_IMAGE_OUT_BUFFER &&
                jxl->JxlDecoderSetImageOutBuffer(decoder, &format, samples, size) == JXL_DEC_SUCCESS &&
                jxl->JxlDecoderProcessInput(decoder) == JXL_DEC_FULL_IMAGE;
  jxl->JxlDecoderDestroy(decoder);
  return is_done;
}

static void run_alone(void *context, uint32_t helpers, void (*body)(void *), void *argument) {
  (void)context, (void)helpers;
  body(argument);
}

int bromide_jxl_passes(const bromide_jxl_encoder_api *jxl) {
  enum { kSide = 8, kBytes = 3 * kSide * kSide };
  uint8_t samples[kBytes], decoded[kBytes];
  for (int i = 0; i < kBytes; i++) samples[i] = (uint8_t)(i * i * 7 + i);
  const struct bromide_whole picture = {
    .samples = samples, .width = kSide, .height = kSide, .channels = 3, .bits = 8, .primaries = 1,
    .transfer = 13};
  const struct bromide_jxl_options options = {.distance = 0, .effort = 1};
  const struct bromide_jxl_crew alone = {1, NULL, run_alone};
  struct bromide_file file = {0};
  const int passes = bromide_jxl_encode_with(jxl, &picture, &options, &alone, &file) == NULL &&
                     decode(jxl, &file, decoded, kBytes) && memcmp(samples, decoded, kBytes) == 0;
  bromide_file_free(&file);
  return passes;
}
