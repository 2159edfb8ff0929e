// Stacking for x86-64-v3: AVX2, FMA.
#include "stacking_internal.h"

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define WIDE 16
#define VARIANT(name) name##_v3

#include "stacking_body.h"

#pragma clang attribute pop
#endif
