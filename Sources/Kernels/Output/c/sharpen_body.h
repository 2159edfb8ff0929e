// Sharpening of pictures that were made smaller, on the roots of light. Rounding is equal on every instruction set.
#pragma clang fp contract(off)

void NAME(output_luma_row)(
  const bromide_output_sharpening *sharpening, const float *red, const float *green,
  const float *blue, size_t count, float *luma) {
  const bromide_output_sharpening *s = sharpening;
  for (size_t x = 0; x < count; x += LANES) {
    store(
      luma + x, s->weights[0] * load(red + x) + s->weights[1] * load(green + x)
        + s->weights[2] * load(blue + x));
  }
}

INLINE lanes_f noise_of(const float *table, lanes_f luma) {
  const lanes_f zero = 0.0f, one = 1.0f;
  lanes_f place = at_most(at_least(luma, zero), one) * (float)BROMIDE_OUTPUT_NOISE;
  lanes_i index = __builtin_convertvector(place, lanes_i);
  lanes_f below, above;
  for (int i = 0; i < LANES; i++) {
    below[i] = table[index[i]];
    above[i] = table[index[i] + 1];
  }
  return below + (place - __builtin_convertvector(index, lanes_f)) * (above - below);
}

// A row of the blur, along columns.
INLINE lanes_f blurred_column(const float w[3], const float *const rows[5], ptrdiff_t x) {
  return w[2] * (load(rows[0] + x) + load(rows[4] + x)) + w[1] * (load(rows[1] + x) + load(rows[3] + x))
    + w[0] * load(rows[2] + x);
}

void NAME(output_sharpen_row)(
  const bromide_output_sharpening *sharpening, const float *const rows[5], float *red,
  float *green, float *blue, size_t count) {
  const bromide_output_sharpening s = *sharpening;
  const lanes_f zero = 0.0f, one = 1.0f;
  for (ptrdiff_t x = 0; x < (ptrdiff_t)count; x += LANES) {
    lanes_f middle = load(rows[2] + x), low = middle, high = middle;
    for (int y = 1; y <= 3; y++) {
      for (ptrdiff_t dx = -1; dx <= 1; dx++) {
        lanes_f v = load(rows[y] + x + dx);
        low = at_most(low, v);
        high = at_least(high, v);
      }
    }
    lanes_f u = s.blur[2]
        * (blurred_column(s.blur, rows, x - 2) + blurred_column(s.blur, rows, x + 2))
      + s.blur[1] * (blurred_column(s.blur, rows, x - 1) + blurred_column(s.blur, rows, x + 1))
      + s.blur[0] * blurred_column(s.blur, rows, x);
    lanes_f range = high - low, room = range * (1 / 20.0f);
    lanes_f z = middle + s.amount * (middle - u);
    z = at_most(at_least(z, low - room), high + room);
    lanes_f share = (range / noise_of(s.noise, middle) - 2.0f) * (1 / 4.0f);
    lanes_f change = at_most(at_least(share, zero), one) * (z - middle);
    store(red + x, at_least(load(red + x) + change, zero));
    store(green + x, at_least(load(green + x) + change, zero));
    store(blue + x, at_least(load(blue + x) + change, zero));
  }
}
