// See include/CTIFF.h.
#include "CTIFF.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "loader.h"

enum {
  /// Maximum size of one allocation by the library, for a strip, a tile or a tag.
  kLargestAllocation = 1 << 30,
  /// Maximum bytes of a tile in addition to the picture's size.
  kSpareTileBytes = 64 << 20,
  kMessage = 240,
};

struct bromide_tiff {
  const bromide_tiff_api *api;
  TIFF *tiff;
};

static _Thread_local char message[kMessage];

/// The file's name for the library. Many of its messages begin with it.
static const char kName[] = "the file";

void bromide_tiff_record(const char *function, const char *format, va_list values) {
  (void)function;
  // Keep the first message, because later messages are consequences of it.
  if (message[0] != '\0') return;
  vsnprintf(message, sizeof message, format, values);
  const size_t length = sizeof kName - 1;
  if (strncmp(message, kName, length) == 0 && strncmp(message + length, ": ", 2) == 0) {
    memmove(message, message + length + 2, strlen(message + length + 2) + 1);
  }
}

const char *bromide_tiff_message(void) {
  return message[0] ? message : "libtiff cannot read it, and reports no reason";
}

__attribute__((format(printf, 1, 2))) static int reject(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(message, sizeof message, format, values);
  va_end(values);
  return -1;
}

struct bromide_tiff *bromide_tiff_open(int descriptor) {
  message[0] = '\0';
  const bromide_tiff_api *const api = bromide_tiff_load();
  struct bromide_tiff *const reader = malloc(sizeof *reader);
  if (api == NULL || reader == NULL) {
    if (api == NULL) reject("libtiff, which reads TIFFs, was not found");
    close(descriptor);
    free(reader);
    return NULL;
  }
  reader->api = api;
  // m: do not map the file. If another process truncates it, this causes an error instead of a
  // signal.
#if BROMIDE_TIFF_HAS_OPTIONS
  TIFFOpenOptions *const options = api->TIFFOpenOptionsAlloc();
  if (options != NULL) api->TIFFOpenOptionsSetMaxSingleMemAlloc(options, kLargestAllocation);
  reader->tiff = api->TIFFFdOpenExt(descriptor, kName, "rm", options);
  if (options != NULL) api->TIFFOpenOptionsFree(options);
#else
  reader->tiff = api->TIFFFdOpen(descriptor, kName, "rm");
#endif
  if (reader->tiff == NULL) {
    close(descriptor);
    free(reader);
    return NULL;
  }
  return reader;
}

void bromide_tiff_close(struct bromide_tiff *reader) {
  if (reader == NULL) return;
  reader->api->TIFFClose(reader->tiff);
  free(reader);
}

/// Returns the number of colour channels of a photometric interpretation, or 0 if it is not
/// supported.
static int colors_of(const struct bromide_tiff_facts *facts) {
  switch (facts->photometric) {
    case PHOTOMETRIC_MINISBLACK: return 1;
    case PHOTOMETRIC_MINISWHITE: return facts->sample_format == SAMPLEFORMAT_IEEEFP ? 0 : 1;
    case PHOTOMETRIC_RGB: return 3;
    // libjpeg converts it to RGB. Other codings of YCbCr are rare.
    case PHOTOMETRIC_YCBCR: return facts->compression == COMPRESSION_JPEG ? 3 : 0;
    default: return 0;
  }
}

static const char *name_of(uint16_t photometric) {
  switch (photometric) {
    case PHOTOMETRIC_MINISWHITE: return "inverted floats";
    case PHOTOMETRIC_PALETTE: return "a palette";
    case PHOTOMETRIC_MASK: return "a mask";
    case PHOTOMETRIC_SEPARATED: return "inks (CMYK)";
    case PHOTOMETRIC_YCBCR: return "YCbCr";
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_ICCLAB: return "CIELAB";
    case PHOTOMETRIC_LOGL:
    case PHOTOMETRIC_LOGLUV: return "LogLuv";
    default: return "colours of an unknown kind";
  }
}

