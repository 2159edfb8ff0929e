// Opcodes on a run of values, in single precision. The loops are plain, and compilers vectorise
// them.
//
// The result for a value depends only on its position, not on the start of its run.

INLINE float opcode_held(float value, float most) {
  value = value > 0 ? value : 0;
  return value < most ? value : most;
}

/// Runs `statement`, which changes v, for the values from `first` to `end`, every `stride`-th.
#define OPCODE_LOOP(statement) \
  if (stride == 1) { \
    for (int32_t i = first; i < end; i++) { \
      float v = values[i]; \
      statement; \
      values[i] = v; \
    } \
  } else { \
    for (int32_t i = first; i < end; i += stride) { \
      float v = values[i]; \
      statement; \
      values[i] = v; \
    } \
  }

/// Gains below 0 are treated as 0. Clipped values are unchanged.
#define OPCODE_GAIN(gain) \
  do { \
    const float lit = v * ((gain) > 0 ? (gain) : 0); \
    v = v < ceiling ? (lit < ceiling ? lit : ceiling) : v; \
  } while (0)

static void opcode_radial(
  const bromide_opcode *opcode, const bromide_opcode_run *run, int32_t first, int32_t end,
  int32_t stride) {
#pragma clang fp contract(off)
  float *const values = run->values;
  const float ceiling = run->ceiling, middle = run->middle - opcode->centre_x;
  const float dy = (float)run->y + (run->middle - opcode->centre_y), inverse = opcode->inverse;
  const float *const k = opcode->factors;
  const float k0 = k[0], k1 = k[1], k2 = k[2], k3 = k[3], k4 = k[4];
  const int32_t x = run->x, step = run->step;
  OPCODE_LOOP(
    const float dx = (float)(x + i * step) + middle;
    const float r = (dx * dx + dy * dy) * inverse;
    const float gain = 1 + r * (k0 + r * (k1 + r * (k2 + r * (k3 + r * k4))));
    OPCODE_GAIN(gain))
}

/// Returns the first column at or after point `j` of a map.
INLINE int32_t opcode_column(const bromide_opcode *opcode, ptrdiff_t j, float middle) {
  const double x = opcode->origin_x + (double)j * opcode->spacing_x - (double)middle;
  const double most = 1 << 30;
  const double held = x < -most ? -most : x > most ? most : x;
  const int32_t whole = (int32_t)held;
  return (double)whole < held ? whole + 1 : whole;
}

/// Returns the last point of a map at or before a column, or −1 left of the first one.
INLINE ptrdiff_t opcode_point(const bromide_opcode *opcode, int32_t column, float middle) {
  const double about = ((double)column + (double)middle - opcode->origin_x) / opcode->spacing_x;
  const double last = (double)(opcode->columns - 1);
  ptrdiff_t j = (ptrdiff_t)(about < -1 ? -1 : about > last ? last : about);
  // Uses the columns of points instead of the quotient, which can round to the other side.
  while (j >= 0 && opcode_column(opcode, j, middle) > column) j--;
  while (j + 1 < opcode->columns && opcode_column(opcode, j + 1, middle) <= column) j++;
  return j;
}

/// A map's gains along a row: linear pieces from point to point.
typedef struct {
  const bromide_opcode *opcode;
  const bromide_opcode_run *run;
  const float *upper, *lower;
  float share;
} opcode_map_row;

/// The piece from point `point` to the next one: the gain is left + slope · ((column − base) · across).
typedef struct {
  ptrdiff_t point;
  float left, slope, base, across;
  int32_t end;
} opcode_piece;

/// Returns the piece after a point, from value `first` of a run up to `until`.
INLINE opcode_piece opcode_piece_behind(
  const opcode_map_row *row, ptrdiff_t j, int32_t first, int32_t until, int32_t stride) {
#pragma clang fp contract(off)
  const bromide_opcode *const opcode = row->opcode;
  const float middle = row->run->middle;
  const int32_t x = row->run->x, step = row->run->step;
  const ptrdiff_t planes = opcode->planes;
  opcode_piece piece = {.point = j, .end = until, .across = (float)(1 / opcode->spacing_x)};
  if (j + 1 < opcode->columns) {
    const int32_t ways = opcode_column(opcode, j + 1, middle) - x - first * step;
    const int32_t count = (ways + step * stride - 1) / (step * stride);
    if (count < (until - first + stride - 1) / stride) piece.end = first + count * stride;
  }
  const ptrdiff_t left = j < 0 ? 0 : j, right = j + 1 < opcode->columns ? j + 1 : j;
  const float *const upper = row->upper, *const lower = row->lower;
  const float g0 = upper[left * planes] + (lower[left * planes] - upper[left * planes]) * row->share;
  const float g1 =
    upper[right * planes] + (lower[right * planes] - upper[right * planes]) * row->share;
  piece.left = g0;
  // Columns before the first point and after the last have its gain.
  piece.slope = left == right ? 0 : g1 - g0;
  piece.base = (float)(opcode->origin_x + (double)left * opcode->spacing_x - (double)middle);
  return piece;
}

