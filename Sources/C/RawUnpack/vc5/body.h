// The code that is compiled for each instruction set: the streams' codes, and the wavelet in
// 16 bits. Vectors wider than the machine's are only passed to inlined functions.
#pragma clang diagnostic ignored "-Wpsabi"

#include "codes.h"
#include "wavelet.h"
