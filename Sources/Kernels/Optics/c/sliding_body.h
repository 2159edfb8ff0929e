// Sliding cosine transforms of 8×8 values at every second column, for `LANES` neighbouring blocks
// at a time, which avoids transpositions. Columns of whole rows are transformed first. Even and odd
// columns are then stored separately, so that the nth values of neighbouring blocks are adjacent.

typedef struct {
  lanes_f of[8];
} lanes_eight;

// The cosine transform of eight values by Arai, Agui and Nakajima (1988). Coefficient k is √8·s(k)
// times the orthonormal one, with s(0) = 1 and s(k) = √2·cos(kπ/16).
INLINE lanes_eight cosines(lanes_eight v) {
  lanes_f a0 = v.of[0] + v.of[7], a1 = v.of[1] + v.of[6];
  lanes_f a2 = v.of[2] + v.of[5], a3 = v.of[3] + v.of[4];
  lanes_f d0 = v.of[0] - v.of[7], d1 = v.of[1] - v.of[6];
  lanes_f d2 = v.of[2] - v.of[5], d3 = v.of[3] - v.of[4];
  lanes_f outer = a0 + a3, inner = a1 + a2, b0 = a0 - a3, b1 = a1 - a2;
  lanes_f turned = (b0 + b1) * 0.70710678f;
  lanes_f e0 = d3 + d2, e1 = (d2 + d1) * 0.70710678f, e2 = d1 + d0;
  lanes_f shared = (e0 - e2) * 0.38268343f;
  lanes_f f0 = 0.54119610f * e0 + shared, f2 = 1.30656296f * e2 + shared;
  lanes_f g0 = d0 + e1, g1 = d0 - e1;
  return (lanes_eight){
    {outer + inner, g0 + f2, b0 + turned, g1 - f0, outer - inner, g1 + f0, b0 - turned, g0 - f2}};
}

// The inverse of `cosines`, times eight.
INLINE lanes_eight values_of(lanes_eight c) {
  lanes_f a0 = c.of[0] + c.of[4], a1 = c.of[0] - c.of[4], a3 = c.of[2] + c.of[6];
  lanes_f a2 = (c.of[2] - c.of[6]) * 1.41421356f - a3;
  lanes_f b0 = a0 + a3, b3 = a0 - a3, b1 = a1 + a2, b2 = a1 - a2;
  lanes_f d0 = c.of[5] + c.of[3], d1 = c.of[5] - c.of[3];
  lanes_f d2 = c.of[1] + c.of[7], d3 = c.of[1] - c.of[7];
  lanes_f e0 = d2 + d0, shared = (d1 + d3) * 1.84775907f;
  lanes_f e1 = (shared - 2.61312593f * d1) - e0;
  lanes_f e2 = (d2 - d0) * 1.41421356f - e1;
  lanes_f e3 = (shared - 1.08239220f * d3) - e2;
  return (lanes_eight){{b0 + e0, b1 + e1, b2 + e2, b3 + e3, b3 - e3, b2 - e2, b1 - e1, b0 - e0}};
}

// Transforms eight rows down their columns: even columns of coefficient v to `spectrum` + 2v·stride, odd ones behind.
void NAME(columns)(COLUMNS_PARAMETERS) {
  for (ptrdiff_t x = -OPTICS_PAD; x < count + 8; x += 2 * LANES) {
    lanes_eight low, high;
    for (int i = 0; i < 8; i++) {
      low.of[i] = load(rows[i] + x);
      high.of[i] = load(rows[i] + x + LANES);
    }
    low = cosines(low);
    high = cosines(high);
    for (int i = 0; i < 8; i++) {
      float *to = spectrum + 2 * i * stride + x / 2;
      store(to, EVENS(low.of[i], high.of[i]));
      store(to + stride, ODDS(low.of[i], high.of[i]));
    }
  }
}

// Transforms the remaining coefficients back and adds them to eight rows. The last `fresh` rows
// have no sums yet and are overwritten.
void NAME(rebuild)(REBUILD_PARAMETERS) {
  for (ptrdiff_t x = 0; x < count; x += 2 * LANES) {
    lanes_eight low, high;
    for (int i = 0; i < 8; i++) {
      const float *from = spectrum + 2 * i * stride + x / 2;
      lanes_f even = load(from), odd = load(from + stride);
      low.of[i] = LOW_PAIRS(even, odd);
      high.of[i] = HIGH_PAIRS(even, odd);
    }
    low = values_of(low);
    high = values_of(high);
    for (int i = 0; i < 8 - fresh; i++) {
      store(rows[i] + x, load(rows[i] + x) + low.of[i]);
      store(rows[i] + x + LANES, load(rows[i] + x + LANES) + high.of[i]);
    }
    for (int i = 8 - fresh; i < 8; i++) {
      store(rows[i] + x, low.of[i]);
      store(rows[i] + x + LANES, high.of[i]);
    }
  }
}

// The coefficients along a row of the blocks from `even` + j on. Block j begins at column 2j − 6.
INLINE lanes_eight along(const float *even, const float *odd) {
  lanes_eight v;
  for (int i = 0; i < 4; i++) {
    v.of[2 * i] = load(even + i - 3);
    v.of[2 * i + 1] = load(odd + i - 3);
  }
  return cosines(v);
}

