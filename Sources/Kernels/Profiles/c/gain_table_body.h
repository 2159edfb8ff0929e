// Gains by position and brightness.
#pragma clang fp contract(off)

// A position on a line of `count` points: the point before it and the fraction to the next.
typedef struct {
  lanes_i first;
  lanes_f share;
} lanes_place;

INLINE lanes_place place_on(lanes_f place, int32_t count) {
  const lanes_f zero = 0.0f, last = (float)(count - 1);
  place = at_most(at_least(place, zero), last);
  lanes_i first = no_more(integers(place), count > 1 ? count - 2 : 0);
  return (lanes_place){first, place - floats(first)};
}

INLINE lanes_f mixed(lanes_f a, lanes_f b, lanes_f share) { return a + share * (b - a); }

// The gains of a point for a brightness.
INLINE lanes_f gain_at(const bromide_gain_table *t, lanes_i point, lanes_place light) {
  const int32_t more = t->count > 1;
  lanes_i index = point * t->count + light.first;
  lanes_f low, high;
  for (int i = 0; i < LANES; i++) {
    low[i] = t->gains[index[i]];
    high[i] = t->gains[index[i] + more];
  }
  return mixed(low, high, light.share);
}

INLINE lanes_f brightness_of(const bromide_gain_table *t, lanes_rgb p) {
  const lanes_f zero = 0.0f, one = 1.0f;
  lanes_f least = at_most(at_most(p.r, p.g), p.b), most = at_least(at_least(p.r, p.g), p.b);
  const float *w = t->weights;
  lanes_f light = w[0] * p.r + w[1] * p.g + w[2] * p.b + w[3] * least + w[4] * most;
  light = at_most(at_least(light, zero), one);
  if (!t->brightness) return light;
  return function_at(
    t->brightness, __builtin_elementwise_sqrt(__builtin_elementwise_sqrt(light)));
}

void NAME(gain_table_row)(
  const float *given_matrix, const bromide_gain_table *table, int32_t first, float *red,
  float *green, float *blue, size_t count) {
  const bromide_gain_table t = *table;
  float matrix[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int i = 0; i < 9 && given_matrix; i++) matrix[i] = given_matrix[i];
  const int32_t across = t.columns > 1, down = t.rows > 1 ? t.columns : 0;
  lanes_f counted;
  for (int i = 0; i < LANES; i++) counted[i] = (float)i;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = light_through(
      given_matrix ? matrix : 0, (lanes_rgb){load(red + x), load(green + x), load(blue + x)});
    lanes_f at = counted + (float)(first + (int32_t)x);
    lanes_place column = place_on(t.place[0] + at * t.step[0], t.columns);
    lanes_place row = place_on(t.place[1] + at * t.step[1], t.rows);
    lanes_place light = place_on(brightness_of(&t, p) * (float)t.count, t.count);
    lanes_i point = row.first * t.columns + column.first;
    lanes_f above = mixed(
      gain_at(&t, point, light), gain_at(&t, point + across, light), column.share);
    lanes_f below = mixed(
      gain_at(&t, point + down, light), gain_at(&t, point + down + across, light), column.share);
    lanes_f gain = mixed(above, below, row.share);
    store(red + x, p.r * gain);
    store(green + x, p.g * gain);
    store(blue + x, p.b * gain);
  }
}
