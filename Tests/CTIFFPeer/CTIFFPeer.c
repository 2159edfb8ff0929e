// See include/CTIFFPeer.h.
#include "CTIFFPeer.h"

#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

/// Copies `count` pixels; one sample of each if `plane` is not below 0.
static void copy(
  const struct bromide_tiff_recipe *recipe, const uint8_t *from, int plane, size_t count,
  uint8_t *to) {
  const size_t bytes = (size_t)recipe->bits / 8, pixel = bytes * (size_t)recipe->samples;
  if (plane < 0) {
    memcpy(to, from, count * pixel);
    return;
  }
  for (size_t x = 0; x < count; x++)
    memcpy(to + x * bytes, from + x * pixel + (size_t)plane * bytes, bytes);
}

static int write_rows(
  TIFF *tiff, const struct bromide_tiff_recipe *recipe, const uint8_t *pixels, int plane) {
  const size_t stride =
    (size_t)recipe->width * (size_t)recipe->samples * (size_t)recipe->bits / 8;
  uint8_t *const row = malloc(stride);
  if (row == NULL) return 0;
  int done = 1;
  for (uint32_t y = 0; y < recipe->height && done; y++) {
    copy(recipe, pixels + y * stride, plane, recipe->width, row);
    done = TIFFWriteScanline(tiff, row, y, plane < 0 ? 0 : (uint16_t)plane) == 1;
  }
  free(row);
  return done;
}

static int write_tiles(
  TIFF *tiff, const struct bromide_tiff_recipe *recipe, const uint8_t *pixels, int plane) {
  const uint32_t side = (uint32_t)recipe->tile;
  const size_t pixel = (size_t)recipe->samples * (size_t)recipe->bits / 8;
  const size_t row = (size_t)TIFFTileRowSize(tiff);
  uint8_t *const tile = calloc(1, (size_t)TIFFTileSize(tiff));
  if (tile == NULL) return 0;
  int done = 1;
  for (uint32_t y = 0; y < recipe->height && done; y += side) {
    for (uint32_t x = 0; x < recipe->width && done; x += side) {
      const uint32_t columns = recipe->width - x < side ? recipe->width - x : side;
      for (uint32_t i = 0; i < side && y + i < recipe->height; i++)
        copy(
          recipe, pixels + ((size_t)(y + i) * recipe->width + x) * pixel, plane, columns,
          tile + i * row);
      done = TIFFWriteTile(tiff, tile, x, y, 0, plane < 0 ? 0 : (uint16_t)plane) > 0;
    }
  }
  free(tile);
  return done;
}

int bromide_tiff_peer_write(
  const char *path, const struct bromide_tiff_recipe *recipe, const uint8_t *pixels) {
  char mode[8] = "w";
  if (recipe->is_big) strcat(mode, "8");
  strcat(mode, recipe->is_big_endian ? "b" : "l");
  TIFF *const tiff = TIFFOpen(path, mode);
  if (tiff == NULL) return 0;
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, recipe->width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, recipe->height);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, recipe->samples);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, recipe->bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, recipe->sample_format);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, recipe->photometric);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, recipe->compression);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, recipe->orientation);
  TIFFSetField(
    tiff, TIFFTAG_PLANARCONFIG,
    recipe->is_planar ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
  if (recipe->predictor > 1) TIFFSetField(tiff, TIFFTAG_PREDICTOR, recipe->predictor);
  if (recipe->compression == COMPRESSION_JPEG) {
    TIFFSetField(tiff, TIFFTAG_JPEGQUALITY, 100);
    TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  }
  if (recipe->alpha > 0) {
    const uint16_t kind = (uint16_t)recipe->alpha;
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind);
  }
  if (recipe->profile != NULL)
    TIFFSetField(tiff, TIFFTAG_ICCPROFILE, (uint32_t)recipe->profile_count, recipe->profile);
  if (recipe->tile > 0) {
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, recipe->tile);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, recipe->tile);
  } else {
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, recipe->rows);
  }
  int done = 1;
  for (int plane = recipe->is_planar ? 0 : -1;
       done && plane < (recipe->is_planar ? recipe->samples : 0); plane++)
    done = recipe->tile > 0 ? write_tiles(tiff, recipe, pixels, plane)
                            : write_rows(tiff, recipe, pixels, plane);
  TIFFClose(tiff);
  return done;
}
