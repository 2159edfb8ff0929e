// See include/CJPEG.h. libjpeg reports errors with longjmp. So only the reader itself may own
// memory during a call that can jump.
#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

enum { MOST_COMPONENTS = 4, MOST_ROWS = MAX_SAMP_FACTOR * DCTSIZE };

struct bromide_jpeg {
  struct jpeg_decompress_struct image;
  struct jpeg_error_mgr errors;
  jmp_buf escape;
  const uint8_t *bytes;
  size_t count;
  int stops_at_damage;
  /// Whether to accept a missing end if all samples exist, and whether the end is missing.
  int allows_missing_end, misses_end;
  char message[JMSG_LENGTH_MAX], damage[JMSG_LENGTH_MAX], end[JMSG_LENGTH_MAX];
  JOCTET *profile;
  unsigned profile_count;
};

static void fail(j_common_ptr image) {
  struct bromide_jpeg *reader = image->client_data;
  // Errors after a missing end are consequences of it.
  if (reader->misses_end) memcpy(reader->message, reader->end, sizeof reader->message);
  else image->err->format_message(image, reader->message);
  longjmp(reader->escape, 1);
}

/// Returns whether a warning does not affect pixels. Cameras write a few extra bytes after the last
/// code. Damaged data contains more.
static int is_harmless(const struct jpeg_error_mgr *errors) {
  switch (errors->msg_code) {
  case JWRN_ADOBE_XFORM:
  // Pixels do not depend on the version of JFIF.
  case JWRN_JFIF_MAJOR:
  case JWRN_BOGUS_ICC: return 1;
  case JWRN_EXTRANEOUS_DATA: return errors->msg_parm.i[0] <= 16;
  default: return 0;
  }
}

/// Stores the first sign of damage with its cause, and stops if requested.
static void note_damage(struct bromide_jpeg *reader) {
  struct jpeg_error_mgr *const errors = reader->image.err;
  if (reader->misses_end) memcpy(reader->message, reader->end, sizeof reader->message);
  else errors->format_message((j_common_ptr)&reader->image, reader->message);
  if (!reader->damage[0]) memcpy(reader->damage, reader->message, sizeof reader->damage);
  if (reader->stops_at_damage) longjmp(reader->escape, 1);
}

static void note(j_common_ptr image, int level) {
  struct bromide_jpeg *reader = image->client_data;
  if (level >= 0 || is_harmless(image->err)) return;
  if (image->err->msg_code == JWRN_JPEG_EOF && reader->allows_missing_end) {
    // libjpeg continues as if EOI were here, and reports another warning if samples are missing.
    reader->misses_end = 1;
    image->err->format_message(image, reader->end);
    return;
  }
  note_damage(reader);
}

/// Returns whether all scans of a picture were complete at the end of the file.
static int has_all_scans(const struct jpeg_decompress_struct *image) {
  for (int i = 0; i < image->num_components; i++) {
    // A component's first scan sets its table.
    if (!image->comp_info[i].quant_table) return 0;
    // Remaining bits, or -1 before the first.
    if (image->progressive_mode && image->coef_bits)
      for (int k = 0; k < DCTSIZE2; k++)
        if (image->coef_bits[i][k] != 0) return 0;
  }
  return 1;
}

/// Records damage if more than the end is missing.
static void check_end(struct bromide_jpeg *reader) {
  if (reader->misses_end && !reader->damage[0] && !has_all_scans(&reader->image)) note_damage(reader);
}

static void print_nothing(j_common_ptr image) { (void)image; }

struct bromide_jpeg *bromide_jpeg_open(const uint8_t *bytes, size_t count, long most_memory) {
  struct bromide_jpeg *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->bytes = bytes;
  reader->count = count;
  reader->image.err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = fail;
  reader->errors.emit_message = note;
  reader->errors.output_message = print_nothing;
  reader->image.client_data = reader;
  if (setjmp(reader->escape)) {
    bromide_jpeg_close(reader);
    return NULL;
  }
  jpeg_create_decompress(&reader->image);
  reader->image.mem->max_memory_to_use = most_memory;
  return reader;
}

void bromide_jpeg_close(struct bromide_jpeg *reader) {
  jpeg_destroy_decompress(&reader->image);
  free(reader->profile);
  free(reader);
}

