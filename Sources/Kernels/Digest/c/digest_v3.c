// MD5 for x86-64-v3: AVX2.
#include "digest_internal.h"

#include <string.h>

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define ENTRY bromide_md5_lanes_v3

#include "lanes_body.h"

#pragma clang attribute pop
#endif
