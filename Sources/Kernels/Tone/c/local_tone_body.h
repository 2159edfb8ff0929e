// Brightens and darkens pixels by an edge-aware base of their surroundings.
#pragma clang fp contract(off)

typedef struct {
  lanes_f a, b;
} lanes_line;

// Returns the gain of a pixel. `stops` is its brightness before exposure.
INLINE lanes_f local_gain(const bromide_local_tone *t, int clear, lanes_f stops, lanes_line line) {
  lanes_f base = line.a * stops + line.b;
  lanes_f raised = base + t->exposure;
  lanes_i dark = raised < (lanes_f)0.0f;
  lanes_f full = dark ? (lanes_f)-0.25f : (lanes_f)(1 / 3.0f);
  lanes_f gain = (dark ? (lanes_f)t->shadows : (lanes_f)t->highlights) * eased(raised * full);
  if (clear) {
    lanes_f d = stops - base, here = stops + t->exposure;
    // exp(−(d/0.8)²), from the darkest tones, which are noise, to those near saturation.
    const lanes_f least = -126.0f;
    lanes_f share = exp2_within(at_least(d * d * -2.2542110f, least));
    share = share * eased((here + 6.0f) * (1 / 3.0f));
    gain = gain + t->clarity * d * (share * (1.0f - eased((here - 1.5f) * (1 / 1.5f))));
  }
  // At most 2.4 stops.
  return exp2_within(gain);
}

INLINE void brighten(
  const bromide_local_tone *t, int clear, lanes_line line, float *red, float *green, float *blue) {
  lanes_rgb p = {load(red), load(green), load(blue)};
  lanes_f gain = local_gain(t, clear, brightness(p, t->weights, t->least), line);
  store(red, p.r * gain);
  store(green, p.g * gain);
  store(blue, p.b * gain);
}

// The places of LANES pixels along columns or rows of cells, inside the outermost centres.
INLINE lanes_f placed(lanes_f pixels, float start, float step, int cells) {
  const lanes_f zero = 0.0f, last = (float)(cells - 1);
  return at_most(at_least(pixels * step + start, zero), last);
}

// Between two rows of cells: the values at centres of columns, and the rise to the next column.
typedef struct {
  float a, b, a_rise, b_rise;
} column_line;

INLINE float between(float low, float high, float share) { return low + (high - low) * share; }

// The columns `first` to `last` at row `v`.
INLINE void columns_at(
  const bromide_local_tone *t, float v, int first, int last, column_line *columns) {
  int row = (int)v;
  float share = v - (float)row;
  const float *above = t->cells + 2 * (size_t)row * (size_t)t->columns;
  const float *below = row + 1 < t->rows ? above + 2 * t->columns : above;
  for (int i = first; i <= last; i++) {
    columns[i] = (column_line){
      between(above[2 * i], below[2 * i], share),
      between(above[2 * i + 1], below[2 * i + 1], share), 0, 0};
  }
  for (int i = first; i < last; i++) {
    columns[i].a_rise = columns[i + 1].a - columns[i].a;
    columns[i].b_rise = columns[i + 1].b - columns[i].b;
  }
}

// Processes a row that goes to higher columns of cells. LANES pixels are mostly in one or two
// columns, so no gather is needed.
INLINE void along_cells(
  const bromide_local_tone *given, int clear, const bromide_tone_place *place, int column,
  float *red, float *green, float *blue, size_t count) {
  const bromide_local_tone t = *given;
  column_line columns[BROMIDE_TONE_COLUMNS];
  lanes_f counted;
  for (int i = 0; i < LANES; i++) counted[i] = (float)i;
  // With the pixels that fill the last vector.
  const lanes_f ends = {(float)column, (float)column + (float)(count + LANES)};
  const lanes_i edges =
    __builtin_convertvector(placed(ends, place->u, place->du, t.columns), lanes_i);
  const int last = edges[1] + 1 < t.columns ? edges[1] + 1 : t.columns - 1;
  const lanes_f v = placed((lanes_f)0.0f, place->v, 0, t.rows);
  columns_at(&t, v[0], edges[0], last, columns);
  for (size_t x = 0; x < count; x += LANES) {
    lanes_f u = placed(counted + (float)(column + (int)x), place->u, place->du, t.columns);
    lanes_i cell = __builtin_convertvector(u, lanes_i);
    lanes_f share = u - __builtin_convertvector(cell, lanes_f);
    const column_line *c = columns + cell[0];
    lanes_f a = c->a, b = c->b, a_rise = c->a_rise, b_rise = c->b_rise;
    for (int i = cell[0] + 1; i <= cell[LANES - 1]; i++) {
      c = columns + i;
      lanes_i beyond = cell >= (lanes_i)i;
      a = beyond ? (lanes_f)c->a : a;
      b = beyond ? (lanes_f)c->b : b;
      a_rise = beyond ? (lanes_f)c->a_rise : a_rise;
      b_rise = beyond ? (lanes_f)c->b_rise : b_rise;
    }
    lanes_line line = {a + a_rise * share, b + b_rise * share};
    brighten(&t, clear, line, red + x, green + x, blue + x);
  }
}

// A row in any direction, as in a rotated picture.
INLINE void across_cells(
  const bromide_local_tone *given, int clear, const bromide_tone_place *place, int column,
  float *red, float *green, float *blue, size_t count) {
  const bromide_local_tone t = *given;
  lanes_f counted;
  for (int i = 0; i < LANES; i++) counted[i] = (float)i;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_f pixels = counted + (float)(column + (int)x);
    lanes_f u = placed(pixels, place->u, place->du, t.columns);
    lanes_f v = placed(pixels, place->v, place->dv, t.rows);
    lanes_line line;
    for (int i = 0; i < LANES; i++) {
      int first = (int)u[i], row = (int)v[i];
      float right = u[i] - (float)first, down = v[i] - (float)row;
      const float *above = t.cells + 2 * ((size_t)row * (size_t)t.columns + (size_t)first);
      const float *below = row + 1 < t.rows ? above + 2 * t.columns : above;
      int next = first + 1 < t.columns ? 2 : 0;
      float a = between(above[0], below[0], down), b = between(above[1], below[1], down);
      line.a[i] = a + (between(above[next], below[next], down) - a) * right;
      line.b[i] = b + (between(above[next + 1], below[next + 1], down) - b) * right;
    }
    brighten(&t, clear, line, red + x, green + x, blue + x);
  }
}

void NAME(local_tone_row)(
  const bromide_local_tone *tone, const bromide_tone_place *place, int x, float *red, float *green,
  float *blue, size_t count) {
  const int clear = tone->clarity != 0;
  if (place->dv != 0 || place->du < 0) {
    if (clear) across_cells(tone, 1, place, x, red, green, blue, count);
    else across_cells(tone, 0, place, x, red, green, blue, count);
  } else if (clear) {
    along_cells(tone, 1, place, x, red, green, blue, count);
  } else {
    along_cells(tone, 0, place, x, red, green, blue, count);
  }
}
