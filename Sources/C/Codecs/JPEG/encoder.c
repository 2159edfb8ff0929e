// See include/CJPEG.h. As in CJPEG.c, only the encoder itself may own memory during a call that can
// jump.
#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

enum { FIRST_CAPACITY = 1 << 16, MOST_ROWS_AT_ONCE = 16, FIRST_RESTART = 0xD0, LAST_RESTART = 0xD7 };

struct bromide_jpeg_encoder {
  struct jpeg_compress_struct image;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr output;
  jmp_buf escape;
  JOCTET *bytes;
  size_t capacity;
  uint32_t *restarts;
  size_t restart_capacity;
  char message[JMSG_LENGTH_MAX];
};

static void fail(j_common_ptr image) {
  struct bromide_jpeg_encoder *encoder = image->client_data;
  image->err->format_message(image, encoder->message);
  longjmp(encoder->escape, 1);
}

static void print_nothing(j_common_ptr image) { (void)image; }

static void begin(j_compress_ptr image) {
  struct bromide_jpeg_encoder *encoder = image->client_data;
  image->dest->next_output_byte = encoder->bytes;
  image->dest->free_in_buffer = encoder->capacity;
}

// libjpeg calls this when the memory is full, with any number of free bytes.
static boolean grow(j_compress_ptr image) {
  struct bromide_jpeg_encoder *encoder = image->client_data;
  const size_t filled = encoder->capacity;
  JOCTET *larger = filled > SIZE_MAX / 2 ? NULL : realloc(encoder->bytes, 2 * filled);
  if (!larger) ERREXIT1(image, JERR_OUT_OF_MEMORY, 0);
  encoder->bytes = larger;
  encoder->capacity = 2 * filled;
  image->dest->next_output_byte = larger + filled;
  image->dest->free_in_buffer = filled;
  return TRUE;
}

static void end(j_compress_ptr image) { (void)image; }

static size_t count_of(const struct bromide_jpeg_encoder *encoder) {
  return (size_t)(encoder->output.next_output_byte - encoder->bytes);
}

struct bromide_jpeg_encoder *bromide_jpeg_encoder_make(const struct bromide_jpeg_request *request) {
  struct bromide_jpeg_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) return NULL;
  struct jpeg_compress_struct *image = &encoder->image;
  encoder->bytes = malloc(FIRST_CAPACITY);
  encoder->capacity = FIRST_CAPACITY;
  image->err = jpeg_std_error(&encoder->errors);
  encoder->errors.error_exit = fail;
  encoder->errors.output_message = print_nothing;
  image->client_data = encoder;
  if (!encoder->bytes || setjmp(encoder->escape)) {
    bromide_jpeg_encoder_free(encoder);
    return NULL;
  }
  jpeg_create_compress(image);
  encoder->output.init_destination = begin;
  encoder->output.empty_output_buffer = grow;
  encoder->output.term_destination = end;
  image->dest = &encoder->output;
  image->image_width = request->width;
  image->input_components = request->channels;
  image->in_color_space = request->channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(image);
  jpeg_set_quality(image, request->quality, TRUE);
  if (request->channels > 1) {
    image->comp_info[0].h_samp_factor = request->across;
    image->comp_info[0].v_samp_factor = request->down;
  }
  image->restart_in_rows = 1;
  image->write_JFIF_header = FALSE;
  return encoder;
}

void bromide_jpeg_encoder_free(struct bromide_jpeg_encoder *encoder) {
  jpeg_destroy_compress(&encoder->image);
  free(encoder->bytes);
  free(encoder->restarts);
  free(encoder);
}

void bromide_jpeg_encoder_tables(
  const struct bromide_jpeg_encoder *encoder, struct bromide_jpeg_tables *tables) {
  const struct jpeg_compress_struct *image = &encoder->image;
  for (int i = 0; i < 2; i++) {
    memcpy(
      tables->quantisation[i], image->quant_tbl_ptrs[i]->quantval, sizeof tables->quantisation[i]);
  }
  for (int i = 0; i < 4; i++) {
    const JHUFF_TBL *table = i < 2 ? image->dc_huff_tbl_ptrs[i] : image->ac_huff_tbl_ptrs[i - 2];
    memcpy(tables->codes[i].counts, table->bits + 1, sizeof tables->codes[i].counts);
    memcpy(tables->codes[i].symbols, table->huffval, sizeof tables->codes[i].symbols);
  }
}

