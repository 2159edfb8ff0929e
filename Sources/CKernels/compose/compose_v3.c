// The compositing kernels for x86-64-v3.
#if defined(__x86_64__)
#include <string.h>

#include "compose_internal.h"

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define NAME(function) bromide_##function##_v3
#include "compose_body.h"

#pragma clang attribute pop
#endif
