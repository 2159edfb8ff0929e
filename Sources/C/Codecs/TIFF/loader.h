// The functions of libtiff that we use.
#pragma once

#include <tiffio.h>

#include "CLibraries.h"

// Version 4.5 added memory limits, and uses 6 as the library's number.
#if defined(TIFFLIB_AT_LEAST)
#define BROMIDE_TIFF_HAS_OPTIONS 1
#define BROMIDE_TIFF_OPENING(X) \
  X(TIFFOpenOptionsAlloc) \
  X(TIFFOpenOptionsFree) \
  X(TIFFOpenOptionsSetMaxSingleMemAlloc) \
  X(TIFFFdOpenExt)
#else
#define BROMIDE_TIFF_HAS_OPTIONS 0
#define BROMIDE_TIFF_OPENING(X) X(TIFFFdOpen)
#endif

#define BROMIDE_TIFF_FUNCTIONS(X) \
  X(TIFFGetVersion) \
  X(TIFFSetErrorHandler) \
  X(TIFFSetWarningHandler) \
  X(TIFFClose) \
  X(TIFFGetField) \
  X(TIFFGetFieldDefaulted) \
  X(TIFFSetField) \
  X(TIFFIsTiled) \
  X(TIFFIsBigTIFF) \
  X(TIFFIsCODECConfigured) \
  X(TIFFScanlineSize) \
  X(TIFFReadScanline) \
  X(TIFFTileSize) \
  X(TIFFTileRowSize) \
  X(TIFFReadTile) \
  BROMIDE_TIFF_OPENING(X)

typedef struct { BROMIDE_MEMBERS(BROMIDE_TIFF_FUNCTIONS) } bromide_tiff_api;

/// Loads the library once per process, or returns NULL if it is not installed. Its messages go to
/// `bromide_tiff_record`.
const bromide_tiff_api *bromide_tiff_load(void);

/// Stores the first message of a call.
void bromide_tiff_record(const char *function, const char *format, va_list values);
