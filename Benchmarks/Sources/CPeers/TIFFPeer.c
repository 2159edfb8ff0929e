#include "CPeers.h"

#if __has_include(<tiffio.h>)
#include <string.h>
#include <tiffio.h>

int peer_libtiff(
  const char *path, const uint16_t *pixels, int width, int height, int level) {
  TIFF *const tiff = TIFFOpen(path, "w");
  if (tiff == NULL) return 0;
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, height);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 3);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 16);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
  TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
  TIFFSetField(tiff, TIFFTAG_ZIPQUALITY, level);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 16);
  int done = 1;
  const size_t row = (size_t)width * 6;
  uint8_t *const strip = _TIFFmalloc((tmsize_t)(16 * row));
  for (int y = 0; strip != NULL && y < height; y += 16) {
    const size_t rows = (size_t)(height - y < 16 ? height - y : 16);
    // libtiff predicts in place.
    memcpy(strip, (const uint8_t *)pixels + (size_t)y * row, rows * row);
    const tmsize_t count =
      TIFFWriteEncodedStrip(tiff, (uint32_t)(y / 16), strip, (tmsize_t)(rows * row));
    if (count < 0) {
      done = 0;
      break;
    }
  }
  if (strip == NULL) done = 0;
  _TIFFfree(strip);
  TIFFClose(tiff);
  return done;
}
#else
int peer_libtiff(
  const char *path, const uint16_t *pixels, int width, int height, int level) {
  (void)path, (void)pixels, (void)width, (void)height, (void)level;
  return 0;
}
#endif
