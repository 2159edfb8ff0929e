// Panasonic's stripes for x86-64-v3.
#if defined(__x86_64__)
#include "stripes.h"

#include "CVariants.h"

#include <string.h>

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
#define NAME(name) name##_v3
#include "body.h"
#pragma clang attribute pop
#endif
