// The decoder of Sony's luminance and chroma; part of CRawUnpack.h.
#ifndef BROMIDE_CRAWUNPACK_SONY_H
#define BROMIDE_CRAWUNPACK_SONY_H
#include "CRawUnpackDNG.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Decodes tiles of luminance and chroma, of which pixels of a cell of 2×2 or 2×1 share the chroma, to red, green and blue: pixels
/// of four samples, of which the fourth stays as it is.
bool bromide_unpack_sony_ycc(const bromide_raw_job *, const bromide_raw_tiles *);

#ifdef __cplusplus
}
#endif
#endif
