// Counts bytes one by one.

/// Counts of bytes so far.
struct tallies {
  struct byte_tables tables;
};

INLINE void tally(struct tallies *tallies, const uint8_t *at, size_t count) {
  tally_bytes(&tallies->tables, at, count);
}

INLINE void settle(struct tallies *tallies) { (void)tallies; }
