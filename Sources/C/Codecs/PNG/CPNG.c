// See include/CPNG.h. libpng reports errors with longjmp. So only the reader or the writer itself
// may own memory during a call that can jump.
#include "CPNG.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static void keep_message(char *to, const char *message) {
  size_t count = strlen(message);
  if (count > BROMIDE_PNG_MESSAGE - 1) count = BROMIDE_PNG_MESSAGE - 1;
  memcpy(to, message, count);
  to[count] = 0;
}

/// The error pointer is the memory of the message.
static void fail(png_structp png, png_const_charp message) {
  keep_message(png_get_error_ptr(png), message);
  png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

struct sink {
  bromide_png_sink write;
  void *context;
};

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
  struct sink *sink = png_get_io_ptr(png);
  sink->write(sink->context, bytes, count);
}

static void flush_nothing(png_structp png) { (void)png; }

static void set_colour(
  png_structp png, png_infop info, const struct bromide_png_header *header) {
  if (header->is_srgb) {
    png_set_sRGB_gAMA_and_cHRM(png, info, PNG_sRGB_INTENT_RELATIVE);
    return;
  }
  if (header->gamma) png_set_gAMA_fixed(png, info, (png_fixed_point)header->gamma);
  const uint32_t *c = header->chromaticities;
  if (c)
    png_set_cHRM_fixed(
      png, info, (png_fixed_point)c[0], (png_fixed_point)c[1], (png_fixed_point)c[2],
      (png_fixed_point)c[3], (png_fixed_point)c[4], (png_fixed_point)c[5],
      (png_fixed_point)c[6], (png_fixed_point)c[7]);
  if (header->profile)
    png_set_iCCP(
      png, info, header->profile_name, PNG_COMPRESSION_TYPE_BASE, header->profile,
      header->profile_count);
}

static void set_texts(
  png_structp png, png_infop info, const struct bromide_png_header *header) {
  for (int i = 0; i < header->text_count; i++) {
    png_text text;
    memset(&text, 0, sizeof text);
    text.compression =
      header->texts[i].is_utf8 ? PNG_ITXT_COMPRESSION_NONE : PNG_TEXT_COMPRESSION_NONE;
    text.key = (png_charp)header->texts[i].keyword;
    text.text = (png_charp)header->texts[i].text;
    png_set_text(png, info, &text, 1);
  }
}

int bromide_png_write_header(
  const struct bromide_png_header *header, bromide_png_sink write, void *context,
  char message[BROMIDE_PNG_MESSAGE]) {
  struct sink sink = {write, context};
  png_infop volatile kept = NULL;
  png_structp png =
    png_create_write_struct(PNG_LIBPNG_VER_STRING, message, fail, ignore_warning);
  if (!png) {
    keep_message(message, "libpng cannot be initialised");
    return 1;
  }
  if (setjmp(png_jmpbuf(png))) {
    png_infop info = kept;
    png_destroy_write_struct(&png, &info);
    return 1;
  }
  png_infop info = kept = png_create_info_struct(png);
  if (!info) png_error(png, "out of memory");
  png_set_write_fn(png, &sink, write_bytes, flush_nothing);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_benign_errors(png, 0);
  png_set_IHDR(
    png, info, header->width, header->height, header->bit_depth, header->color_type,
    PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
  set_colour(png, info, header);
  if (header->pixels_per_metre_x)
    png_set_pHYs(
      png, info, header->pixels_per_metre_x, header->pixels_per_metre_y, PNG_RESOLUTION_METER);
  set_texts(png, info, header);
  // libpng before 1.6.45 does not support cICP, which must be before PLTE and IDAT.
  png_write_info_before_PLTE(png, info);
  if (header->cicp) png_write_chunk(png, (png_const_bytep) "cICP", header->cicp, 4);
  // png_set_eXIf_1 puts the chunk here also, but libpng then writes it in pieces of one byte.
  if (header->exif_count)
    png_write_chunk(png, (png_const_bytep) "eXIf", header->exif, header->exif_count);
  png_write_info(png, info);
  png_destroy_write_struct(&png, &info);
  return 0;
}

struct bromide_png_reader {
  int has_broken_profile;
  png_structp png;
  png_infop info;
  bromide_png_source read;
  void *context;
  char message[BROMIDE_PNG_MESSAGE];
};

static void read_bytes(png_structp png, png_bytep bytes, size_t count) {
  struct bromide_png_reader *reader = png_get_io_ptr(png);
  if (!reader->read(reader->context, bytes, count)) png_error(png, "the file ends too early");
}

/// Notes that libpng drops an iCCP chunk. Other warnings have no effect on colours.
static void note_warning(png_structp png, png_const_charp message) {
  struct bromide_png_reader *reader = png_get_io_ptr(png);
  if (reader && strncmp(message, "iCCP:", 5) == 0) reader->has_broken_profile = 1;
}

struct bromide_png_reader *bromide_png_open(bromide_png_source source, void *context) {
  struct bromide_png_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->read = source;
  reader->context = context;
  reader->png =
    png_create_read_struct(PNG_LIBPNG_VER_STRING, reader->message, fail, note_warning);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->info) {
    bromide_png_close(reader);
    return NULL;
  }
  return reader;
}

