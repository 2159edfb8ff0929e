// Lossless JPEG for x86-64-v3.
#if defined(__x86_64__)
#include "ljpeg.h"

#include "CVariants.h"

#include <immintrin.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define NAME(name) name##_v3
#define VECTOR 32
#include "body.h"
#include "unstuff_body.h"
#pragma clang attribute pop
#endif
