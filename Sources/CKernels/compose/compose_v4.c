// The compositing kernels for x86-64-v4. A pixel has four values, so that wider vectors would stay empty.
#if defined(__x86_64__)
#include <string.h>

#include "compose_internal.h"

#pragma clang attribute push(__attribute__((target("arch=x86-64-v4"))), apply_to = function)

#define NAME(function) bromide_##function##_v4
#include "compose_body.h"

#pragma clang attribute pop
#endif