void bromide_png_close(struct bromide_png_reader *reader) {
  if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}

const char *bromide_png_message(const struct bromide_png_reader *reader) {
  return reader->message;
}

/* Allocates memory for a chunk. libpng requests the length in the file, up to 2 GB, before it reads the bytes. The limit is
   far above any valid chunk before the pixels. */
static png_voidp chunk_memory(png_structp png, png_alloc_size_t size) {
  (void)png;
  return size > 64u << 20 ? NULL : malloc(size);
}

int bromide_png_read_header(struct bromide_png_reader *reader) {
  png_structp png = reader->png;
  if (setjmp(png_jmpbuf(png))) return 1;
  png_set_read_fn(png, reader, read_bytes);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  // libpng drops an eXIf chunk that starts with "Exif\0\0", as in JPEG. Before 1.6.45, it does not
  // support cICP.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "eXIf", 1);
#if !defined(PNG_cICP_SUPPORTED)
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "cICP", 1);
#endif
  png_set_mem_fn(png, NULL, chunk_memory, NULL);
  png_read_info(png, reader->info);
  png_set_mem_fn(png, NULL, NULL, NULL);
  return 0;
}

/// Returns the first chunk with this name that libpng kept unchanged, or NULL if it is missing.
static png_unknown_chunkp kept_chunk(png_structp png, png_infop info, const char *name) {
  png_unknown_chunkp chunks;
  const int count = png_get_unknown_chunks(png, info, &chunks);
  for (int i = 0; i < count; i++)
    if (memcmp(chunks[i].name, name, 4) == 0) return &chunks[i];
  return NULL;
}

static void cicp_of(png_structp png, png_infop info, struct bromide_png_facts *facts) {
#if defined(PNG_cICP_SUPPORTED)
  facts->has_cicp =
    png_get_cICP(
      png, info, &facts->cicp[0], &facts->cicp[1], &facts->cicp[2], &facts->cicp[3]) != 0;
#else
  const png_unknown_chunkp chunk = kept_chunk(png, info, "cICP");
  if (chunk && chunk->size == 4) {
    facts->has_cicp = 1;
    memcpy(facts->cicp, chunk->data, 4);
  }
#endif
}

