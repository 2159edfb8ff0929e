// Maps of hue, saturation and value, in three passes over a chunk of a row. First, colours become
// hues and positions in the map, in vectors. Then the map is interpolated pixel by pixel, with an
// entry and its neighbour in saturation in one load. Finally, hues become colours again.
#pragma clang fp contract(off)

// A chunk's arrays use 13 KB, which fit in the nearest cache.
#define CHUNK 256

typedef float quad_f __attribute__((ext_vector_type(4)));
typedef float octet_f __attribute__((ext_vector_type(8)));
typedef float octet_f_unaligned __attribute__((ext_vector_type(8), aligned(4)));

typedef struct {
  // Hue in sixths of a turn, saturation, value between 0 and 1, and the divisor that limited value
  // to this range.
  _Alignas(64) float hue[CHUNK], saturation[CHUNK], value[CHUNK], excess[CHUNK];
  // The first of the surrounding entries, in floats, and the distance to the entries of the next
  // hue.
  _Alignas(64) int32_t entry[CHUNK], next[CHUNK];
  // The position between entries.
  _Alignas(64) float hue_share[CHUNK], saturation_share[CHUNK], value_share[CHUNK];
  _Alignas(64) float found[4 * CHUNK];
} table_chunk;

// Light above 1 is looked up as 1, so it gets the same brightness change as white.
INLINE void find_places(
  const bromide_color_table *t, const float *matrix, const float *red, const float *green,
  const float *blue, size_t x, table_chunk *chunk) {
  const lanes_f zero = 0.0f, one = 1.0f, tiny = 1e-20f, turn = 6.0f;
  lanes_rgb p = light_through(matrix, (lanes_rgb){load(red), load(green), load(blue)});
  lanes_f most = at_least(at_least(p.r, p.g), p.b);
  lanes_f range = most - at_most(at_most(p.r, p.g), p.b);
  lanes_f saturation = range / at_least(most, tiny);
  lanes_i is_red = p.r == most, is_green = p.g == most;
  lanes_f rise = is_red ? p.g - p.b : is_green ? p.b - p.r : p.r - p.g;
  lanes_f from = is_red ? zero : is_green ? zero + 2.0f : zero + 4.0f;
  lanes_f hue = rise / at_least(range, tiny) + from;
  hue = hue < zero ? hue + turn : hue;
  lanes_f excess = at_least(most, one);
  lanes_f value = at_most(most, one);
  if (t->encode) value = function_at(t->encode, __builtin_elementwise_sqrt(value));

  lanes_f hue_place = hue * ((float)t->hues / 6.0f);
  lanes_f saturation_place = at_most(saturation, one) * (float)(t->saturations - 1);
  lanes_f value_place = value * (float)(t->values - 1);
  lanes_i h = no_more(integers(hue_place), t->hues - 1);
  lanes_i s = no_more(integers(saturation_place), t->saturations - 2);
  lanes_i v = no_more(integers(value_place), t->values > 1 ? t->values - 2 : 0);
  const lanes_i last = t->hues - 1;
  const lanes_i up = 4 * t->saturations, back = -4 * t->saturations * (t->hues - 1);
  *(lanes_i *)(chunk->entry + x) = 4 * ((v * t->hues + h) * t->saturations + s);
  *(lanes_i *)(chunk->next + x) = h == last ? back : up;
  store(chunk->hue_share + x, hue_place - floats(h));
  store(chunk->saturation_share + x, saturation_place - floats(s));
  store(chunk->value_share + x, value_place - floats(v));
  store(chunk->hue + x, hue);
  store(chunk->saturation + x, saturation);
  store(chunk->value + x, value);
  store(chunk->excess + x, excess);
}

// An entry and its neighbour in saturation, interpolated between two hues. Uses a pointer, because
// a vector wider than the processor's cannot be a return value.
INLINE void between_hues(const float *entry, int32_t next, float share, octet_f *pair) {
  octet_f low = *(const octet_f_unaligned *)entry;
  octet_f high = *(const octet_f_unaligned *)(entry + next);
  *pair = low + share * (high - low);
}

INLINE void interpolate(const bromide_color_table *t, int is_deep, table_chunk *chunk, size_t count) {
  const size_t layer = 4 * (size_t)t->hues * (size_t)t->saturations;
  for (size_t x = 0; x < count; x++) {
    const float *entry = t->entries + chunk->entry[x];
    octet_f pair, above;
    between_hues(entry, chunk->next[x], chunk->hue_share[x], &pair);
    if (is_deep) {
      between_hues(entry + layer, chunk->next[x], chunk->hue_share[x], &above);
      pair = pair + chunk->value_share[x] * (above - pair);
    }
    quad_f low = pair.lo, high = pair.hi;
    *(quad_f *)(chunk->found + 4 * x) = low + chunk->saturation_share[x] * (high - low);
  }
}

// A component at full value: 1 within a sixth of a turn around `peak`, reduced by saturation beyond
// the next sixth, linear in between.
INLINE lanes_f component_of(lanes_f distance, lanes_f saturation) {
  const lanes_f zero = 0.0f, one = 1.0f;
  return one - saturation * at_most(at_least(distance - 1.0f, zero), one);
}

INLINE lanes_f magnitude(lanes_f v) { return __builtin_elementwise_abs(v); }

INLINE void put_colors(
  const bromide_color_table *t, const table_chunk *chunk, size_t x, float *red, float *green,
  float *blue) {
  const lanes_f one = 1.0f;
  const float *found = chunk->found + 4 * x;
  lanes_f saturation = at_most(load(chunk->saturation + x) * component(found, 1), one);
  lanes_f value = load(chunk->value + x) * component(found, 2);
  if (t->decode) value = function_at(t->decode, at_most(value, one));
  value = value * load(chunk->excess + x);
  // Within a turn again. Shifts are a turn at most, so 2 more are positive, and the conversion cuts off.
  lanes_f hue = load(chunk->hue + x) + component(found, 0);
  lanes_f turns = (hue + 12.0f) * (1 / 6.0f);
  hue = hue + 12.0f - 6.0f * floats(integers(turns));
  // Distances along the circle to red, green and blue.
  lanes_f to_red = 3.0f - magnitude(hue - 3.0f);
  lanes_f to_green = magnitude(hue - 2.0f), to_blue = magnitude(hue - 4.0f);
  store(red, value * component_of(to_red, saturation));
  store(green, value * component_of(to_green, saturation));
  store(blue, value * component_of(to_blue, saturation));
}

void NAME(color_table_row)(
  const float *given_matrix, const bromide_color_table *table, float *red, float *green,
  float *blue, size_t count) {
  const bromide_color_table t = *table;
  float matrix[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int i = 0; i < 9 && given_matrix; i++) matrix[i] = given_matrix[i];
  table_chunk chunk;
  for (size_t start = 0; start < count; start += CHUNK) {
    size_t here = count - start < CHUNK ? count - start : CHUNK;
    for (size_t x = 0; x < here; x += LANES) {
      size_t at = start + x;
      find_places(&t, given_matrix ? matrix : 0, red + at, green + at, blue + at, x, &chunk);
    }
    size_t whole = (here + LANES - 1) / LANES * LANES;
    if (t.values > 1) interpolate(&t, 1, &chunk, whole);
    else interpolate(&t, 0, &chunk, whole);
    for (size_t x = 0; x < here; x += LANES) {
      size_t at = start + x;
      put_colors(&t, &chunk, x, red + at, green + at, blue + at);
    }
  }
}
