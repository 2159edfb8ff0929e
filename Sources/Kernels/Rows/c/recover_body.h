// Rebuilds clipped channels from the other channels and the field's colour of surrounding bright
// light. HighlightKernel.swift has the formulas.
#pragma clang fp contract(off)

// Two rows of a field, and the position between them.
typedef struct {
  const bromide_highlight_field *field;
  size_t above, below;
  float share;
} field_rows;

INLINE int32_t limited(int32_t v, int32_t count) { return v < 0 ? 0 : v < count ? v : count - 1; }

INLINE float between(float a, float b, float share) { return a + share * (b - a); }

INLINE field_rows rows_at(const bromide_highlight_field *field, int32_t y) {
  // Shifts of negative numbers round down, as they should.
  const int shift = field->pitch == 8 ? 3 : 4;
  int32_t place = y - field->pitch / 2, cell = place >> shift;
  return (field_rows){
    .field = field,
    .above = (size_t)limited(cell, field->rows) * (size_t)field->columns,
    .below = (size_t)limited(cell + 1, field->rows) * (size_t)field->columns,
    .share = ((float)(place & (field->pitch - 1)) + 0.5f) / (float)field->pitch,
  };
}

// Interpolates the field at LANES pixels from x. The pixels are in one to three spans between
// cells.
INLINE lanes_rgb field_at(const field_rows *rows, int32_t x) {
  const bromide_highlight_field *f = rows->field;
  const int shift = f->pitch == 8 ? 3 : 4;
  const int32_t first = x - f->pitch / 2;
  lanes_i place = lane_numbers() + first;
  lanes_i span = place >> shift;
  lanes_f share = (__builtin_convertvector(place & (f->pitch - 1), lanes_f) + 0.5f)
    * (1.0f / (float)f->pitch);
  lanes_rgb v = {0.0f, 0.0f, 0.0f};
  for (int32_t i = first >> shift; i <= (first + LANES - 1) >> shift; i++) {
    lanes_i here = span == i;
    const size_t left = (size_t)limited(i, f->columns), right = (size_t)limited(i + 1, f->columns);
#define BETWEEN(plane, value) { \
      float l = between(f->plane[rows->above + left], f->plane[rows->below + left], rows->share); \
      float r = between(f->plane[rows->above + right], f->plane[rows->below + right], rows->share); \
      value = here ? l + share * (r - l) : value; \
    }
    BETWEEN(red, v.r)
    BETWEEN(support, v.g)
    BETWEEN(blue, v.b)
#undef BETWEEN
  }
  return v;
}

// a / b for each channel, with one division instead of three.
INLINE lanes_rgb quotients(lanes_rgb a, lanes_rgb b) {
  const lanes_f rg = b.r * b.g, inverse = 1.0f / (rg * b.b);
  const lanes_f blue = b.b * inverse;
  return (lanes_rgb){a.r * (b.g * blue), a.g * (b.r * blue), a.b * (rg * inverse)};
}

// Returns 1 if the field's value is near the clipped one or above, and 0 if it is far below.
INLINE lanes_f agreement(lanes_f ratio, lanes_f clipped) {
  return 1.0f - clipped * (1.0f - unit((ratio - 0.7f) * (1 / 0.3f)));
}

INLINE lanes_rgb recovered(
  lanes_rgb p, lanes_rgb s, const field_rows *rows, int32_t x, const bromide_highlight_field *f) {
  const lanes_f one = 1.0f, quarter = 0.25f, limit = f->limit;
  const lanes_rgb colour = field_at(rows, x);
  lanes_rgb k = {f->gain[0] * exp2_of(colour.r), f->gain[1], f->gain[2] * exp2_of(colour.b)};
  const lanes_f scale = 3.0f / (k.r + k.g + k.b);
  k = (lanes_rgb){k.r * scale, k.g * scale, k.b * scale};
  const lanes_rgb u = {one - s.r, one - s.g, one - s.b};
  const lanes_rgb light = quotients(p, k);
  lanes_f most = maximum(maximum(light.r, light.g), light.b);
  lanes_f brightness = (u.r * p.r + u.g * p.g + u.b * p.b + quarter * most)
    / (u.r * k.r + u.g * k.g + u.b * k.b + quarter);
  const lanes_rgb predicted = {brightness * k.r, brightness * k.g, brightness * k.b};
  const lanes_f least = 1e-6f;
  const lanes_rgb ratio = quotients(
    predicted, (lanes_rgb){at_least(p.r, least), at_least(p.g, least), at_least(p.b, least)});
  lanes_f agreed = agreement(ratio.r, s.r) * agreement(ratio.g, s.g) * agreement(ratio.b, s.b)
    * (colour.g / (colour.g + 0.05f));
  lanes_rgb safe = blended(p, s);
  return (lanes_rgb){
    at_most(mix(safe.r, mix(p.r, maximum(p.r, predicted.r), s.r), agreed), limit),
    at_most(mix(safe.g, mix(p.g, maximum(p.g, predicted.g), s.g), agreed), limit),
    at_most(mix(safe.b, mix(p.b, maximum(p.b, predicted.b), s.b), agreed), limit),
  };
}

// Vectors without clipped pixels are unchanged, as the formulas require.
void NAME(recover_row)(
  const bromide_highlights *highlights, const bromide_highlight_field *field, int32_t x0,
  int32_t y, float *red, float *green, float *blue, size_t count) {
  const bromide_highlights h = *highlights;
  const field_rows rows = rows_at(field, y);
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = {load(red + x), load(green + x), load(blue + x)};
    lanes_rgb s = saturation(p, &h);
    if (!any_positive(maximum(maximum(s.r, s.g), s.b))) continue;
    p = recovered(p, s, &rows, x0 + (int32_t)x, field);
    store(red + x, p.r);
    store(green + x, p.g);
    store(blue + x, p.b);
  }
}
