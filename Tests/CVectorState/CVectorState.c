#include "CVectorState.h"

#if defined(__x86_64__)
#include <cpuid.h>

int bromide_reads_vector_state(void) {
  unsigned a, b, c, d;
  // XGETBV with ECX = 1 (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1, 13.2).
  return __builtin_cpu_supports("avx") && __get_cpuid_count(0xD, 1, &a, &b, &c, &d) && (a & 4);
}

__attribute__((target("avx"))) void bromide_zero_upper_halves(void) { __builtin_ia32_vzeroupper(); }

int bromide_upper_halves_in_use(void) {
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
  // Upper halves of YMM, and of ZMM 0 to 15.
  return (low & (1 << 2 | 1 << 6)) != 0;
}
#else
int bromide_reads_vector_state(void) { return 0; }
void bromide_zero_upper_halves(void) {}
int bromide_upper_halves_in_use(void) { return 0; }
#endif
