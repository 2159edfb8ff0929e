// VC-5 for the oldest processor of the architecture.
#include <string.h>

#include "bits.h"

#define NAME(name) name##_baseline
#define VECTOR 16
#define INTERLEAVED_LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define INTERLEAVED_HIGH(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#include "body.h"

void vc5_set_cells_baseline(const struct vc5_cells *cells) { vc5_cells_plain(cells, 0); }
