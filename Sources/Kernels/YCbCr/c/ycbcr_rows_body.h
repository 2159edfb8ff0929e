// YCbCr to RGB in single and double precision, for every depth, layout, matrix and output. Uses
// plain loops over short arrays that stay in the L1 cache. The compiler vectorises them.
#pragma clang fp contract(off)

#define CHUNK 64
#define SITES (CHUNK / 2 + 2)
#define PIXEL_BYTES 12

// Samples of 16 bits at any address.
typedef uint16_t loose_sample __attribute__((aligned(1)));

// Reads `count` samples, `step` apart, starting at number `start`.
#define READ(sample) \
  for (size_t i = 0; i < count; i++) out[i] = ((const sample *)row)[(start + i) * step] >> shift

INLINE void read_samples(
  const void *row, int bytes, int shift, size_t start, size_t step, size_t count, int32_t *out) {
  if (bytes == 1) {
    READ(uint8_t);
  } else if (step == 1) {
    step = 1;
    READ(loose_sample);
  } else {
    step = 2;
    READ(loose_sample);
  }
}
#undef READ

// Computes chroma in sixteenths for one kind and CHUNK pixels from x.
INLINE void chroma_chunk(const bromide_ycbcr_row *r, int kind, size_t x, int32_t *out) {
  const size_t step = (size_t)r->step;
  const size_t sites = r->across == 2 ? (r->width + 1) / 2 : r->width;
  const size_t start = r->across == 2 ? x / 2 : x;
  const size_t needed = r->across == 2 ? SITES - 1 : CHUNK;
  const size_t count = sites - start < needed ? sites - start : needed;
  const size_t before = start > 0;
  const size_t total = r->across == 2 ? SITES : CHUNK + 1;
  int32_t a[CHUNK + 2], b[CHUNK + 2];
  const void *const *rows = kind == 0 ? r->first : r->second;
  // The chunk's arithmetic also uses values beyond the picture.
  if (count < needed) {
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
  }
  if (!before) a[0] = b[0] = 0;
  read_samples(rows[0], r->bytes, r->shift, start - before, step, count + before, a + 1 - before);
  if (r->weight) {
    read_samples(rows[1], r->bytes, r->shift, start - before, step, count + before, b + 1 - before);
    const int32_t weight = r->weight;
    for (size_t i = 0; i < total; i++) a[i] = a[i] * (4 - weight) + b[i] * weight;
  } else {
    for (size_t i = 0; i < total; i++) a[i] *= 4;
  }
  if (!before) a[0] = a[1];
  if (count < needed) a[count + 1] = a[count];
  if (r->across == 1) {
    for (size_t i = 0; i < CHUNK; i++) out[i] = a[i + 1] * 4;
  } else if (!r->linear) {
    for (size_t i = 0; i < CHUNK / 2; i++) out[2 * i] = out[2 * i + 1] = a[i + 1] * 4;
  } else if (r->sited == BROMIDE_SITED_LEFT) {
    for (size_t i = 0; i < CHUNK / 2; i++) {
      out[2 * i] = a[i + 1] * 4;
      out[2 * i + 1] = (a[i + 1] + a[i + 2]) * 2;
    }
  } else {
    for (size_t i = 0; i < CHUNK / 2; i++) {
      out[2 * i] = a[i + 1] * 3 + a[i];
      out[2 * i + 1] = a[i + 1] * 3 + a[i + 2];
    }
  }
}

// Reads the samples of CHUNK pixels, or as many as remain.
INLINE void read_chunk(const bromide_ycbcr_row *r, size_t x, size_t count, int32_t samples[3][CHUNK]) {
  read_samples(r->luma, r->bytes, r->shift, x, 1, count, samples[0]);
  for (int kind = 0; kind < 2 && r->first[0]; kind++) chroma_chunk(r, kind, x, samples[1 + kind]);
}

// The samples of an output pixel, in order.
#define STORE(type, size, x0, x1, x2) \
  for (size_t i = 0; i < CHUNK; i++) { \
    type *p = (type *)out + i * size; \
    p[0] = (type)codes[x0][i]; \
    p[1] = (type)codes[x1][i]; \
    p[2] = (type)codes[x2][i]; \
    if (size == 4) p[3] = (type)~0; \
  }

INLINE void store_codes(int32_t codes[3][CHUNK], int kind, void *out) {
  switch (kind) {
    case BROMIDE_RGB8: STORE(uint8_t, 3, 0, 1, 2) break;
    case BROMIDE_RGBA8: STORE(uint8_t, 4, 0, 1, 2) break;
    case BROMIDE_BGRA8: STORE(uint8_t, 4, 2, 1, 0) break;
    case BROMIDE_RGB16: STORE(uint16_t, 3, 0, 1, 2) break;
    default: STORE(uint16_t, 4, 0, 1, 2) break;
  }
}
#undef STORE

#define REAL float
#define REAL_NAME(function) function##_single
#include "ycbcr_real_body.h"
#undef REAL
#undef REAL_NAME
#define REAL double
#define REAL_NAME(function) function##_double
#include "ycbcr_real_body.h"
#undef REAL
#undef REAL_NAME

static const size_t pixel_sizes[] = {3, 4, 4, 6, 8, 12};

void NAME(ycbcr_convert_row)(
  const bromide_ycbcr_form *form, const bromide_ycbcr_row *row, int kind, void *output) {
  const bromide_ycbcr_row r = *row;
  const bromide_ycbcr_form f = *form;
  const size_t size = pixel_sizes[kind];
  int32_t samples[3][CHUNK] = {0};
  _Alignas(64) char rest[CHUNK * PIXEL_BYTES];
  if (!r.first[0]) {
    // Grey: chroma is neutral.
    for (int i = 0; i < CHUNK; i++) {
      samples[1][i] = (int32_t)(f.offset[1] * 16);
      samples[2][i] = (int32_t)(f.offset[2] * 16);
    }
  }
  for (size_t x = 0; x < r.width; x += CHUNK) {
    const size_t count = r.width - x < CHUNK ? r.width - x : CHUNK;
    char *out = count == CHUNK ? (char *)output + x * size : rest;
    read_chunk(&r, x, count, samples);
    if (f.exact) convert_chunk_double(&f, samples, kind, out);
    else convert_chunk_single(&f, samples, kind, out);
    if (out == rest) memcpy((char *)output + x * size, rest, count * size);
  }
}
#undef CHUNK
#undef SITES
#undef PIXEL_BYTES
