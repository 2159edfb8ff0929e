// Counts bytes in tables, one body for all instruction sets.

/// Uses four tables in turn, so that equal neighbours do not wait for each other's store.
struct byte_tables {
  uint32_t counts[4][256];
};

INLINE void tally_bytes(struct byte_tables *tables, const uint8_t *at, size_t count) {
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    uint64_t eight;
    __builtin_memcpy(&eight, at + i, 8);
    tables->counts[0][(uint8_t)eight]++;
    tables->counts[1][(uint8_t)(eight >> 8)]++;
    tables->counts[2][(uint8_t)(eight >> 16)]++;
    tables->counts[3][(uint8_t)(eight >> 24)]++;
    tables->counts[0][(uint8_t)(eight >> 32)]++;
    tables->counts[1][(uint8_t)(eight >> 40)]++;
    tables->counts[2][(uint8_t)(eight >> 48)]++;
    tables->counts[3][eight >> 56]++;
  }
  for (; i < count; i++) tables->counts[0][at[i]]++;
}
