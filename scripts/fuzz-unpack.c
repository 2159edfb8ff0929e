// Runs one decoder of CRawUnpack (DECODER) on libFuzzer's input, with files in memory.
//
// The first 16 bytes choose the instruction set, sizes and parameters. The other bytes are the file, or they follow a
// valid JPEG header, so that the fuzzer reaches the loops after it.
#include "CRawUnpack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <libdeflate.h>

#ifndef DECODER
#define DECODER "tiles"
#endif

#include "fuzz-crx.h"
#include "fuzz-jxl.h"
#include "fuzz-vc5.h"

struct file {
  const uint8_t *bytes;
  size_t size;
};

static size_t read_file(void *context, uint64_t offset, void *to, size_t count) {
  const struct file *file = context;
  if (offset >= file->size) return 0;
  const size_t left = file->size - (size_t)offset;
  const size_t needed = count < left ? count : left;
  memcpy(to, file->bytes + offset, needed);
  return needed;
}

/// Writes tables with 17 codes of 2 to 16 bits. The input chooses their order.
static uint8_t *write_codes(uint8_t *at, const uint8_t *choices, uint8_t count) {
  const uint8_t start[] = {0xff, 0xd8, 0xff, 0xc4, 0, 2 + count * (17 + 17)};
  memcpy(at, start, sizeof start);
  at += sizeof start;
  for (uint8_t table = 0; table < count; table++) {
    const uint8_t counts[] = {table, 0, 1, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    memcpy(at, counts, sizeof counts);
    at += sizeof counts;
    for (uint8_t i = 0; i < 17; i++) *at++ = (uint8_t)((i * (1 + choices[9] % 16) + table) % 17);
  }
  return at;
}

/// Writes a table of offsets for 256 tiles, and a matching JPEG header.
static size_t write_header(uint8_t *to, const uint8_t *choices, uint8_t last_x, uint8_t last_y, bool has_cells) {
  enum { kTable = 4 * 256 };
  for (size_t i = 0; i < kTable; i++) to[i] = i % 4 == 1 ? kTable >> 8 : 0;
  const uint32_t components = has_cells ? 4 : 1 + choices[8] % 4, width = 1u + last_x;
  const uint32_t columns = has_cells ? width : width / components > 0 ? width / components : 1;
  uint8_t *at = write_codes(to + kTable, choices, 2);
  const uint8_t frame[] = {0xff, 0xc3, 0, (uint8_t)(8 + 3 * components), 2 + choices[10] % 15,
                           (uint8_t)((1 + last_y) >> 8), (uint8_t)(1 + last_y), (uint8_t)(columns >> 8), (uint8_t)columns, (uint8_t)components};
  memcpy(at, frame, sizeof frame);
  at += sizeof frame;
  for (uint32_t c = 0; c < components; c++, at += 3) at[0] = (uint8_t)c, at[1] = 0x11, at[2] = 0;
  *at++ = 0xff;
  *at++ = 0xda;
  *at++ = 0;
  *at++ = (uint8_t)(6 + 2 * components);
  *at++ = (uint8_t)components;
  for (uint32_t c = 0; c < components; c++, at += 2) at[0] = (uint8_t)c, at[1] = 0;
  *at++ = 1 + choices[11] % 7;
  *at++ = 0;
  *at++ = 0;
  return (size_t)(at - to);
}

static bool run_plain(const bromide_raw_job *job, const uint8_t *choices) {
  const bromide_raw_plain plain = {choices[4] & 1};
  return bromide_unpack_plain(job, &plain);
}

static bool run_tiles(const bromide_raw_job *job, const uint8_t *choices) {
  const bromide_raw_ljpeg tiles = {
      .has_table = choices[4] & 1,
      .is_big_endian = choices[4] & 2,
      .tile_width = choices[4] & 1 ? 1u + choices[5] : 1 << 20,
      .tile_height = choices[4] & 1 ? 1u + choices[6] : 1 << 20,
      .most_components = 4,
  };
  return bromide_unpack_ljpeg(job, &tiles);
}

/// Runs tiles with the sites of cells as components.
static bool run_cells(const bromide_raw_job *job, const uint8_t *choices) {
  const bromide_raw_ljpeg tiles = {
      .has_table = choices[4] & 1,
      .is_big_endian = choices[4] & 2,
      .tile_width = choices[4] & 1 ? 2u * (1u + choices[5]) : job->width + (job->width & 1),
      .tile_height = choices[4] & 1 ? 2u * (1u + choices[6]) : job->height + (job->height & 1),
      .most_components = 4,
      .has_cells = true,
  };
  return bromide_unpack_ljpeg(job, &tiles);
}

static bool run_slices(const bromide_raw_job *job, const uint8_t *choices) {
  bromide_raw_slices slices = {.columns = choices[4] % 4, .width = choices[5]};
  slices.last_width = job->width - slices.columns * slices.width;
  return bromide_unpack_ljpeg_slices(job, &slices);
}

static bool run_packed(const bromide_raw_job *job, const uint8_t *choices) {
  bromide_raw_packed packed = {
      .bits = choices[4] % 20,
      .is_low_first = choices[5] & 1,
      .word = choices[5] >> 1 & 7,
      .swaps_pairs = choices[5] & 16,
      .row_bytes = (job->width * (choices[4] % 20) + 7) / 8 + choices[6] % 8,
  };
  if (choices[5] & 32) {
    packed.block_samples = choices[8] % 18;
    packed.block_bytes = 1 + choices[9] % 36;
    packed.row_bytes = packed.block_samples ? job->width / packed.block_samples * packed.block_bytes : 0;
    packed.has_gaps = choices[5] & 64;
  }
  return bromide_unpack_packed(job, &packed);
}

static bool run_words(const bromide_raw_job *job, const uint8_t *choices) {
  const bromide_raw_words words = {
      choices[4] & 1, choices[4] >> 1 & 31, choices[5] % 20, choices[6], choices[8], choices[9], choices[10]};
  return bromide_unpack_words(job, &words);
}

/// Returns the job with rows of complete blocks.
static bromide_raw_job with_blocks(const bromide_raw_job *job, uint32_t samples) {
  bromide_raw_job whole = *job;
  if (job->width >= samples) whole.stride = whole.width = job->width / samples * samples;
  return whole;
}

static bool run_sony(const bromide_raw_job *job, const uint8_t *choices) {
  uint16_t curve[4096];
  for (unsigned i = 0; i < 4096; i++) curve[i] = (uint16_t)(i * (1 + (i >> 8) * (choices[4] & 3)));
  const bromide_raw_job whole = with_blocks(job, 32);
  return bromide_unpack_sony_blocks(&whole, curve);
}

static bool run_panasonic(const bromide_raw_job *job, const uint8_t *choices) {
  const uint8_t samples[] = {14, 11, 10, 9};
  const uint32_t turns[] = {0, 0x2008, 1u + choices[5], 0x4000};
  const bromide_raw_panasonic panasonic = {samples[choices[4] % 4], turns[choices[4] >> 2 & 3], choices[4] & 16};
  const bromide_raw_job whole = with_blocks(job, panasonic.block_samples);
  return bromide_unpack_panasonic(&whole, &panasonic);
}

static bool run_differences(const bromide_raw_job *job, const uint8_t *choices) {
  // Nikon's tree for 14 bits. The input can change a byte.
  uint8_t tree[16 + 256] = {0, 1, 4, 2, 2, 3, 1, 2, 0, 0, 0, 0,  0,  0, 0, 0,
                            7, 6, 8, 5, 9, 4, 10, 3, 11, 12, 2, 0, 1, 13, 14};
  if (choices[4] & 1) tree[choices[5] % 32] = choices[6] % 32;
  bromide_raw_differences differences = {
      .tree = tree, .start = {choices[8], choices[9], choices[10], 500}, .limit = 1u << (choices[11] % 17)};
  return bromide_unpack_differences(job, &differences);
}

/// Runs the same tree, with coarse values after a chosen row.
static bool run_split(const bromide_raw_job *job, const uint8_t *choices) {
  const uint8_t tree[32] = {0, 1, 4, 2, 2, 3, 1, 2, 0, 0, 0, 0,  0,  0, 0, 0,
                            7, 6, 8, 5, 9, 4, 10, 3, 11, 12, 2, 0, 1, 13, 14};
  uint8_t coarse[32] = {0, 1, 5, 1, 1, 1, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 8, 0x5c, 0x4b, 0x3a, 0x29, 7, 6, 5, 4, 3, 2, 1, 0, 13, 14};
  if (choices[4] & 1) coarse[choices[5] % 32] = choices[6];
  static uint16_t curve[65536];
  bromide_raw_differences differences = {
      .tree = tree, .start = {choices[8], choices[9], choices[10], 500}, .limit = 1u << (choices[11] % 17),
      .curve = curve, .split = 1u + choices[7], .coarse_tree = coarse};
  return bromide_unpack_differences(job, &differences);
}

enum { kFuzzedTiles = 64 };

/// Returns tiles of a file. The input chooses their offsets.
static bromide_raw_tiles place_tiles(
    const bromide_raw_job *job, const uint8_t *choices, uint64_t offsets[kFuzzedTiles],
    uint64_t sizes[kFuzzedTiles]) {
  for (unsigned i = 0; i < kFuzzedTiles; i++) {
    // Most tiles are the complete file, so that the first tile matters most.
    offsets[i] = choices[5] & 128 ? (uint64_t)i * choices[6] : 0;
    sizes[i] = choices[5] & 64 ? choices[8] * 16u : job->source.size;
  }
  const bromide_raw_tiles tiles = {1u + choices[9], 1u + choices[10], offsets, sizes, kFuzzedTiles};
  return tiles;
}

/// Sets a file in memory as a job's source. The caller frees it.
static void set_file(bromide_raw_job *job, struct file *file, uint8_t *bytes, size_t size) {
  *file = (struct file){bytes, size};
  job->source = (bromide_raw_source){file, read_file, size};
}

/// Repeats the file to about a tile's size, and deflates it.
static void deflate_file(bromide_raw_job *job, struct file *file, size_t needed) {
  const struct file *given = job->source.context;
  uint8_t *plain = calloc(1, needed + 1), *deflated = malloc(2 * needed + 64);
  for (size_t i = 0; i < needed && given->size > 0; i++) plain[i] = given->bytes[i % given->size];
  struct libdeflate_compressor *deflater = libdeflate_alloc_compressor(1);
  set_file(job, file, deflated, libdeflate_zlib_compress(deflater, plain, needed, deflated, 2 * needed + 64));
  libdeflate_free_compressor(deflater);
  free(plain);
}

/// Encodes the file as a JPEG, then changes bytes that the input chooses.
static void encode_file(bromide_raw_job *job, struct file *file, const uint8_t *choices) {
  const struct file *given = job->source.context;
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char *bytes = NULL;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &bytes, &size);
  jpeg.image_width = 1u + choices[9];
  jpeg.image_height = 1u + choices[10];
  jpeg.input_components = choices[11] & 1 ? 1 : 3;
  jpeg.in_color_space = choices[11] & 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&jpeg);
  if (choices[11] & 2) jpeg.comp_info[0].h_samp_factor = jpeg.comp_info[0].v_samp_factor = 1;
  jpeg.restart_interval = choices[11] >> 2 & 7;
  jpeg_start_compress(&jpeg, TRUE);
  uint8_t row[3 * 256];
  for (unsigned y = 0; y < jpeg.image_height; y++) {
    for (unsigned i = 0; i < sizeof row; i++)
      row[i] = given->size > 0 ? given->bytes[(y * 7 + i) % given->size] : 0;
    JSAMPROW samples = row;
    jpeg_write_scanlines(&jpeg, &samples, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  for (size_t i = 0; i + 2 < given->size && i < 24; i += 3)
    bytes[(given->bytes[i] << 8 | given->bytes[i + 1]) % size] ^= given->bytes[i + 2];
  set_file(job, file, bytes, size);
}

/// Encodes a JPEG like Kodak's DC120, from few bytes that repeat.
static void dc120_encode(bromide_raw_job *job, struct file *file, const uint8_t *choices) {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char *bytes = NULL;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &bytes, &size);
  jpeg.image_width = 848;
  jpeg.image_height = 488;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_YCbCr;
  jpeg_set_defaults(&jpeg);
  jpeg.write_JFIF_header = FALSE;
  jpeg.comp_info[0].v_samp_factor = 1 + (choices[4] >> 6 & 1);
  jpeg_start_compress(&jpeg, TRUE);
  uint8_t row[3 * 848];
  for (unsigned y = 0; y < jpeg.image_height; y++) {
    for (unsigned i = 0; i < sizeof row; i++) row[i] = choices[(y / 8 + i / 24) % 16];
    JSAMPROW samples = row;
    jpeg_write_scanlines(&jpeg, &samples, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  for (size_t i = 0; i + 1 < size; i += 2) {
    const uint8_t first = bytes[i];
    bytes[i] = bytes[i + 1];
    bytes[i + 1] = first;
  }
  set_file(job, file, bytes, size);
}

static bool run_floats(const bromide_raw_job *job, const uint8_t *choices) {
  uint64_t offsets[kFuzzedTiles], sizes[kFuzzedTiles];
  const uint32_t samples = 1 + choices[4] % 4;
  bromide_raw_job pixels = *job;
  pixels.width = job->width / samples;
  if (pixels.width == 0) return false;
  struct file deflated = {0};
  if (choices[7] & 1) {
    const size_t pixel = samples * (1u + (choices[4] >> 2) % 5);
    deflate_file(&pixels, &deflated, pixel * (1u + choices[9]) * (1u + choices[10]) + choices[14] % 3);
  }
  const bromide_raw_floats floats = {
      .tiles = place_tiles(&pixels, choices, offsets, sizes),
      .bits = 8 * (1u + (choices[4] >> 2) % 5),
      .samples = samples,
      .distance = (1u << (choices[5] % 4)) / 2,
      .is_big_endian = choices[5] & 32,
      .white = choices[11] * 16.0f,
  };
  bromide_raw_float_scale scale;
  const bool ok = bromide_unpack_floats(&pixels, &floats, &scale);
  free((void *)deflated.bytes);
  return ok;
}

static bool run_lossy(const bromide_raw_job *job, const uint8_t *choices) {
  uint64_t offsets[kFuzzedTiles], sizes[kFuzzedTiles];
  static uint16_t values[3][256];
  bromide_raw_job pixels = *job;
  pixels.width = job->width / 4;
  struct file encoded = {0};
  if (choices[7] & 1) encode_file(&pixels, &encoded, choices);
  const bromide_raw_lossy lossy = {place_tiles(&pixels, choices, offsets, sizes), values};
  const bool ok = bromide_unpack_lossy(&pixels, &lossy);
  free((void *)encoded.bytes);
  return ok;
}

/// Runs tiles that begin anywhere, or that all use one JPEG XL with some changed bytes.
static bool run_jxl(const bromide_raw_job *job, const uint8_t *choices) {
  uint64_t offsets[kFuzzedTiles], sizes[kFuzzedTiles];
  static uint16_t curve[65536];
  const uint32_t components = choices[4] & 1 ? 3 : 1;
  bromide_raw_job pixels = *job;
  pixels.width = job->width / (components == 1 ? 1 : 4);
  struct file encoded = {0};
  if (choices[7] & 1) {
    const struct file *given = job->source.context;
    size_t size = 0;
    uint8_t *const bytes =
        jxl_encode(given->bytes, given->size, 1u + choices[9], 1u + choices[10], choices, &size);
    if (!bytes) return false;
    for (size_t i = 0; choices[7] & 4 && i + 2 < given->size && i < 24; i += 3)
      bytes[(given->bytes[i] << 8 | given->bytes[i + 1]) % size] ^= given->bytes[i + 2];
    set_file(&pixels, &encoded, bytes, size);
  }
  const bromide_raw_jxl jxl = {
      .tiles = place_tiles(&pixels, choices, offsets, sizes),
      .components = components,
      .row_fields = 1 + (choices[4] >> 6),
      .column_fields = 1 + (choices[5] & 3),
      .largest = choices[8] * 257u,
      .curve = choices[5] & 4 ? curve : NULL,
  };
  bromide_raw_float_scale scale;
  const bool ok = choices[4] & 2 ? bromide_unpack_jxl_floats(&pixels, &jxl, 1, &scale)
                                 : bromide_unpack_jxl(&pixels, &jxl);
  free((void *)encoded.bytes);
  return ok;
}

/// Runs tiles that begin anywhere, or that all use one valid header for luminance and chroma.
static bool run_ycc(const bromide_raw_job *job, const uint8_t *choices) {
  uint64_t offsets[kFuzzedTiles], sizes[kFuzzedTiles];
  bromide_raw_job pixels = *job;
  pixels.width = job->width / 4;
  struct file whole = {0};
  if (choices[7] & 1) {
    const struct file *given = job->source.context;
    uint8_t *const bytes = malloc(given->size + 256), *at = write_codes(bytes, choices, 3);
    const uint8_t frame[] = {0xff, 0xc3, 0, 17, 2 + choices[8] % 15, 0, 1 + choices[10], 0, 1 + choices[9], 3,
                             0, 0x21 + (choices[4] & 1), 0, 1, 0x11, 0, 2, 0x11, 0};
    const uint8_t scan[] = {0xff, 0xda, 0, 12, 3, 0, 0, 1, (uint8_t)(choices[4] & 0x30), 2, 0x20, 1, 0, 0};
    memcpy(at, frame, sizeof frame);
    memcpy(at + sizeof frame, scan, sizeof scan);
    at += sizeof frame + sizeof scan;
    memcpy(at, given->bytes, given->size);
    set_file(&pixels, &whole, bytes, (size_t)(at - bytes) + given->size);
  }
  const bromide_raw_tiles tiles = place_tiles(&pixels, choices, offsets, sizes);
  const bool ok = bromide_unpack_sony_ycc(&pixels, &tiles);
  free((void *)whole.bytes);
  return ok;
}

/// Returns the job in a different size, with memory of exactly this size for its samples.
static bromide_raw_job resized(const bromide_raw_job *job, uint32_t width, uint32_t height) {
  bromide_raw_job other = *job;
  other.stride = other.width = width;
  other.height = height;
  other.samples = malloc((size_t)width * height * sizeof *other.samples);
  return other;
}

/// Runs a valid header, then the file: sizes of blocks (sometimes valid), bases, codes.
static bool run_fuji(const bromide_raw_job *job, const uint8_t *choices) {
  const struct file *const given = job->source.context;
  const uint32_t width = 768 + 24 * (choices[8] % 33), height = 6 * (1 + choices[9] % 20), blocks = (width + 767) / 768;
  const uint8_t bits[] = {12, 14, 16, choices[10]};
  const uint8_t header[16] = {
      0x49, 0x53, choices[4] & 1, choices[4] & 2 ? 16 : 0, bits[choices[4] >> 2 & 3], (uint8_t)(height >> 8), (uint8_t)height,
      (uint8_t)(blocks * 768 >> 8), (uint8_t)(blocks * 768), (uint8_t)(width >> 8), (uint8_t)width, 3, 0, (uint8_t)blocks,
      0, (uint8_t)(height / 6)};
  struct file file = {NULL, sizeof header + given->size};
  uint8_t *const bytes = malloc(file.size);
  memcpy(bytes, header, sizeof header);
  memcpy(bytes + sizeof header, given->bytes, given->size);
  const size_t front = 32 + (choices[4] & 1 ? 0 : blocks * ((height / 6 + 15) & ~15u));
  if (choices[5] & 1 && file.size > front)
    for (uint32_t i = 0; i < blocks; i++)
      for (int k = 0; k < 4; k++) bytes[16 + 4 * i + k] = (uint8_t)((file.size - front) / blocks >> (24 - 8 * k));
  file.bytes = bytes;
  bromide_raw_job whole = resized(job, width, height);
  whole.source = (bromide_raw_source){&file, read_file, file.size};
  whole.offset = 0;
  bromide_raw_fuji fuji;
  for (int i = 0; i < 36; i++) fuji.colours[i / 6][i % 6] = (choices[11] >> (i % 7) ^ i) % 3;
  bromide_raw_damage_found damage = {0};
  const bool is_done = bromide_unpack_fuji(&whole, &fuji, choices[4] & 2 ? &damage : NULL);
  free(whole.samples);
  free(bytes);
  return is_done;
}

/// Runs stripes that overlap in the file, with a valid list of codes. The input can change one code.
static bool run_stripes(const bromide_raw_job *job, const uint8_t *choices) {
  static const uint8_t lengths[] = {4, 4, 3, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12};
  static const uint16_t codes[] = {8, 9, 0, 1, 2, 3, 10, 11, 24, 50, 102, 206, 414, 830, 1662, 3326, 3327};
  bromide_raw_stripes stripes = {
      .count = 1 + choices[8] % 5, .limit = (uint16_t)(choices[9] << 6 | 63), .start = {choices[9], 300, 65535, choices[10]}};
  for (int i = 0; i < 17; i++) {
    stripes.codes[i].length = lengths[i];
    stripes.codes[i].code = codes[i];
  }
  if (choices[4] & 1) stripes.codes[choices[5] % 17].length = choices[6] % 20;
  if (choices[4] & 2) stripes.codes[choices[6] % 17].code = (uint16_t)(choices[5] << 4);
  const bromide_raw_job whole = resized(job, (job->width / 10 + 1) * 10, (job->height / 2 + 1) * 2);
  for (uint32_t i = 0, left = 0; i < stripes.count; i++) {
    const uint32_t width = i + 1 < stripes.count ? 2 + 2 * (choices[11 + i % 4] % (whole.width / 10)) : whole.width - left;
    left += width;
    stripes.stripes[i].width = width;
    stripes.stripes[i].offset = (uint64_t)choices[i + 4] * (choices[4] >> 2);
    const uint64_t offset = stripes.stripes[i].offset;
    stripes.stripes[i].bits = offset < job->source.size ? 8 * (job->source.size - offset) - choices[10] % 9 : 1;
  }
  const bool is_done = bromide_unpack_stripes(&whole, &stripes);
  free(whole.samples);
  return is_done;
}

/// Runs a valid stream around the file's bytes, or the file itself.
static bool run_vc5(const bromide_raw_job *job, const uint8_t *choices) {
  const struct file *const given = job->source.context;
  bromide_raw_job whole = resized(job, 34 + choices[5] / 2 * 2, 34 + choices[6] / 2 * 2);
  struct file file = {0};
  if (choices[7] & 1) {
    uint8_t *const bytes = malloc(kVC5Extra + given->size);
    const size_t size = vc5_stream(bytes, choices, whole.width, whole.height, given->bytes, given->size);
    // Change some bytes, or remove the end.
    for (size_t i = 0; choices[4] & 4 && i + 2 < given->size && i < 12; i += 3)
      bytes[(given->bytes[i] << 8 | given->bytes[i + 1]) % size] ^= given->bytes[i + 2];
    set_file(&whole, &file, bytes, choices[4] & 8 ? size - size * choices[9] / 512 : size);
    whole.offset = 0;
  }
  const bromide_raw_vc5 format = {
      choices[4] & 16 ? whole.source.size : UINT64_MAX, 1 + choices[8] / 16, choices[4] & 32};
  bromide_raw_damage_found damage;
  bromide_raw_vc5_rejection rejection;
  bromide_rejects_vc5(&whole, &format, &rejection);
  const bool is_done = bromide_unpack_vc5(&whole, &format, &damage);
  free(whole.samples);
  free((void *)file.bytes);
  return is_done;
}

/// Runs a JPEG in the camera's size with changed bytes, or any bytes.
static bool run_dc120(const bromide_raw_job *job, const uint8_t *choices) {
  const struct file *const given = job->source.context;
  bromide_raw_job whole = resized(job, 848, 976);
  struct file encoded = {0};
  if (choices[7] & 1) {
    dc120_encode(&whole, &encoded, choices);
    uint8_t *const bytes = (uint8_t *)encoded.bytes;
    for (size_t i = 0; i + 2 < given->size && i < 24; i += 3)
      bytes[(given->bytes[i] << 8 | given->bytes[i + 1]) % encoded.size] ^= given->bytes[i + 2];
    whole.offset = 0;
  }
  bromide_raw_damage_found damage;
  const bool is_done = bromide_unpack_dc120_jpeg(&whole, &damage);
  free(whole.samples);
  free((void *)encoded.bytes);
  return is_done;
}

static const struct {
  const char *name;
  bool (*run)(const bromide_raw_job *, const uint8_t *choices);
} decoders[] = {
    {"plain", run_plain},
    {"tiles", run_tiles},
    {"cells", run_cells},
    {"slices", run_slices},
    {"packed", run_packed},
    {"words", run_words},
    {"sony", run_sony},
    {"ycc", run_ycc},
    {"panasonic", run_panasonic},
    {"differences", run_differences},
    {"split", run_split},
    {"floats", run_floats},
    {"lossy", run_lossy},
    {"jxl", run_jxl},
    {"fuji", run_fuji},
    {"stripes", run_stripes},
    {"crx", run_crx},
    {"vc5", run_vc5},
    {"dc120", run_dc120},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 16) return 0;
  enum { kMostHeader = 4096 };
  uint8_t *bytes = malloc(kMostHeader + size);
  const bool is_crx = strcmp(DECODER, "crx") == 0;
  const bool has_cells = strcmp(DECODER, "cells") == 0;
  const bool is_jpeg = has_cells || strcmp(DECODER, "tiles") == 0 || strcmp(DECODER, "slices") == 0;
  const bool has_header = is_jpeg && data[7] & 1;
  const bool has_table = strcmp(DECODER, "slices") != 0 && data[4] & 1;
  const uint8_t half = has_cells ? 1 : 0;
  size_t length = !has_header ? 0
                  : has_table ? write_header(bytes, data, data[5], data[6], has_cells)
                              : write_header(bytes, data, data[2] >> half, data[3] >> half, has_cells);
  const uint32_t width = is_crx ? 44 + data[2] / 2 * 2 : 1 + data[2];
  const uint32_t height = is_crx ? 44 + data[3] / 4 * 2 : 1 + data[3];
  const bool has_crx_header = is_crx && data[7] & 1;
  if (has_crx_header) length = crx_headers(bytes, data, width, height, size - 16);
  crx_header_size = has_crx_header ? (uint32_t)length : data[6] * 8;
  memcpy(bytes + length, data + 16, size - 16);
  length += size - 16;
  // Valid data end with a marker.
  if (data[7] & 2) {
    bytes[length++] = 0xff;
    bytes[length++] = 0xd9;
  }
  struct file file = {bytes, length};
  bromide_raw_job job = {
      .source = {&file, read_file, file.size},
      .isa = data[0] % 3,
      .offset = has_crx_header ? 0 : !has_header ? data[1] & 15 : has_table ? 0 : 1024,
      .width = width,
      .height = height,
  };
#if !defined(__x86_64__)
  job.isa = 0;
#endif
  // Sometimes request only a part, which can be outside the picture.
  const bromide_raw_part part = {data[13], data[14], data[15] % 16, data[15] / 16};
  bromide_raw_share share;
  job.parts = &part;
  job.part_count = data[12] & 1;
  job.share = &share;
  // Use the exact size, so that the sanitizer finds an extra sample.
  job.stride = job.width;
  job.samples = malloc((size_t)job.width * job.height * sizeof *job.samples);
  for (size_t i = 0; i < sizeof decoders / sizeof *decoders; i++)
    if (strcmp(decoders[i].name, DECODER) == 0) decoders[i].run(&job, data);
  free(job.samples);
  free(bytes);
  return 0;
}
