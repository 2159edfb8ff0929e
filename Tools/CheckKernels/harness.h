// Runs kernels of CKernels on made-up inputs, and writes what they give: the same program, compiled for two
// processors, shows whether they compute the same. `scripts/check-arm64` compares.
#ifndef CHECK_KERNELS_HARNESS_H
#define CHECK_KERNELS_HARNESS_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "CKernels.h"

enum {
  /// Most columns of a row, and what kernels may touch beyond them.
  COLUMNS = 1024, BEYOND = 64, CAPACITY = COLUMNS + 2 * BEYOND,
};

/// The instruction set that is asked for; an arm64 processor has only the first, 0.
extern int isa;

/// A number of the same sequence on every processor, of 32 bits and in 0 ..< 1.
uint32_t random_bits(void);
float random_unit(void);

/// Zeroed memory on a cache line, never given back.
void *room(size_t bytes);
/// Floats between two bounds; `count` of them and what may be read beyond.
float *floats(size_t count, float low, float high);
/// Samples of a picture that changes slowly, with noise, in 0…most.
uint16_t *picture(ptrdiff_t width, ptrdiff_t height, int most);
uint8_t *bytes(size_t count);

/// Writes what a kernel gave, under the name of the case: numbers that may be compared by size, or codes.
void give_floats(const float *values, size_t count);
void give(const void *values, size_t bytes);

/// The widths that rows are tried with.
extern const size_t widths[];
enum { WIDTHS = 8 };

/// Three planes of a row.
typedef struct {
  float *red, *green, *blue;
} row_planes;
row_planes random_row(void);
void give_row(row_planes row, size_t count);

/// A case prepares its inputs once for each call with a `width`; `repeats` runs of the kernel follow, of which the last
/// is given. It returns the pixels or bytes of a run.
typedef size_t kernel_case(size_t width, int repeats);
typedef struct {
  const char *name;
  kernel_case *run;
} named_case;

extern const named_case row_cases[], sensor_cases[], coding_cases[];

#endif