/// Returns the piece that contains value `first` of a run.
INLINE opcode_piece opcode_piece_at(
  const opcode_map_row *row, int32_t first, int32_t until, int32_t stride) {
  const int32_t column = row->run->x + first * row->run->step;
  const ptrdiff_t point = opcode_point(row->opcode, column, row->run->middle);
  return opcode_piece_behind(row, point, first, until, stride);
}

/// Computes gains of neighbouring values in whole vectors, because pieces are often shorter than
/// the loops that compilers create. The next piece overwrites values written after a piece's end.
static void opcode_dense_map(const opcode_map_row *row, int32_t from, int32_t until) {
#pragma clang fp contract(off)
  enum { BLOCK = 256, VECTOR = 16 };
  float gains[BLOCK + VECTOR];
  float *const values = row->run->values;
  const float ceiling = row->run->ceiling;
  const int32_t x = row->run->x, step = row->run->step;
  opcode_piece piece = opcode_piece_at(row, from, until, 1);
  for (int32_t block = from; block < until; block += BLOCK) {
    const int32_t end = until - block < BLOCK ? until : block + BLOCK;
    for (int32_t first = block; first < end;) {
      // A piece between points of one column is empty.
      while (piece.end <= first) {
        piece = opcode_piece_behind(row, piece.point + 1, first, until, 1);
      }
      const int32_t last = piece.end < end ? piece.end : end;
      for (int32_t i = first; i < last; i += VECTOR) {
        for (int32_t k = 0; k < VECTOR; k++) {
          gains[i - block + k] =
            piece.left + piece.slope * (((float)(x + (i + k) * step) - piece.base) * piece.across);
        }
      }
      first = last;
    }
    for (int32_t i = block; i < end; i++) {
      float v = values[i];
      OPCODE_GAIN(gains[i - block]);
      values[i] = v;
    }
  }
}

static void opcode_gain_map(
  const bromide_opcode *opcode, const bromide_opcode_run *run, int32_t from, int32_t until,
  int32_t stride) {
#pragma clang fp contract(off)
  const double down = ((double)run->y + (double)run->middle - opcode->origin_y) / opcode->spacing_y;
  const double last_row = (double)(opcode->rows - 1);
  const double held = down > 0 ? (down < last_row ? down : last_row) : 0;
  ptrdiff_t row = (ptrdiff_t)held;
  if (row > 0 && row == opcode->rows - 1) row--;
  const float share = (float)(held - (double)row);
  const ptrdiff_t own = run->plane - opcode->plane, planes = opcode->planes;
  const float *const upper =
    opcode->values + row * opcode->columns * planes + (own < planes ? own : planes - 1);
  const float *const lower = opcode->rows > 1 ? upper + opcode->columns * planes : upper;
  const opcode_map_row map = {opcode, run, upper, lower, share};
  if (stride == 1) {
    opcode_dense_map(&map, from, until);
    return;
  }
  const float ceiling = run->ceiling;
  float *const values = run->values;
  const int32_t x = run->x, step = run->step;
  for (int32_t first = from; first < until;) {
    const opcode_piece piece = opcode_piece_at(&map, first, until, stride);
    for (int32_t i = first; i < piece.end; i += stride) {
      float v = values[i];
      const float gain =
        piece.left + piece.slope * (((float)(x + i * step) - piece.base) * piece.across);
      OPCODE_GAIN(gain);
      values[i] = v;
    }
    first = piece.end;
  }
}