int bromide_jpeg_read_header(struct bromide_jpeg *reader) {
  if (setjmp(reader->escape)) return 0;
  reader->stops_at_damage = 1;
  jpeg_mem_src(&reader->image, reader->bytes, reader->count);
  jpeg_save_markers(&reader->image, JPEG_APP0 + 1, 0xFFFF);
  jpeg_save_markers(&reader->image, JPEG_APP0 + 2, 0xFFFF);
  jpeg_read_header(&reader->image, TRUE);
  jpeg_read_icc_profile(&reader->image, &reader->profile, &reader->profile_count);
  // Use this output to determine the sizes of the planes.
  reader->image.raw_data_out = TRUE;
  reader->image.do_fancy_upsampling = FALSE;
  reader->image.out_color_space = reader->image.jpeg_color_space;
  jpeg_calc_output_dimensions(&reader->image);
  return 1;
}

static int color_space_of(J_COLOR_SPACE space) {
  switch (space) {
  case JCS_GRAYSCALE: return BROMIDE_JPEG_GREY;
  case JCS_RGB: return BROMIDE_JPEG_RGB;
  case JCS_YCbCr: return BROMIDE_JPEG_YCC;
  case JCS_CMYK: return BROMIDE_JPEG_CMYK;
  case JCS_YCCK: return BROMIDE_JPEG_YCCK;
  default: return BROMIDE_JPEG_OTHER;
  }
}

static void find_exif(const struct bromide_jpeg *reader, struct bromide_jpeg_facts *facts) {
  for (jpeg_saved_marker_ptr m = reader->image.marker_list; m; m = m->next) {
    if (m->marker == JPEG_APP0 + 1 && m->data_length > 6 && !memcmp(m->data, "Exif\0", 6)) {
      facts->exif = m->data + 6;
      facts->exif_count = m->data_length - 6;
      return;
    }
  }
}

void bromide_jpeg_facts(const struct bromide_jpeg *reader, struct bromide_jpeg_facts *facts) {
  const struct jpeg_decompress_struct *image = &reader->image;
  memset(facts, 0, sizeof *facts);
  facts->width = image->image_width;
  facts->height = image->image_height;
  facts->components = image->num_components;
  facts->color_space = color_space_of(image->jpeg_color_space);
  facts->most_across = image->max_h_samp_factor;
  facts->most_down = image->max_v_samp_factor;
  for (int i = 0; i < image->num_components && i < MOST_COMPONENTS; i++) {
    const jpeg_component_info *c = &image->comp_info[i];
    facts->across[i] = c->h_samp_factor;
    facts->down[i] = c->v_samp_factor;
    facts->block_width[i] = c->width_in_blocks * DCTSIZE;
    facts->block_rows[i] = image->total_iMCU_rows * (JDIMENSION)c->v_samp_factor * DCTSIZE;
  }
  facts->is_progressive = image->progressive_mode;
  facts->adobe_transform = image->saw_Adobe_marker ? image->Adobe_transform : -1;
  facts->profile = reader->profile;
  facts->profile_count = reader->profile_count;
  find_exif(reader, facts);
}

int bromide_jpeg_read_planes(
  struct bromide_jpeg *reader, uint8_t *const planes[4], const size_t strides[4], int keep) {
  if (setjmp(reader->escape)) return 0;
  struct jpeg_decompress_struct *image = &reader->image;
  if (image->num_components > MOST_COMPONENTS) ERREXIT(image, JERR_COMPONENT_COUNT);
  reader->stops_at_damage = !keep;
  reader->allows_missing_end = 1;
  jpeg_start_decompress(image);
  JSAMPROW rows[MOST_COMPONENTS][MOST_ROWS];
  JSAMPARRAY components[MOST_COMPONENTS] = {rows[0], rows[1], rows[2], rows[3]};
  const int most_down = image->max_v_samp_factor;
  while (image->output_scanline < image->output_height) {
    // Rows of blocks at the same vertical position in all components.
    const size_t part = image->output_scanline / (JDIMENSION)(most_down * DCTSIZE);
    for (int i = 0; i < image->num_components && i < MOST_COMPONENTS; i++) {
      const size_t count = (size_t)image->comp_info[i].v_samp_factor * DCTSIZE;
      for (size_t y = 0; y < count; y++) rows[i][y] = planes[i] + (part * count + y) * strides[i];
    }
    jpeg_read_raw_data(image, components, (JDIMENSION)(most_down * DCTSIZE));
  }
  jpeg_finish_decompress(image);
  check_end(reader);
  return 1;
}

