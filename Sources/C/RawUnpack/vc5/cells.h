// Writes a row of cells. Many samples are looked up on the curve in one step.

INLINE NAME(vector) NAME(clamped)(NAME(vector) values) {
  const NAME(vector) zeros = {0};
  return __builtin_elementwise_min(__builtin_elementwise_max(values, zeros), zeros + kMostValue);
}

/// Uses values of 16 bits. Channels have 14 bits, so only 2 × a difference can exceed 16 bits, and
/// the result is clamped to less anyway.
void NAME(vc5_set_cells)(const struct vc5_cells *cells) {
  enum { lanes = NAME(kLanes) };
  uint32_t x = 0;
  for (; x + lanes <= cells->count; x += lanes) {
    const NAME(vector) green = NAME(load)(cells->green + x);
    const NAME(vector) difference = NAME(load)(cells->green_difference + x) - kMiddle;
    const NAME(vector) red = (NAME(load)(cells->red_green + x) - kMiddle) * 2;
    const NAME(vector) blue = (NAME(load)(cells->blue_green + x) - kMiddle) * 2;
    // Red, two greens and blue.
    const NAME(vector) values[] = {
        NAME(clamped)(__builtin_elementwise_add_sat(green, red)), NAME(clamped)(green + difference),
        NAME(clamped)(green - difference), NAME(clamped)(__builtin_elementwise_add_sat(green, blue))};
    uint16_t sites[4][lanes];
    memcpy(sites, values, sizeof sites);
    const bool is_gbrg = cells->is_gbrg;
    const uint16_t *const above[] = {sites[is_gbrg ? 1 : 0], sites[is_gbrg ? 3 : 1]};
    const uint16_t *const below[] = {sites[is_gbrg ? 0 : 2], sites[is_gbrg ? 2 : 3]};
    for (uint32_t i = 0; i < lanes; i += SAMPLES_AT_ONCE) {
      vc5_put_samples(cells->curve, above[0] + i, above[1] + i, cells->rows[0] + 2 * (x + i));
      vc5_put_samples(cells->curve, below[0] + i, below[1] + i, cells->rows[1] + 2 * (x + i));
    }
  }
  vc5_cells_plain(cells, x);
}
