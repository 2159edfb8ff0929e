// The functions of libjxl that we use.
#pragma once

#include <jxl/decode.h>
#include <jxl/version.h>

#include "CLibraries.h"

#define BROMIDE_JXL_FUNCTIONS(X) \
  X(JxlDecoderVersion) \
  X(JxlSignatureCheck) \
  X(JxlDecoderCreate) \
  X(JxlDecoderDestroy) \
  X(JxlDecoderSetParallelRunner) \
  X(JxlDecoderSubscribeEvents) \
  X(JxlDecoderSetKeepOrientation) \
  X(JxlDecoderSetCoalescing) \
  X(JxlDecoderSetInput) \
  X(JxlDecoderProcessInput) \
  X(JxlDecoderGetBasicInfo) \
  X(JxlDecoderGetColorAsEncodedProfile) \
  X(JxlDecoderSetPreferredColorProfile) \
  X(JxlDecoderGetFrameHeader) \
  X(JxlDecoderImageOutBufferSize) \
  X(JxlDecoderSetImageOutBuffer) \
  X(JxlDecoderSetUnpremultiplyAlpha) \
  X(JxlDecoderGetExtraChannelInfo) \
  X(JxlDecoderGetICCProfileSize) \
  X(JxlDecoderGetColorAsICCProfile) \
  X(JxlDecoderSetDecompressBoxes) \
  X(JxlDecoderGetBoxType) \
  X(JxlDecoderSetBoxBuffer) \
  X(JxlDecoderReleaseBoxBuffer)

typedef struct { BROMIDE_MEMBERS(BROMIDE_JXL_FUNCTIONS) } bromide_jxl_api;

/// Loads the library once per process, or returns NULL if it is not installed.
const bromide_jxl_api *bromide_jxl_load(void);