int bromide_jpeg_read_part(
  struct bromide_jpeg *reader, const struct bromide_jpeg_part *part, uint8_t *row, uint8_t *const planes[4],
  const size_t strides[4]) {
  if (setjmp(reader->escape)) return 0;
  struct jpeg_decompress_struct *image = &reader->image;
  reader->stops_at_damage = 1;
  reader->allows_missing_end = 1;
  image->raw_data_out = FALSE;
  jpeg_start_decompress(image);
  check_end(reader);
  JDIMENSION left = part->left, width = part->width;
  JDIMENSION y = part->top;
#ifdef LIBJPEG_TURBO_VERSION_NUMBER
  jpeg_crop_scanline(image, &left, &width);
  if (y > 0) jpeg_skip_scanlines(image, y);
#else
  left = 0;
  width = image->output_width;
  y = 0;
#endif
  const int count = image->num_components;
  for (; y < part->bottom; y++) {
    JSAMPROW samples = row;
    if (jpeg_read_scanlines(image, &samples, 1) != 1) return 0;
    for (int c = 0; c < count; c++) {
      const JDIMENSION across = (JDIMENSION)(image->max_h_samp_factor / image->comp_info[c].h_samp_factor);
      const JDIMENSION down = (JDIMENSION)(image->max_v_samp_factor / image->comp_info[c].v_samp_factor);
      if (y % down) continue;
      uint8_t *out = planes[c] + y / down * strides[c] + left / across;
      for (JDIMENSION x = 0; x < width; x += across) *out++ = row[x * (JDIMENSION)count + (JDIMENSION)c];
    }
  }
  return 1;
}

void bromide_jpeg_reduced_size(struct bromide_jpeg *reader, int reduction, uint32_t *width, uint32_t *height) {
  *width = *height = 0;
  if (setjmp(reader->escape)) return;
  reader->image.scale_num = 1;
  reader->image.scale_denom = (unsigned)reduction;
  reader->image.raw_data_out = FALSE;
  reader->image.out_color_space = JCS_RGB;
  jpeg_calc_output_dimensions(&reader->image);
  *width = reader->image.output_width;
  *height = reader->image.output_height;
}

int bromide_jpeg_read_reduced(struct bromide_jpeg *reader, uint8_t *rgb) {
  if (setjmp(reader->escape)) return 0;
  struct jpeg_decompress_struct *image = &reader->image;
  reader->stops_at_damage = 1;
  jpeg_start_decompress(image);
  const size_t stride = (size_t)image->output_width * 3;
  while (image->output_scanline < image->output_height) {
    JSAMPROW row = rgb + image->output_scanline * stride;
    jpeg_read_scanlines(image, &row, 1);
  }
  jpeg_finish_decompress(image);
  return 1;
}

static int read_rows(
  struct bromide_jpeg *reader, J_COLOR_SPACE space, uint32_t rows, uint8_t *row,
  void (*take)(void *context, uint32_t y, const uint8_t *samples), void *context) {
  if (setjmp(reader->escape)) return 0;
  struct jpeg_decompress_struct *image = &reader->image;
  reader->stops_at_damage = 1;
  reader->allows_missing_end = space == JCS_CMYK;
  image->raw_data_out = FALSE;
  image->do_fancy_upsampling = TRUE;
  image->out_color_space = space;
  jpeg_start_decompress(image);
  while (image->output_scanline < rows) {
    const uint32_t y = image->output_scanline;
    JSAMPROW samples = row;
    if (jpeg_read_scanlines(image, &samples, 1) != 1) return 0;
    take(context, y, row);
  }
  check_end(reader);
  return 1;
}

int bromide_jpeg_read_rows(
  struct bromide_jpeg *reader, uint32_t rows, uint8_t *row,
  void (*take)(void *context, uint32_t y, const uint8_t *rgb), void *context) {
  return read_rows(reader, JCS_RGB, rows, row, take, context);
}

int bromide_jpeg_read_inks(
  struct bromide_jpeg *reader, uint8_t *row,
  void (*take)(void *context, uint32_t y, const uint8_t *cmyk), void *context) {
  return read_rows(reader, JCS_CMYK, reader->image.image_height, row, take, context);
}

const char *bromide_jpeg_message(const struct bromide_jpeg *reader) { return reader->message; }

int bromide_jpeg_misses_end(const struct bromide_jpeg *reader) { return reader->misses_end; }

const char *bromide_jpeg_damage(const struct bromide_jpeg *reader) { return reader->damage; }

int bromide_jpeg_interface(void) { return JPEG_LIB_VERSION; }

#ifdef LIBJPEG_TURBO_VERSION_NUMBER
int bromide_jpeg_turbo_version(void) { return LIBJPEG_TURBO_VERSION_NUMBER; }
#else
int bromide_jpeg_turbo_version(void) { return 0; }
#endif
