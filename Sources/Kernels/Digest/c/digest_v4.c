// MD5 for x86-64-v4: AVX-512 in 512-bit registers.
#include "digest_internal.h"

#include <string.h>

#if defined(__x86_64__)

#pragma clang attribute push( \
  __attribute__((target("arch=x86-64-v4"), min_vector_width(512))), apply_to = function)

#define ENTRY bromide_md5_lanes_v4

#include "lanes_body.h"

#pragma clang attribute pop
#endif