/// Returns the offset after the SOS segment of a stream from libjpeg, or 0 if it is missing.
static size_t end_of_header(const JOCTET *bytes, size_t count) {
  size_t at = 2;
  while (at + 4 <= count && bytes[at] == 0xFF) {
    const int marker = bytes[at + 1];
    at += 2 + ((size_t)bytes[at + 2] << 8 | bytes[at + 3]);
    if (marker == 0xDA) return at <= count ? at : 0;
  }
  return 0;
}

static void write_rows(struct bromide_jpeg_encoder *encoder, const uint8_t *rows, uint32_t count) {
  struct jpeg_compress_struct *image = &encoder->image;
  const size_t stride = (size_t)image->image_width * (size_t)image->input_components;
  for (uint32_t y = 0; y < count; y += MOST_ROWS_AT_ONCE) {
    JSAMPROW lines[MOST_ROWS_AT_ONCE];
    const uint32_t part = count - y < MOST_ROWS_AT_ONCE ? count - y : MOST_ROWS_AT_ONCE;
    for (uint32_t i = 0; i < part; i++) lines[i] = (JSAMPROW)(uintptr_t)(rows + (y + i) * stride);
    jpeg_write_scanlines(image, lines, part);
  }
}

int bromide_jpeg_encode_header(
  struct bromide_jpeg_encoder *encoder, uint32_t height, const uint8_t *row, struct bromide_jpeg_bytes *header) {
  if (setjmp(encoder->escape)) {
    jpeg_abort_compress(&encoder->image);
    return 0;
  }
  encoder->image.image_height = height;
  // This writes all tables. The frame and scan headers are written with the first row.
  jpeg_start_compress(&encoder->image, TRUE);
  write_rows(encoder, row, 1);
  const size_t stop = end_of_header(encoder->bytes, count_of(encoder));
  jpeg_abort_compress(&encoder->image);
  header->bytes = encoder->bytes + 2;
  header->count = stop - 2;
  return stop > 2;
}

/// Finds the restart markers. In entropy data, FF is always followed by 00 or a marker.
static int find_restarts(
  struct bromide_jpeg_encoder *encoder, const JOCTET *bytes, size_t count, size_t expected) {
  if (expected > encoder->restart_capacity) {
    uint32_t *larger = realloc(encoder->restarts, expected * sizeof *larger);
    if (!larger) return 0;
    encoder->restarts = larger;
    encoder->restart_capacity = expected;
  }
  size_t found = 0;
  const JOCTET *stop = bytes + count;
  for (const JOCTET *at = bytes; (at = memchr(at, 0xFF, (size_t)(stop - at))) && at + 1 < stop; at += 2) {
    if (at[1] == 0) continue;
    if (at[1] < FIRST_RESTART || at[1] > LAST_RESTART || found == expected) return 0;
    encoder->restarts[found++] = (uint32_t)(at + 1 - bytes);
  }
  return found == expected;
}

int bromide_jpeg_encode_rows(
  struct bromide_jpeg_encoder *encoder, const uint8_t *rows, uint32_t count, struct bromide_jpeg_bytes *data,
  const uint32_t **restarts, size_t *restart_count) {
  struct jpeg_compress_struct *image = &encoder->image;
  if (setjmp(encoder->escape)) {
    jpeg_abort_compress(image);
    return 0;
  }
  image->image_height = count;
  jpeg_suppress_tables(image, TRUE);
  jpeg_start_compress(image, FALSE);
  write_rows(encoder, rows, count);
  jpeg_finish_compress(image);
  const size_t start = end_of_header(encoder->bytes, count_of(encoder));
  // The data ends with EOI.
  if (!start || count_of(encoder) < start + 2 || count_of(encoder) - start > UINT32_MAX) return 0;
  data->bytes = encoder->bytes + start;
  data->count = count_of(encoder) - start - 2;
  const uint32_t unit = (uint32_t)image->comp_info[0].v_samp_factor * DCTSIZE;
  *restart_count = (count + unit - 1) / unit - 1;
  if (!find_restarts(encoder, data->bytes, data->count, *restart_count)) {
    strcpy(encoder->message, "libjpeg wrote unexpected restart markers");
    return 0;
  }
  *restarts = encoder->restarts;
  return 1;
}

const char *bromide_jpeg_encoder_message(const struct bromide_jpeg_encoder *encoder) { return encoder->message; }