int bromide_tiff_facts(struct bromide_tiff *reader, struct bromide_tiff_facts *facts) {
  const bromide_tiff_api *const api = reader->api;
  TIFF *const tiff = reader->tiff;
  memset(facts, 0, sizeof *facts);
  message[0] = '\0';
  uint16_t planar = PLANARCONFIG_CONTIG, extra = 0, *kinds = NULL;
  if (
    !api->TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &facts->width) ||
    !api->TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &facts->height) || facts->width == 0 ||
    facts->height == 0)
    return reject("its width or height is missing");
  if (!api->TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &facts->photometric))
    return reject("its photometric interpretation is missing");
  api->TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &facts->samples);
  api->TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &facts->stored_bits);
  api->TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &facts->sample_format);
  api->TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &facts->compression);
  api->TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &facts->orientation);
  api->TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);
  if (facts->sample_format == SAMPLEFORMAT_VOID) facts->sample_format = SAMPLEFORMAT_UINT;
  facts->is_planar = planar == PLANARCONFIG_SEPARATE;
  facts->is_tiled = api->TIFFIsTiled(tiff) != 0;
  facts->is_big = api->TIFFIsBigTIFF(tiff) != 0;
  const int colors = colors_of(facts);
  if (colors == 0) return reject("it contains %s, not grey or RGB", name_of(facts->photometric));
  if (facts->samples < colors || facts->samples > 16)
    return reject("it has %d samples a pixel", facts->samples);
  const int is_float = facts->sample_format == SAMPLEFORMAT_IEEEFP;
  const int stored = facts->stored_bits;
  const int is_known = is_float ? stored == 16 || stored == 32 || stored == 64
                                : facts->sample_format == SAMPLEFORMAT_UINT && stored >= 1 && stored <= 16;
  facts->bits = is_float ? 32 : stored <= 8 ? 8 : 16;
  if (!is_known)
    return reject(
      "its samples have %d bits%s; Bromide reads 1 to 16 bits and floats of 16, 32 and 64", stored,
      is_float ? " as floats" : facts->sample_format == SAMPLEFORMAT_INT ? " with a sign" : "");
  if (!api->TIFFIsCODECConfigured(facts->compression))
    return reject("its compression, %d, is not known to this libtiff", facts->compression);
  if (api->TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &extra, &kinds) && extra > 0 &&
      kinds[0] != EXTRASAMPLE_UNSPECIFIED && facts->samples > colors)
    facts->channels = colors + 1;
  else facts->channels = colors;
  void *profile = NULL, *xmp = NULL;
  if (api->TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &facts->profile_count, &profile))
    facts->profile = profile;
  else facts->profile_count = 0;
  if (api->TIFFGetField(tiff, TIFFTAG_XMLPACKET, &facts->xmp_count, &xmp)) facts->xmp = xmp;
  else facts->xmp_count = 0;
  return 0;
}

/// Converts a 16-bit float (IEEE 754).
static float half(uint16_t code) {
  const int exponent = code >> 10 & 31, fraction = code & 1023;
  const float size = exponent == 0    ? ldexpf((float)fraction, -24)
                     : exponent == 31 ? (fraction ? NAN : INFINITY)
                                      : ldexpf((float)(1024 + fraction), exponent - 25);
  return code & 0x8000 ? -size : size;
}

/// Writes sample `index` of a row in the output format. Floats become 32 bits, and integers fill 8
/// or 16 bits. Samples below one byte are packed, with the first in the highest bits (TIFF 6.0,
/// section 2).
static void convert(const struct bromide_tiff_facts *facts, const uint8_t *row, size_t index, uint8_t *out) {
  const uint32_t stored = facts->stored_bits;
  if (facts->sample_format == SAMPLEFORMAT_IEEEFP) {
    float value;
    if (stored == 16) {
      uint16_t code;
      memcpy(&code, row + index * sizeof code, sizeof code);
      value = half(code);
    } else {
      double number;
      memcpy(&number, row + index * sizeof number, sizeof number);
      value = (float)number;
    }
    memcpy(out, &value, sizeof value);
    return;
  }
  uint32_t code = 0;
  for (size_t bit = index * stored; bit < (index + 1) * stored; bit++)
    code = code << 1 | (row[bit / 8] >> (7 - bit % 8) & 1u);
  const uint32_t most = (1u << stored) - 1, full = (1u << facts->bits) - 1;
  code = (code * full + most / 2) / most;
  if (facts->bits == 8) *out = (uint8_t)code;
  else memcpy(out, &(uint16_t){(uint16_t)code}, sizeof(uint16_t));
}

/// Copies the selected samples of consecutive pixels, `step` samples apart in the input.
static void keep(
  const struct bromide_tiff_facts *facts, const uint8_t *in, size_t step, uint8_t *out, size_t kept, size_t count) {
  const size_t channels = (size_t)facts->channels, bytes = facts->bits / 8;
  const int is_same = facts->stored_bits == facts->bits;
  for (size_t x = 0; x < count; x++) {
    uint8_t *const pixel = out + x * channels * bytes;
    if (is_same) memcpy(pixel, in + x * step * bytes, kept * bytes);
    else
      for (size_t c = 0; c < kept; c++) convert(facts, in, x * step + c, pixel + c * bytes);
  }
}

