// Matrix, gamut, transfer function, rounding and interleaving, for LANES pixels at a time.
#pragma clang fp contract(off)

// Computes the code values of x before truncation, ½ above the exact ones. x is clipped to 0…1 (NaN
// becomes 0) and mapped by the cubic of its piece.
INLINE lanes_f encode_exactly(lanes_f x, const bromide_transfer *t, int root, lanes_table table) {
  const lanes_f zero = 0.0f, one = 1.0f;
  x = at_most(at_least(x, zero), one);
  if (root) x = square_root(square_root(x));
  lanes_f z = x * t->scale + t->bias;
  lanes_i piece = __builtin_bit_cast(lanes_i, z) >> 21;
  const lanes_cubic cubic = look_up(table, piece);
  lanes_f value = cubic.of[3];
  value = value * z + cubic.of[2];
  value = value * z + cubic.of[1];
  return value * z + cubic.of[0];
}

// The code values of x.
INLINE lanes_i encode(lanes_f x, const bromide_transfer *t, int root, lanes_table table) {
  return __builtin_convertvector(encode_exactly(x, t, root, table), lanes_i);
}

// Encodes with all choices constant.
//
// A second matrix costs 2 ms for 24 megapixels here, and 7 ms in a separate pass. The tone curve is
// not included, because its constants and the table exceed 32 registers (34 ms instead of 26, Zen
// 4).
INLINE void encode_pixels(
  const float *given_matrix, const float *given_weights, int grey, int root, int bytes, const bromide_transfer *transfer,
  const float *red, const float *green, const float *blue, size_t count, uint8_t *output) {
  const size_t size = (grey ? 1 : 3) * (size_t)bytes;
  const bromide_transfer t = *transfer;
  const lanes_table table = load_table(&t);
  const int mapped = given_matrix != NULL;
  float matrix[9];
  for (int i = 0; i < 9 && mapped; i++) matrix[i] = given_matrix[i];
  const int limited = given_weights != NULL;
  float weights[3];
  for (int i = 0; i < 3 && limited; i++) weights[i] = given_weights[i];
  uint8_t rest[LANES * 6];
  for (size_t x = 0; x < count; x += LANES) {
    uint8_t *out = x + LANES <= count ? output + x * size : rest;
    if (grey) {
      store_grey(out, encode(load(red + x), &t, root, table), bytes);
    } else {
      lanes_rgb p = {load(red + x), load(green + x), load(blue + x)};
      if (mapped) p = apply_matrix(p, matrix);
      if (limited) p = compress_gamut(p, weights);
      lanes_i r = encode(p.r, &t, root, table);
      lanes_i g = encode(p.g, &t, root, table);
      lanes_i b = encode(p.b, &t, root, table);
      if (bytes == 1) store_rgb8(out, r | g << 8 | b << 16);
      else store_rgb16(out, r | g << 16, b);
    }
    if (out == rest) memcpy(output + x * size, rest, (count - x) * size);
  }
}

void NAME(encode_row)(
  const float *matrix, const float *weights, const bromide_transfer *transfer, int channels,
  int bytes, const float *red, const float *green, const float *blue, size_t count, void *output) {
#define ENCODE(weights, grey, root, bytes) \
  encode_pixels( \
    matrix, weights, grey, root, bytes, transfer, red, green, blue, count, output)
#define ENCODE_COLOR(weights) \
  if (transfer->root) wide ? ENCODE(weights, 0, 1, 2) : ENCODE(weights, 0, 1, 1); \
  else wide ? ENCODE(weights, 0, 0, 2) : ENCODE(weights, 0, 0, 1)
  const int wide = bytes == 2;
  if (channels == 1) {
    if (transfer->root) wide ? ENCODE(NULL, 1, 1, 2) : ENCODE(NULL, 1, 1, 1);
    else wide ? ENCODE(NULL, 1, 0, 2) : ENCODE(NULL, 1, 0, 1);
  } else if (weights) {
    ENCODE_COLOR(weights);
  } else {
    ENCODE_COLOR(NULL);
  }
#undef ENCODE_COLOR
#undef ENCODE
}
