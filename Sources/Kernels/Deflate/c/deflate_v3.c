// PNG and TIFF encoding kernels for x86-64-v3, 32 bytes at a time.
#include "deflate_internal.h"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
#define NAME(name) name##_v3
#define WIDE
#define LANES 32
#include "filter_body.h"
#include "predict_body.h"
#include "checksum_body.h"
#include "literals_narrow.h"
#include "tally.h"
#include "tally_narrow.h"
#include "deflate_body.h"
#pragma clang attribute pop
#endif
