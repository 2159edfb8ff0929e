// The functions of libjxl that encode.
#pragma once

#include <jxl/decode.h>
#include <jxl/encode.h>

#include "CLibraries.h"

/// Parts of the interface of 0.10, which the headers of older versions lack.
struct bromide_jxl_source {
  void *context;
  void (*get_format)(void *context, JxlPixelFormat *format);
  const void *(*get_rows)(
    void *context, size_t x, size_t y, size_t width, size_t height, size_t *row_bytes);
  void (*get_extra_format)(void *context, size_t index, JxlPixelFormat *format);
  const void *(*get_extra_rows)(
    void *context, size_t index, size_t x, size_t y, size_t width, size_t height,
    size_t *row_bytes);
  void (*release)(void *context, const void *rows);
};

struct bromide_jxl_sink {
  void *context;
  void *(*get_buffer)(void *context, size_t *size);
  void (*release_buffer)(void *context, size_t written);
  void (*seek)(void *context, uint64_t position);
  void (*finish_up_to)(void *context, uint64_t position);
};

#define BROMIDE_JXL_ENCODER_FUNCTIONS(X) \
  X(JxlEncoderVersion) \
  X(JxlEncoderCreate) \
  X(JxlEncoderDestroy) \
  X(JxlEncoderSetParallelRunner) \
  X(JxlEncoderInitBasicInfo) \
  X(JxlEncoderSetBasicInfo) \
  X(JxlEncoderSetColorEncoding) \
  X(JxlEncoderSetICCProfile) \
  X(JxlEncoderUseContainer) \
  X(JxlEncoderUseBoxes) \
  X(JxlEncoderAddBox) \
  X(JxlEncoderFrameSettingsCreate) \
  X(JxlEncoderFrameSettingsSetOption) \
  X(JxlEncoderSetFrameLossless) \
  X(JxlEncoderSetFrameDistance) \
  X(JxlEncoderAddImageFrame) \
  X(JxlEncoderCloseInput) \
  X(JxlEncoderProcessOutput) \
  X(JxlDecoderCreate) \
  X(JxlDecoderDestroy) \
  X(JxlDecoderSubscribeEvents) \
  X(JxlDecoderSetInput) \
  X(JxlDecoderProcessInput) \
  X(JxlDecoderSetImageOutBuffer)

typedef struct {
  BROMIDE_MEMBERS(BROMIDE_JXL_ENCODER_FUNCTIONS)
  /// Since 0.10, or NULL.
  JxlEncoderStatus (*JxlEncoderAddChunkedFrame)(
    const JxlEncoderFrameSettings *settings, JXL_BOOL is_last, struct bromide_jxl_source source);
  JxlEncoderStatus (*JxlEncoderSetOutputProcessor)(JxlEncoder *encoder, struct bromide_jxl_sink sink);
  JxlEncoderStatus (*JxlEncoderFlushInput)(JxlEncoder *encoder);
} bromide_jxl_encoder_api;

/// Loads the library once per process, or returns NULL if none is usable.
const bromide_jxl_encoder_api *bromide_jxl_encoder_load(void);

/// Returns whether a library encodes and decodes a small picture without loss.
int bromide_jxl_passes(const bromide_jxl_encoder_api *api);

/// Encodes with a library. See `bromide_jxl_encode`.
const char *bromide_jxl_encode_with(
  const bromide_jxl_encoder_api *api, const struct bromide_whole *picture,
  const struct bromide_jxl_options *options, const struct bromide_jxl_crew *crew,
  struct bromide_file *file);
