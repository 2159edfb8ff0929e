// Panasonic's scaled blocks for the oldest processor of the architecture.
#include "scaled.h"

#include <string.h>

#define NAME(name) name##_baseline
#define VECTOR 16
#include "scaled_body.h"
