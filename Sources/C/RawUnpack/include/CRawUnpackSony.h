// The decoder of Sony's luminance and chroma. Part of CRawUnpack.h.
#pragma once

#include "CRawUnpackDNG.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Decodes tiles of luminance and chroma to red, green and blue. The pixels of a cell of 2×2 or 2×1
/// share the chroma. Pixels have four samples. The fourth is unchanged.
bool bromide_unpack_sony_ycc(const bromide_raw_job *, const bromide_raw_tiles *);

#ifdef __cplusplus
}
#endif
