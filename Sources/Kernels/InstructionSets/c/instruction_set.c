#include "CKernels.h"

#if defined(__x86_64__)
int bromide_best_instruction_set(void) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4")) return 2;
  if (__builtin_cpu_supports("x86-64-v3")) return 1;
  return 0;
}
#else
int bromide_best_instruction_set(void) { return 0; }
#endif
