// PNG and TIFF encoding kernels for x86-64-v4, 64 bytes at a time in 512-bit registers.
#include "deflate_internal.h"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("arch=x86-64-v4"))), apply_to = function)
#define NAME(name) name##_v4
#define WIDE __attribute__((min_vector_width(512)))
#define LANES 64
#include "filter_body.h"
#include "predict_body.h"
#include "checksum_body.h"
#include "literals_wide.h"
#include "tally.h"
#include "tally_wide.h"
#include "deflate_body.h"
#pragma clang attribute pop
#endif
