// Changes colours by hue and by brightness, in Oklab. ColorBandsKernel.swift and
// GradingKernel.swift have the formulas.
#pragma clang fp contract(fast)

// The cube root with the sign of x.
INLINE lanes_f signed_root(lanes_f x) {
  const lanes_u sign = __builtin_bit_cast(lanes_u, x) & 0x80000000u;
  const lanes_u root = __builtin_bit_cast(lanes_u, cube_root(__builtin_elementwise_abs(x)));
  return __builtin_bit_cast(lanes_f, root | sign);
}

INLINE lanes_rgb to_lab(const bromide_oklab *oklab, lanes_rgb p) {
  const lanes_rgb cones = map(oklab->to_cones, p);
  return map(
    oklab->to_lab,
    (lanes_rgb){signed_root(cones.r), signed_root(cones.g), signed_root(cones.b)});
}

INLINE lanes_rgb from_lab(const bromide_oklab *oklab, lanes_rgb lab) {
  return map(oklab->from_cones, cubes(map(oklab->from_lab, lab)));
}

// Interpolates the table's values at a hue, which runs from 0 to 4 along the edges of a square.
INLINE lanes_rgb at_hue(const bromide_bands *bands, lanes_f a, lanes_f b) {
  const lanes_f tiny = 1e-12f, zero = 0.0f;
  const lanes_f share = b / at_least(__builtin_elementwise_abs(a) + __builtin_elementwise_abs(b), tiny);
  const lanes_f around = (a >= zero ? share + 1.0f : 3.0f - share) * (BROMIDE_HUES / 4.0f);
  // Stays within the table, also for NaN.
  const lanes_f end = BROMIDE_HUES - 1 / 1024.0f, place = at_most(at_least(around, zero), end);
  const lanes_i index = __builtin_convertvector(place, lanes_i);
  const lanes_f part = place - __builtin_convertvector(index, lanes_f);
  lanes_f below[3], above[3];
  for (int i = 0; i < LANES; i++) {
    for (int c = 0; c < 3; c++) {
      below[c][i] = bands->hues[3 * index[i] + c];
      above[c][i] = bands->hues[3 * index[i] + 3 + c];
    }
  }
  return (lanes_rgb){
    below[0] + part * (above[0] - below[0]), below[1] + part * (above[1] - below[1]),
    below[2] + part * (above[2] - below[2])};
}

void NAME(bands_row)(
  const bromide_bands *bands, float *red, float *green, float *blue, size_t count) {
  const lanes_f zero = 0.0f, one = 1.0f;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb lab = to_lab(&bands->oklab, take(red, green, blue, x));
    const lanes_f chroma = __builtin_elementwise_sqrt(lab.g * lab.g + lab.b * lab.b);
    const lanes_f coloured = smooth(chroma * bands->grey);
    const lanes_rgb change = at_hue(bands, lab.g, lab.b);
    // Sine and cosine of at most 30°, to 10⁻⁷.
    const lanes_f turn = coloured * change.r, square = turn * turn;
    const lanes_f sine = turn * (1.0f + square * (-1 / 6.0f + square * (1 / 120.0f - square * (1 / 5040.0f))));
    const lanes_f cosine = 1.0f + square * (-0.5f + square * (1 / 24.0f - square * (1 / 720.0f)));
    const lanes_f strong = at_most(chroma * bands->strong, one);
    const lanes_f room = change.g > zero ? 1.0f - strong * strong : one;
    const lanes_f factor = 1.0f + coloured * change.g * room;
    const lanes_rgb turned = {
      lab.r + 0.55f * coloured * change.b * lab.r * (1.0f - lab.r),
      factor * (cosine * lab.g - sine * lab.b), factor * (sine * lab.g + cosine * lab.b)};
    put(from_lab(&bands->oklab, turned), red, green, blue, x);
  }
}

void NAME(grading_row)(
  const bromide_grading *grading, float *red, float *green, float *blue, size_t count) {
  const bromide_grading g = *grading;
  const lanes_f zero = 0.0f;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb lab = to_lab(&g.oklab, take(red, green, blue, x));
    const lanes_f shadows = 1.0f - smooth((lab.r - g.shadow_start) * g.slope);
    const lanes_f highlights = smooth((lab.r - g.highlight_start) * g.slope);
    const lanes_f middle = at_least(1.0f - shadows - highlights, zero);
    const lanes_f room = at_least(4.0f * lab.r * (1.0f - lab.r), zero);
    const lanes_f root = __builtin_elementwise_sqrt(room);
    lanes_f sum[3];
    for (int c = 0; c < 3; c++) {
      sum[c] = shadows * g.zones[c] + middle * g.zones[3 + c] + highlights * g.zones[6 + c] + g.zones[9 + c];
    }
    lab.r = lab.r + room * sum[0];
    lab.g = lab.g + root * sum[1];
    lab.b = lab.b + root * sum[2];
    put(from_lab(&g.oklab, lab), red, green, blue, x);
  }
}
