#include "deflate.h"
#include "variants.h"

#define NAME(name) name##_baseline
#define WIDE
#define LANES 16
#include "filter_body.h"
#include "deflate_body.h"
