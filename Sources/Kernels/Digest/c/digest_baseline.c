// MD5 for the oldest processor of the architecture: SSE2, NEON.
#include "digest_internal.h"

#include <string.h>

#define ENTRY bromide_md5_lanes_baseline

#include "lanes_body.h"
