// The compositing kernels for the oldest processor of the architecture.
#include <string.h>

#include "compose_internal.h"

#define NAME(function) bromide_##function##_baseline
#include "compose_body.h"
