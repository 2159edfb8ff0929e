// ISA-L's checksums. They are the same on every processor.
#pragma once

#include <stddef.h>
#include <stdint.h>
// Only for the version.
#include <isa-l.h>

/// Returns the CRC-32 of previous bytes with checksum `sum` (0 without previous bytes), followed by
/// these bytes. The corresponding C function is `crc32_gzip_refl`.
uint32_t bromide_crc32(uint32_t sum, const uint8_t *bytes, size_t count);

/// Returns the CRC-64/XZ of previous bytes with checksum `sum` (0 without previous bytes), followed
/// by these bytes. The corresponding C function is `crc64_ecma_refl`.
uint64_t bromide_crc64(uint64_t sum, const uint8_t *bytes, size_t count);