static void opcode_table(
  const bromide_opcode *opcode, const bromide_opcode_run *run, int32_t first, int32_t end,
  int32_t stride) {
#pragma clang fp contract(off)
  float *const values = run->values;
  const float white = run->white, ceiling = run->ceiling, inverse = 1 / white;
  const int32_t last = (int32_t)opcode->columns - 1;
  OPCODE_LOOP(
    const float t = v * inverse;
    const float code = opcode_held(t, 1) * 65535 + 0.5f;
    const int32_t index = (int32_t)code;
    const float found = opcode->values[index < last ? index : last] * white;
    // Light above white keeps its ratio to white.
    v = opcode_held(found * (t > 1 ? t : 1), ceiling))
}

static void opcode_polynomial(
  const bromide_opcode *opcode, const bromide_opcode_run *run, int32_t first, int32_t end,
  int32_t stride) {
#pragma clang fp contract(off)
  float *const values = run->values;
  const float white = run->white, ceiling = run->ceiling, inverse = 1 / white;
  const float *const c = opcode->factors;
  const float c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3], c4 = c[4], c5 = c[5], c6 = c[6];
  const float c7 = c[7], c8 = c[8];
  OPCODE_LOOP(
    const float t = v * inverse;
    const float u = opcode_held(t, 1);
    const float high = c4 + u * (c5 + u * (c6 + u * (c7 + u * c8)));
    const float sum = c0 + u * (c1 + u * (c2 + u * (c3 + u * high)));
    const float found = opcode_held(sum, 1) * white;
    v = opcode_held(found * (t > 1 ? t : 1), ceiling))
}

static void opcode_numbers(
  const bromide_opcode *opcode, const bromide_opcode_run *run, int32_t first, int32_t end,
  int32_t stride) {
#pragma clang fp contract(off)
  float *const values = run->values;
  const float white = run->white, ceiling = run->ceiling;
  const int32_t x = run->x - opcode->first_column, step = run->step, pitch = opcode->column_pitch;
  const float *const numbers = opcode->values;
  const float own = numbers[
    opcode->kind == BROMIDE_ROW_SCALES || opcode->kind == BROMIDE_ROW_DELTAS
      ? (run->y - opcode->first_row) / opcode->row_pitch : 0];
  switch (opcode->kind) {
  case BROMIDE_ROW_SCALES:
    OPCODE_LOOP(OPCODE_GAIN(own))
    break;
  case BROMIDE_COLUMN_SCALES:
    OPCODE_LOOP(const float gain = numbers[(x + i * step) / pitch]; OPCODE_GAIN(gain))
    break;
  case BROMIDE_ROW_DELTAS:
    OPCODE_LOOP(v = v < ceiling ? opcode_held(v + own * white, ceiling) : v)
    break;
  default:
    OPCODE_LOOP(
      const float sum = v + numbers[(x + i * step) / pitch] * white;
      v = v < ceiling ? opcode_held(sum, ceiling) : v)
  }
}

static void opcode_apply(const bromide_opcode *opcode, const bromide_opcode_run *run) {
  if (run->plane < opcode->plane || run->plane >= opcode->end_plane) return;
  if (run->y < opcode->top || run->y >= opcode->bottom) return;
  if ((run->y - opcode->first_row) % opcode->row_pitch != 0) return;
  // The values inside: every `stride`-th column of the run.
  const int32_t step = run->step, pitch = opcode->column_pitch;
  int32_t first = opcode->left > run->x ? (opcode->left - run->x + step - 1) / step : 0;
  const int32_t beyond = opcode->right - run->x;
  const int32_t inside = beyond > 0 ? (beyond + step - 1) / step : 0;
  const int32_t end = inside < run->count ? inside : run->count;
  // A step is 1 or 2.
  const int is_double = step == 2;
  const int32_t stride = is_double && pitch % 2 == 0 ? pitch / 2 : pitch;
  int32_t ways = (run->x + first * step - opcode->first_column) % pitch;
  ways = ways == 0 ? 0 : pitch - ways;
  if (is_double && ways % 2 != 0) {
    if (pitch % 2 == 0) return;
    ways += pitch;
  }
  if (ways / step >= end - first) return;
  first += ways / step;
  if (first >= end) return;
  switch (opcode->kind) {
  case BROMIDE_RADIAL_GAIN: opcode_radial(opcode, run, first, end, stride); break;
  case BROMIDE_GAIN_MAP: opcode_gain_map(opcode, run, first, end, stride); break;
  case BROMIDE_TABLE: opcode_table(opcode, run, first, end, stride); break;
  case BROMIDE_POLYNOMIAL: opcode_polynomial(opcode, run, first, end, stride); break;
  default: opcode_numbers(opcode, run, first, end, stride);
  }
}
