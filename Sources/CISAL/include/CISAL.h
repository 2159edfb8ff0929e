// ISA-L's checksums, which give the same sums on every processor.
#ifndef BROMIDE_CISAL_H
#define BROMIDE_CISAL_H
#include <stddef.h>
#include <stdint.h>
// For the version alone.
#include <isa-l.h>

/// CRC-32 of a sum so far, 0 for none, and of the bytes after it. The corresponding C function is `crc32_gzip_refl`.
uint32_t bromide_crc32(uint32_t sum, const uint8_t *bytes, size_t count);

/// CRC-64/XZ of a sum so far, 0 for none, and of the bytes after it. The corresponding C function is `crc64_ecma_refl`.
uint64_t bromide_crc64(uint64_t sum, const uint8_t *bytes, size_t count);
#endif
