// Measures the brightness and colour of sites, added up over rows. Sums over columns are the
// caller's, so that their order does not depend on LANES.
#pragma clang fp contract(off)

typedef uint32_t lanes_u_unaligned __attribute__((ext_vector_type(LANES), aligned(2), may_alias));

INLINE void add_to(float *sum, lanes_f v) { store(sum, load(sum) + v); }

INLINE void add_camera(
  const bromide_tone_meter *meter, lanes_rgb p, float *sums, size_t plane) {
  const float *m = meter->matrix;
  lanes_rgb light = {
    m[0] * p.r + m[1] * p.g + m[2] * p.b,
    m[3] * p.r + m[4] * p.g + m[5] * p.b,
    m[6] * p.r + m[7] * p.g + m[8] * p.b,
  };
  add_to(sums, brightness(light, meter->weights, meter->least));
  add_to(sums + plane, p.r);
  add_to(sums + 2 * plane, p.g);
  add_to(sums + 3 * plane, p.b);
}

// The samples in even or odd columns of LANES pairs.
INLINE lanes_f half_of(const uint16_t *samples, int odd) {
  lanes_u pairs = *(const lanes_u_unaligned *)samples;
  lanes_u values = odd ? pairs >> 16 : pairs & 0xffff;
  return __builtin_convertvector(__builtin_bit_cast(lanes_i, values), lanes_f);
}

INLINE void add_quads(
  const bromide_tone_meter *meter, const uint16_t *red_row, const uint16_t *blue_row, int odd,
  float *sums, size_t plane) {
  const float *black = meter->black, *scale = meter->scale;
  lanes_rgb p;
  p.r = (half_of(red_row, odd) - black[0]) * scale[0];
  lanes_f red_side = (half_of(red_row, !odd) - black[1]) * scale[1];
  lanes_f blue_side = (half_of(blue_row, odd) - black[2]) * scale[2];
  p.g = 0.5f * (red_side + blue_side);
  p.b = (half_of(blue_row, !odd) - black[3]) * scale[3];
  add_camera(meter, p, sums, plane);
}

INLINE void quads(
  const bromide_tone_meter *given, const uint16_t *red_row, const uint16_t *blue_row, int odd,
  size_t count, float *sums, size_t plane) {
  // A copy that no store can change.
  const bromide_tone_meter meter = *given;
  size_t x = 0;
  for (; x + LANES <= count; x += LANES) {
    add_quads(&meter, red_row + 2 * x, blue_row + 2 * x, odd, sums + x, plane);
  }
  if (x == count) return;
  uint16_t red_end[2 * LANES] = {0}, blue_end[2 * LANES] = {0};
  memcpy(red_end, red_row + 2 * x, (count - x) * 2 * sizeof *red_end);
  memcpy(blue_end, blue_row + 2 * x, (count - x) * 2 * sizeof *blue_end);
  add_quads(&meter, red_end, blue_end, odd, sums + x, plane);
}

void NAME(tone_quads_row)(
  const bromide_tone_meter *meter, const uint16_t *red_row, const uint16_t *blue_row, int odd,
  size_t count, float *sums, size_t plane) {
  if (odd) quads(meter, red_row, blue_row, 1, count, sums, plane);
  else quads(meter, red_row, blue_row, 0, count, sums, plane);
}

void NAME(tone_pixels_row)(
  const bromide_tone_meter *given, const uint16_t *row, int channels, size_t step, size_t count,
  float *sums, size_t plane) {
  const bromide_tone_meter meter = *given;
  const size_t next = step * (size_t)channels;
  const int green = channels == 3 ? 1 : 0, blue = channels == 3 ? 2 : 0;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = {0.0f, 0.0f, 0.0f};
    for (size_t i = 0; i < LANES && x + i < count; i++) {
      const uint16_t *pixel = row + (x + i) * next;
      p.r[i] = (float)pixel[0];
      p.g[i] = (float)pixel[green];
      p.b[i] = (float)pixel[blue];
    }
    p.r = (p.r - meter.black[0]) * meter.scale[0];
    p.g = (p.g - meter.black[1]) * meter.scale[1];
    p.b = (p.b - meter.black[3]) * meter.scale[3];
    add_camera(&meter, p, sums + x, plane);
  }
}
