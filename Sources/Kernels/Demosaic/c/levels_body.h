// Converts samples to balanced values: x = clamp((sample − black) · scale, 0, ceiling).

/// LANES values of half plane 0 (low samples of the pairs) or 1 (high samples), little-endian.
INLINE vf samples_of(const uint16_t *samples, int half) {
  vu pairs = *(const loose_vu *)samples;
  vi values = (vi)(half ? pairs >> 16 : pairs & 0xffff);
  return __builtin_convertvector(values, vf);
}

INLINE vf leveled(vf sample, vf black, vf scale, vf ceiling) {
  return smaller(larger((sample - black) * scale, (vf){0}), ceiling);
}

static void level_samples(
  const sample_row *row, float ceiling, float *first, float *second, ptrdiff_t count) {
  vf top = splat(ceiling);
  if (row->half[0].blacks) {
    const levels *l0 = &row->half[0], *l1 = &row->half[1];
    for (ptrdiff_t i = 0; i < count; i += LANES) {
      vf even = samples_of(row->samples + 2 * i, 0), odd = samples_of(row->samples + 2 * i, 1);
      store(first + i, leveled(even, load(l0->blacks + i), load(l0->scales + i), top));
      store(second + i, leveled(odd, load(l1->blacks + i), load(l1->scales + i), top));
    }
    return;
  }
  vf black0 = splat(row->half[0].black), scale0 = splat(row->half[0].scale);
  vf black1 = splat(row->half[1].black), scale1 = splat(row->half[1].scale);
  for (ptrdiff_t i = 0; i < count; i += LANES) {
    store(first + i, leveled(samples_of(row->samples + 2 * i, 0), black0, scale0, top));
    store(second + i, leveled(samples_of(row->samples + 2 * i, 1), black1, scale1, top));
  }
}

/// Levels one row into its two half planes, and corrects it by the mosaic's opcodes.
static void level_row(
  const bromide_demosaic *strip, const sample_row *row, float *first, float *second,
  ptrdiff_t count) {
  const bromide_mosaic *mosaic = &strip->mosaic;
  const bromide_opcodes opcodes = mosaic->opcodes;
  if (opcodes.count == 0) {
    level_samples(row, mosaic->ceiling, first, second, count);
    return;
  }
  level_samples(row, 1, first, second, count);
  float *const halves[2] = {first, second};
  for (int half = 0; half < 2; half++) {
    const bromide_opcode_run run = {
      .values = halves[half], .count = (int32_t)count, .x = (int32_t)row->base + half, .step = 2,
      .y = (int32_t)row->y, .middle = 0.5f, .white = 1, .ceiling = 1};
    for (ptrdiff_t i = 0; i < opcodes.count; i++) opcode_apply(opcodes.all + i, &run);
    const vf gain = splat(row->gain[half]), top = splat(mosaic->ceiling);
    for (ptrdiff_t i = 0; i < count; i += LANES) {
      store(halves[half] + i, smaller(load(halves[half] + i) * gain, top));
    }
  }
  if (row->base < 0 || row->base + 2 * count > mosaic->width) {
    bromide_mirror_columns(strip, row, halves, count);
  }
}
