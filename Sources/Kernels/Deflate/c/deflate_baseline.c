// PNG and TIFF encoding kernels for the oldest processor of the architecture, 16 bytes at a time.
#include "deflate_internal.h"

#define NAME(name) name##_baseline
#define WIDE
#define LANES 16
#include "filter_body.h"
#include "predict_body.h"
#include "checksum_body.h"
#include "literals_narrow.h"
#include "tally.h"
#include "tally_narrow.h"
#include "deflate_body.h"
