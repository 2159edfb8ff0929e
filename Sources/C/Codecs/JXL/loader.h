// The functions of libjxl that we use.
#ifndef BROMIDE_JXL_LOADER_H
#define BROMIDE_JXL_LOADER_H
#include <jxl/decode.h>
#include <jxl/version.h>

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

typedef struct {
#define BROMIDE_JXL_MEMBER(name) __typeof__(&name) name;
  BROMIDE_JXL_FUNCTIONS(BROMIDE_JXL_MEMBER)
#undef BROMIDE_JXL_MEMBER
} bromide_jxl_api;

/// Loads the library once per process, or returns NULL if it is not installed.
const bromide_jxl_api *bromide_jxl_load(void);

#endif
