#include "CISAL.h"

#include <isa-l/crc.h>
#include <isa-l/crc64.h>

#if defined(__x86_64__)
__attribute__((target("avx"))) static void zero_upper_halves(void) { __builtin_ia32_vzeroupper(); }
#endif

// ISA-L 2.30 leaves values in the upper halves of vector registers. Until they are zero again, each
// SSE instruction waits for the last write to its register. Without this, our kernels for the
// oldest processors take 2.3 times as long.
static void leave_isal(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx")) zero_upper_halves();
#endif
}

uint32_t bromide_crc32(uint32_t sum, const uint8_t *bytes, size_t count) {
  sum = crc32_gzip_refl(sum, bytes, count);
  leave_isal();
  return sum;
}

uint64_t bromide_crc64(uint64_t sum, const uint8_t *bytes, size_t count) {
  sum = crc64_ecma_refl(sum, bytes, count);
  leave_isal();
  return sum;
}
