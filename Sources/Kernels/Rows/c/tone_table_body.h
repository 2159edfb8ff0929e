// A tone curve without a formula: a table over √x, where curves of light are nearly linear. Include
// it after color_body.h, because it uses the matrix and the path to white. Rounding is equal on
// every instruction set.
#pragma clang fp contract(off)

// Loads lane by lane. Gathers take ten times the time on Intel processors with the microcode of
// 2023. On other processors, they are not faster.
INLINE lanes_f entries(const float *values, lanes_i index) {
  lanes_f result;
  for (int i = 0; i < LANES; i++) result[i] = values[index[i]];
  return result;
}

// Returns the table's value at `light` ≥ 0, interpolated linearly.
INLINE lanes_f table_value(const bromide_tone_table *t, lanes_f light) {
  const lanes_f end = (float)t->last;
  lanes_f place = at_most(square_root(light) * t->scale, end);
  lanes_i index = __builtin_convertvector(place, lanes_i);
  lanes_f share = place - __builtin_convertvector(index, lanes_f);
  lanes_f below = entries(t->values, index);
  return below + share * (entries(t->values + 1, index) - below);
}

// Maps the extremes with the curve. The middle one keeps its relative position, as in apply_tone.
INLINE lanes_rgb apply_table(lanes_rgb p, const bromide_tone_table *t, int whitened) {
  const lanes_f zero = 0.0f, one = 1.0f, limit = 1e6f, tiny = 1e-12f;
  p.r = at_most(at_least(p.r, zero), limit);
  p.g = at_most(at_least(p.g, zero), limit);
  p.b = at_most(at_least(p.b, zero), limit);
  lanes_f x = at_least(at_least(p.r, p.g), p.b);
  lanes_f y = at_most(at_most(p.r, p.g), p.b);
  lanes_f base = table_value(t, y);
  lanes_f k = (table_value(t, x) - base) / at_least(x - y, tiny);
  lanes_rgb toned = {
    at_most(base + (p.r - y) * k, one),
    at_most(base + (p.g - y) * k, one),
    at_most(base + (p.b - y) * k, one),
  };
  if (!whitened || !reaches_path(x)) return toned;
  return whiten(p, toned, x, y, table_value(t, middle_of(p)), t->weights);
}

void NAME(table_row)(
  const float *given_matrix, const bromide_tone_table *given, float *red, float *green,
  float *blue, size_t count) {
  float matrix[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int i = 0; i < 9 && given_matrix; i++) matrix[i] = given_matrix[i];
  const bromide_tone_table table = *given;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = {load(red + x), load(green + x), load(blue + x)};
    p = apply_table(given_matrix ? apply_matrix(p, matrix) : p, &table, table.whitens);
    store(red + x, p.r);
    store(green + x, p.g);
    store(blue + x, p.b);
  }
}