void bromide_png_facts(struct bromide_png_reader *reader, struct bromide_png_facts *facts) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  memset(facts, 0, sizeof *facts);
  facts->width = png_get_image_width(png, info);
  facts->height = png_get_image_height(png, info);
  facts->bit_depth = png_get_bit_depth(png, info);
  facts->color_type = png_get_color_type(png, info);
  facts->is_interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
  facts->has_transparency = png_get_valid(png, info, PNG_INFO_tRNS) != 0;
  int intent;
  facts->is_srgb = png_get_sRGB(png, info, &intent) != 0;
  png_fixed_point gamma, c[8];
  if (png_get_gAMA_fixed(png, info, &gamma)) facts->gamma = (uint32_t)gamma;
  if (png_get_cHRM_fixed(
        png, info, &c[0], &c[1], &c[2], &c[3], &c[4], &c[5], &c[6], &c[7])) {
    facts->has_chromaticities = 1;
    for (int i = 0; i < 8; i++) facts->chromaticities[i] = (uint32_t)c[i];
  }
  png_charp name;
  int compression;
  png_bytep profile;
  png_uint_32 profile_count;
  if (png_get_iCCP(png, info, &name, &compression, &profile, &profile_count)) {
    facts->profile = profile;
    facts->profile_count = profile_count;
  } else {
    facts->has_broken_profile = reader->has_broken_profile;
  }
  cicp_of(png, info, facts);
  const png_unknown_chunkp exif = kept_chunk(png, info, "eXIf");
  if (exif) {
    facts->exif = exif->data;
    facts->exif_count = (uint32_t)exif->size;
  }
  png_uint_32 x, y;
  int unit;
  if (png_get_pHYs(png, info, &x, &y, &unit) && unit == PNG_RESOLUTION_METER) {
    facts->pixels_per_metre_x = x;
    facts->pixels_per_metre_y = y;
  }
  png_textp texts;
  png_get_text(png, info, &texts, &facts->text_count);
}

void bromide_png_text(
  struct bromide_png_reader *reader, int index, struct bromide_png_text *text) {
  png_textp texts;
  int count;
  png_get_text(reader->png, reader->info, &texts, &count);
  text->keyword = texts[index].key;
  text->text = texts[index].text ? texts[index].text : "";
  text->is_utf8 = texts[index].compression >= PNG_ITXT_COMPRESSION_NONE;
}

int bromide_png_expand(struct bromide_png_reader *reader) {
  png_structp png = reader->png;
  if (setjmp(png_jmpbuf(png))) return 0;
  png_set_expand(png);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  png_set_swap(png);
#endif
  png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  return png_get_channels(png, reader->info);
}

int bromide_png_read_rows(struct bromide_png_reader *reader, uint8_t *pixels, size_t stride) {
  png_structp png = reader->png;
  if (setjmp(png_jmpbuf(png))) return 1;
  uint32_t height = png_get_image_height(png, reader->info);
  int passes = png_get_interlace_type(png, reader->info) == PNG_INTERLACE_NONE ? 1 : 7;
  for (int pass = 0; pass < passes; pass++)
    for (uint32_t row = 0; row < height; row++)
      png_read_row(png, pixels + (size_t)row * stride, NULL);
  png_read_end(png, reader->info);
  return 0;
}

int bromide_png_skip_rows(struct bromide_png_reader *reader, uint32_t count) {
  if (setjmp(png_jmpbuf(reader->png))) return 1;
  for (uint32_t row = 0; row < count; row++) png_read_row(reader->png, NULL, NULL);
  return 0;
}

int bromide_png_read_row(struct bromide_png_reader *reader, uint8_t *row) {
  if (setjmp(png_jmpbuf(reader->png))) return 1;
  png_read_row(reader->png, row, NULL);
  return 0;
}

int bromide_png_read_end(struct bromide_png_reader *reader) {
  if (setjmp(png_jmpbuf(reader->png))) return 1;
  png_read_end(reader->png, reader->info);
  return 0;
}

void bromide_png_be_strict(struct bromide_png_reader *reader) {
  png_set_crc_action(reader->png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  png_set_benign_errors(reader->png, 0);
}

int bromide_png_read_each_row(
  struct bromide_png_reader *reader, uint8_t *row, size_t count, bromide_png_sink sink,
  void *context) {
  png_structp png = reader->png;
  if (setjmp(png_jmpbuf(png))) return 1;
  const uint32_t height = png_get_image_height(png, reader->info);
  for (uint32_t y = 0; y < height; y++) {
    png_read_row(png, row, NULL);
    sink(context, row, count);
  }
  png_read_end(png, reader->info);
  return 0;
}