/// Returns the bytes of `count` samples of a row in the file.
static size_t stored_bytes(const struct bromide_tiff_facts *facts, size_t count) {
  return (count * facts->stored_bits + 7) / 8;
}

/// Reads rows in order, from `first` to the row before `end`. A picture in planes has one row per
/// channel.
static int read_rows(
  struct bromide_tiff *reader, const struct bromide_tiff_facts *facts, uint32_t first, uint32_t end,
  uint8_t *pixels, size_t stride) {
  const size_t bytes = facts->bits / 8, channels = (size_t)facts->channels;
  const size_t step = facts->is_planar ? 1 : facts->samples;
  const tmsize_t size = reader->api->TIFFScanlineSize(reader->tiff);
  if (size <= 0 || (size_t)size < stored_bytes(facts, facts->width * step))
    return reject("its rows are shorter than its width");
  uint8_t *const row = malloc((size_t)size);
  if (row == NULL) return reject("no memory for a row");
  int status = 0;
  for (size_t plane = 0; plane < (facts->is_planar ? channels : 1) && status == 0; plane++) {
    for (uint32_t y = first; y < end; y++) {
      if (reader->api->TIFFReadScanline(reader->tiff, row, y, (uint16_t)plane) != 1) {
        status = -1;
        break;
      }
      keep(
        facts, row, step, pixels + (y - first) * stride + plane * bytes, facts->is_planar ? 1 : channels,
        facts->width);
    }
  }
  free(row);
  return status;
}

/// Reads the tiles of rows from `first`, which must be the first row of a tile, to the row before
/// `end`.
static int read_tiles(
  struct bromide_tiff *reader, const struct bromide_tiff_facts *facts, uint32_t first, uint32_t end,
  uint8_t *pixels, size_t stride) {
  const bromide_tiff_api *const api = reader->api;
  const size_t bytes = facts->bits / 8, channels = (size_t)facts->channels;
  const size_t step = facts->is_planar ? 1 : facts->samples;
  uint32_t width = 0, height = 0;
  if (
    !api->TIFFGetField(reader->tiff, TIFFTAG_TILEWIDTH, &width) ||
    !api->TIFFGetField(reader->tiff, TIFFTAG_TILELENGTH, &height) || width == 0 || height == 0)
    return reject("its tiles have no size");
  const tmsize_t size = api->TIFFTileSize(reader->tiff);
  const tmsize_t row_size = api->TIFFTileRowSize(reader->tiff);
  if (
    size <= 0 || row_size <= 0 || (size_t)row_size < stored_bytes(facts, width * step) ||
    (size_t)size / (size_t)row_size < height)
    return reject("its tiles are smaller than their size");
  if ((size_t)size > stride * facts->height + kSpareTileBytes)
    return reject("its tiles are much larger than the picture");
  uint8_t *const tile = malloc((size_t)size);
  if (tile == NULL) return reject("no memory for a tile");
  int status = 0;
  for (size_t plane = 0; plane < (facts->is_planar ? channels : 1) && status == 0; plane++) {
    for (uint64_t y = first; y < end && status == 0; y += height) {
      for (uint64_t x = 0; x < facts->width && status == 0; x += width) {
        if (
          api->TIFFReadTile(
            reader->tiff, tile, (uint32_t)x, (uint32_t)y, 0, (uint16_t)plane) < 0) {
          status = -1;
          break;
        }
        const size_t rows = end - y < height ? end - y : height;
        const size_t columns = facts->width - x < width ? facts->width - x : width;
        for (size_t i = 0; i < rows; i++)
          keep(
            facts, tile + i * (size_t)row_size, step,
            pixels + (y - first + i) * stride + (x * channels + plane) * bytes,
            facts->is_planar ? 1 : channels, columns);
      }
    }
  }
  free(tile);
  return status;
}

/// Inverts integers if 0 is white, except alpha.
static void invert(const struct bromide_tiff_facts *facts, uint8_t *row) {
  const size_t channels = (size_t)facts->channels, bytes = facts->bits / 8;
  for (size_t x = 0; x < facts->width; x++)
    for (size_t i = 0; i < bytes; i++) row[x * channels * bytes + i] ^= 0xFF;
}

