// Panasonic's stripes for the oldest processor of the architecture.
#include "stripes.h"

#include "CVariants.h"

#include <string.h>

#define NAME(name) name##_baseline
#include "body.h"
