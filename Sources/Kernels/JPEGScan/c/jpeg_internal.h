// The variants of the JPEG kernel. `jpeg.c` chooses one.
#ifndef BROMIDE_JPEG_INTERNAL_H
#define BROMIDE_JPEG_INTERNAL_H

#include "CVariants.h"
#include "jpeg.h"

#if defined(__x86_64__)
uint8_t *bromide_jpeg_code_row_v3(
  const bromide_jpeg_scan *scan, const uint8_t *rows, int count, uint8_t *out);
uint8_t *bromide_jpeg_code_row_v4(
  const bromide_jpeg_scan *scan, const uint8_t *rows, int count, uint8_t *out);
#endif

#endif
