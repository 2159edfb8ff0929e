// zlib: combining checksums of parts, and the tests' independent decoder.
#pragma once

#include <zlib.h>