// Values of blocks that reach into the next vector of columns.
typedef struct {
  lanes_f of[8][6];
} lanes_rest;

// Sums the results of neighbouring blocks for the columns from 2j − 6. Overwrites values that
// `along` has read.
INLINE void overlap(lanes_eight c, lanes_f *rest, float *even, float *odd) {
  lanes_eight v = values_of(c);
  store(even - 3, (v.of[0] + FROM(rest[0], v.of[2], LANES - 1))
    + (FROM(rest[1], v.of[4], LANES - 2) + FROM(rest[2], v.of[6], LANES - 3)));
  store(odd - 3, (v.of[1] + FROM(rest[3], v.of[3], LANES - 1))
    + (FROM(rest[4], v.of[5], LANES - 2) + FROM(rest[5], v.of[7], LANES - 3)));
  for (int i = 0; i < 3; i++) {
    rest[i] = v.of[2 * i + 2];
    rest[i + 3] = v.of[2 * i + 3];
  }
}

// Returns the share of a coefficient to keep, from its square divided by its noise: 0 up to ½, and
// 1 from 1½.
INLINE lanes_f kept(lanes_f ratio) {
  const lanes_f none = 0.0f, all = 1.0f;
  return at_most(at_least(ratio - 0.5f, none), all);
}

// Filters luminance. `scale` is 1 over the variance of each block.
void NAME(keep)(KEEP_PARAMETERS) {
  lanes_rest rest;
  memset(&rest, 0, sizeof rest);
  for (ptrdiff_t j = 0; j < blocks; j += LANES) {
    lanes_f noise = load(scale + j);
    for (int i = 0; i < 8; i++) {
      float *even = spectrum + 2 * i * stride + j, *odd = even + stride;
      lanes_eight c = along(even, odd);
      for (int k = i == 0; k < 8; k++) {
        c.of[k] = c.of[k] * kept((c.of[k] * c.of[k]) * (noise * table[8 * i + k]));
      }
      overlap(c, rest.of[i], even, odd);
    }
  }
}

// The sum of a block's values, transformed down its columns.
INLINE lanes_f sum_of(const float *even, const float *odd) {
  lanes_f sum = load(even - 3) + load(odd - 3);
  for (int i = 1; i < 4; i++) sum = sum + (load(even + i - 3) + load(odd + i - 3));
  return sum;
}

// Returns 1 over the variance of blocks, from the sums of their values.
INLINE lanes_f scale_of(const float *form, lanes_f light, lanes_f red, lanes_f blue) {
  lanes_f variance = form[0] + (form[1] * light + form[2] * red + form[3] * blue) * (1 / 64.0f);
  return reciprocal(at_least(variance, (lanes_f)LEAST_VARIANCE));
}

// Returns the slope of a block's colour difference relative to its luminance.
INLINE lanes_f slope_of(lanes_f color, lanes_f light) {
  const lanes_f most = 4.0f, least = -4.0f, dark = 0.64f;
  return at_most(at_least(color * reciprocal(at_least(light, dark)), least), most);
}

// Filters luminance and both colour differences. Each difference is split into its prediction from
// luminance and a rest.
void NAME(keep_color)(KEEP_COLOR_PARAMETERS) {
  lanes_rest rest[3];
  memset(rest, 0, sizeof rest);
  const float *light_table = settings->spectra[tables], *color_table = settings->spectra[tables + 1];
  for (ptrdiff_t j = 0; j < blocks; j += LANES) {
    lanes_f sum[3];
    for (int p = 0; p < 3; p++) {
      sum[p] = sum_of(spectrum + p * plane + j, spectrum + p * plane + stride + j);
    }
    lanes_f light_noise = scale_of(settings->luma_form, sum[0], sum[1], sum[2]);
    lanes_f color_noise = scale_of(settings->color_form, sum[0], sum[1], sum[2]);
    lanes_f red_slope = slope_of(sum[1], sum[0]), blue_slope = slope_of(sum[2], sum[0]);
    for (int i = 0; i < 8; i++) {
      float *even = spectrum + 2 * i * stride + j, *odd = even + stride;
      lanes_eight y = along(even, odd);
      lanes_eight r = along(even + plane, odd + plane);
      lanes_eight b = along(even + 2 * plane, odd + 2 * plane);
      for (int k = i == 0; k < 8; k++) {
        y.of[k] = y.of[k] * kept((y.of[k] * y.of[k]) * (light_noise * light_table[8 * i + k]));
        lanes_f red = red_slope * y.of[k], blue = blue_slope * y.of[k];
        lanes_f red_rest = r.of[k] - red, blue_rest = b.of[k] - blue;
        lanes_f share = kept((red_rest * red_rest + blue_rest * blue_rest)
          * (color_noise * color_table[8 * i + k]));
        r.of[k] = red + red_rest * share;
        b.of[k] = blue + blue_rest * share;
      }
      overlap(y, rest[0].of[i], even, odd);
      overlap(r, rest[1].of[i], even + plane, odd + plane);
      overlap(b, rest[2].of[i], even + 2 * plane, odd + 2 * plane);
    }
  }
}
