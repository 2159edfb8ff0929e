// Lossless JPEG for x86-64-v4.
#if defined(__x86_64__)
#include "ljpeg.h"

#include "CVariants.h"

#include <immintrin.h>
#include <string.h>

#pragma clang attribute push( \
  __attribute__((target("arch=x86-64-v4"), min_vector_width(512))), apply_to = function)

#define NAME(name) name##_v4
#define VECTOR 64
#include "body.h"
#include "unstuff_body.h"
#pragma clang attribute pop
#endif
