// Runs CKernels on generated inputs, and writes the results. If you compile the program for two
// processors, the results show whether both compute the same. `scripts/check-arm64` compares them.
#ifndef CHECK_KERNELS_HARNESS_H
#define CHECK_KERNELS_HARNESS_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "CKernels.h"

enum {
  /// Maximum number of columns in a row, and extra columns that kernels can touch.
  COLUMNS = 1024, BEYOND = 64, CAPACITY = COLUMNS + 2 * BEYOND,
};

/// The selected instruction set. An arm64 processor only has 0.
extern int isa;

/// Random numbers with 32 bits and in 0 ..< 1. The sequence is the same on every processor.
uint32_t random_bits(void);
float random_unit(void);

/// Returns zeroed memory aligned to a cache line, which is never freed.
void *room(size_t bytes);
/// Returns `count` random floats between two bounds, and readable floats after them.
float *floats(size_t count, float low, float high);
/// Samples of a picture that changes slowly, with noise, in 0…most.
uint16_t *picture(ptrdiff_t width, ptrdiff_t height, int most);
uint8_t *bytes(size_t count);

/// Writes a kernel's result under the name of the case. `give_floats` is for numbers to compare by
/// size, and `give` is for codes.
void give_floats(const float *values, size_t count);
void give(const void *values, size_t bytes);

/// The widths of rows to test.
extern const size_t widths[];
enum { WIDTHS = 8 };

/// Three planes of a row.
typedef struct {
  float *red, *green, *blue;
} row_planes;
row_planes random_row(void);
void give_row(row_planes row, size_t count);

/// A test case for a `width`. Prepares its inputs, then runs the kernel `repeats` times and writes
/// the last result. Returns the number of pixels or bytes per run.
typedef size_t kernel_case(size_t width, int repeats);
typedef struct {
  const char *name;
  kernel_case *run;
} named_case;

extern const named_case row_cases[], sensor_cases[], coding_cases[];

#endif
