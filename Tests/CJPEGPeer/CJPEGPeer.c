// See include/CJPEGPeer.h.
#include "CJPEGPeer.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

struct errors {
  struct jpeg_error_mgr manager;
  jmp_buf escape;
};

static void fail(j_common_ptr image) {
  (*image->err->output_message)(image);
  longjmp(((struct errors *)image->err)->escape, 1);
}

static void write_parts(
  struct jpeg_compress_struct *image, const struct bromide_jpeg_recipe *recipe,
  const uint8_t *const planes[4], const size_t strides[4]) {
  if (recipe->exif) {
    jpeg_write_marker(image, JPEG_APP0 + 1, recipe->exif, (unsigned)recipe->exif_count);
  }
  if (recipe->profile) {
    jpeg_write_icc_profile(image, recipe->profile, (unsigned)recipe->profile_count);
  }
  int most = 1;
  for (int i = 0; i < recipe->components; i++) {
    if (recipe->down[i] > most) most = recipe->down[i];
  }
  JSAMPROW rows[4][4 * DCTSIZE];
  JSAMPARRAY components[4] = {rows[0], rows[1], rows[2], rows[3]};
  for (size_t part = 0; image->next_scanline < image->image_height; part++) {
    for (int i = 0; i < recipe->components; i++) {
      const size_t count = (size_t)recipe->down[i] * DCTSIZE;
      for (size_t y = 0; y < count; y++) {
        rows[i][y] = (JSAMPROW)(uintptr_t)(planes[i] + (part * count + y) * strides[i]);
      }
    }
    jpeg_write_raw_data(image, components, (JDIMENSION)(most * DCTSIZE));
  }
}

int bromide_jpeg_peer_write(
  const struct bromide_jpeg_recipe *recipe, const uint8_t *const planes[4],
  const size_t strides[4], uint8_t **bytes, size_t *count) {
  struct jpeg_compress_struct image;
  struct errors errors;
  unsigned long length = 0;
  *bytes = NULL;
  image.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = fail;
  if (setjmp(errors.escape)) {
    jpeg_destroy_compress(&image);
    return 0;
  }
  jpeg_create_compress(&image);
  jpeg_mem_dest(&image, bytes, &length);
  image.image_width = recipe->width;
  image.image_height = recipe->height;
  image.input_components = recipe->components;
  image.in_color_space = recipe->components == 1   ? JCS_GRAYSCALE
                         : recipe->components == 4 ? JCS_CMYK
                         : recipe->is_rgb          ? JCS_RGB
                                                   : JCS_YCbCr;
  jpeg_set_defaults(&image);
  jpeg_set_colorspace(&image, image.in_color_space);
  jpeg_set_quality(&image, recipe->quality, TRUE);
  for (int i = 0; i < recipe->components; i++) {
    image.comp_info[i].h_samp_factor = recipe->across[i];
    image.comp_info[i].v_samp_factor = recipe->down[i];
  }
  if (recipe->is_progressive) jpeg_simple_progression(&image);
  image.raw_data_in = TRUE;
  jpeg_start_compress(&image, TRUE);
  write_parts(&image, recipe, planes, strides);
  jpeg_finish_compress(&image);
  jpeg_destroy_compress(&image);
  *count = length;
  return 1;
}

int bromide_jpeg_peer_read(const uint8_t *bytes, size_t count, int fancy, uint8_t *rgb) {
  struct jpeg_decompress_struct image;
  struct errors errors;
  image.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = fail;
  if (setjmp(errors.escape)) {
    jpeg_destroy_decompress(&image);
    return 0;
  }
  jpeg_create_decompress(&image);
  jpeg_mem_src(&image, bytes, count);
  jpeg_read_header(&image, TRUE);
  image.out_color_space = JCS_RGB;
  image.do_fancy_upsampling = fancy ? TRUE : FALSE;
  jpeg_start_decompress(&image);
  while (image.output_scanline < image.output_height) {
    JSAMPROW row = rgb + (size_t)image.output_scanline * image.output_width * 3;
    jpeg_read_scanlines(&image, &row, 1);
  }
  jpeg_finish_decompress(&image);
  jpeg_destroy_decompress(&image);
  return 1;
}
