// Without vector table look-ups, `bromide_deflate_emit` writes all literals one by one.

struct literal_codes {
  char none;
};

INLINE struct literal_codes read_literal_codes(const uint32_t *codes) {
  (void)codes;
  return (struct literal_codes){0};
}

INLINE uint8_t *emit_literals(
  const struct literal_codes *codes, const uint8_t **data, const uint8_t *end,
  struct bromide_bits *bits, uint8_t *out) {
  (void)codes, (void)data, (void)end, (void)bits;
  return out;
}