/// Divides colours by their alpha.
static void divide(const struct bromide_tiff_facts *facts, uint8_t *row) {
  const size_t channels = (size_t)facts->channels, colors = channels - 1;
  for (size_t x = 0; x < facts->width; x++) {
    if (facts->bits == 32) {
      float pixel[4];
      uint8_t *const place = row + x * channels * sizeof(float);
      memcpy(pixel, place, channels * sizeof(float));
      for (size_t c = 0; c < colors && pixel[colors] > 0; c++) pixel[c] /= pixel[colors];
      memcpy(place, pixel, channels * sizeof(float));
      continue;
    }
    const uint32_t most = facts->bits == 8 ? 0xFF : 0xFFFF;
    uint32_t values[4];
    for (size_t c = 0; c < channels; c++)
      values[c] = facts->bits == 8 ? row[x * channels + c]
                                   : ((const uint16_t *)(const void *)row)[x * channels + c];
    const uint32_t alpha = values[colors];
    for (size_t c = 0; c < colors && alpha > 0; c++) {
      const uint32_t value = (uint32_t)(((uint64_t)values[c] * most + alpha / 2) / alpha);
      const uint32_t limited = value < most ? value : most;
      if (facts->bits == 8) row[x * channels + c] = (uint8_t)limited;
      else ((uint16_t *)(void *)row)[x * channels + c] = (uint16_t)limited;
    }
  }
}

/// Reads rows from `first` to the row before `end`, in the output format.
static int read_form(
  struct bromide_tiff *reader, const struct bromide_tiff_facts *facts, uint32_t first, uint32_t end,
  uint8_t *pixels, size_t stride) {
  const int status = facts->is_tiled ? read_tiles(reader, facts, first, end, pixels, stride)
                                     : read_rows(reader, facts, first, end, pixels, stride);
  if (status != 0) return status;
  uint16_t extra = 0, *kinds = NULL;
  const int is_multiplied =
    facts->channels % 2 == 0 &&
    reader->api->TIFFGetField(reader->tiff, TIFFTAG_EXTRASAMPLES, &extra, &kinds) && extra > 0 &&
    kinds[0] == EXTRASAMPLE_ASSOCALPHA;
  for (uint32_t y = 0; y < end - first; y++) {
    if (facts->photometric == PHOTOMETRIC_MINISWHITE) invert(facts, pixels + y * stride);
    if (is_multiplied) divide(facts, pixels + y * stride);
  }
  return 0;
}

/// Prepares libtiff for reading pixels.
static void prepare(struct bromide_tiff *reader, const struct bromide_tiff_facts *facts) {
  message[0] = '\0';
  if (facts->photometric == PHOTOMETRIC_YCBCR)
    reader->api->TIFFSetField(reader->tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
}

int bromide_tiff_read(
  struct bromide_tiff *reader, const struct bromide_tiff_facts *facts, uint8_t *pixels,
  size_t stride) {
  prepare(reader, facts);
  return read_form(reader, facts, 0, facts->height, pixels, stride);
}

/// Maximum bytes of rows in memory at once.
static const size_t kLargestBand = (size_t)256 << 20;

int bromide_tiff_read_each_row(
  struct bromide_tiff *reader, const struct bromide_tiff_facts *facts,
  void (*receive)(void *context, const uint8_t *row, int is_last), void *context) {
  prepare(reader, facts);
  if (facts->is_planar) return reject("its colours are in separate planes, which require a complete read");
  uint32_t height = 1;
  if (facts->is_tiled)
    if (!reader->api->TIFFGetField(reader->tiff, TIFFTAG_TILELENGTH, &height) || height == 0)
      return reject("its tiles have no size");
  if (height > facts->height) height = facts->height;
  const size_t stride = (size_t)facts->width * (size_t)facts->channels * (facts->bits / 8);
  if (height > kLargestBand / stride) return reject("a row of its tiles is too large");
  uint8_t *const band = malloc(height * stride);
  if (band == NULL) return reject("no memory for its rows");
  int status = 0;
  for (uint64_t y = 0; y < facts->height && status == 0; y += height) {
    const uint32_t end = facts->height - y < height ? facts->height : (uint32_t)(y + height);
    status = read_form(reader, facts, (uint32_t)y, end, band, stride);
    for (uint32_t i = 0; i < end - y && status == 0; i++)
      receive(context, band + i * stride, y + i + 1 == facts->height);
  }
  free(band);
  return status;
}
