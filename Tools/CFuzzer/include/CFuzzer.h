#ifndef BROMIDE_CFUZZER_H
#define BROMIDE_CFUZZER_H

#include <stddef.h>
#include <stdint.h>

/* The function that libFuzzer calls with each input. It returns 0 to continue. */
typedef int (*bromide_fuzz_target)(const uint8_t *data, size_t size);

/* Runs libFuzzer with the command's arguments (LLVM's FuzzerInterface.h). Only available if scripts/fuzz links it. */
int LLVMFuzzerRunDriver(int *count, char ***arguments, bromide_fuzz_target target);

#endif
