// The matrix on a chunk of samples, in the precision REAL. Chroma is in sixteenths, which is exact.

INLINE void REAL_NAME(convert_chunk)(
  const bromide_ycbcr_form *f, int32_t samples[3][CHUNK], int kind, void *out) {
  REAL m[9], offset[3];
  const REAL maximum = (REAL)f->maximum, sixteenth = (REAL)0.0625;
  for (int i = 0; i < 9; i++) m[i] = (REAL)f->matrix[i];
  for (int i = 0; i < 3; i++) offset[i] = (REAL)f->offset[i];
  REAL y[CHUNK], u[CHUNK], v[CHUNK];
  for (size_t i = 0; i < CHUNK; i++) {
    y[i] = (REAL)samples[0][i] - offset[0];
    u[i] = (REAL)samples[1][i] * sixteenth - offset[1];
    v[i] = (REAL)samples[2][i] * sixteenth - offset[2];
  }
  if (kind == BROMIDE_RGB_FLOAT) {
    float *p = out;
    for (size_t i = 0; i < CHUNK; i++) {
      for (int c = 0; c < 3; c++) {
        p[3 * i + (size_t)c] = (float)(m[3 * c] * y[i] + (m[3 * c + 1] * u[i] + m[3 * c + 2] * v[i]));
      }
    }
    return;
  }
  int32_t codes[3][CHUNK];
  for (int c = 0; c < 3; c++) {
    for (size_t i = 0; i < CHUNK; i++) {
      REAL value = m[3 * c] * y[i] + (m[3 * c + 1] * u[i] + m[3 * c + 2] * v[i]);
      value = value > 0 ? value : 0;
      value = value < maximum ? value : maximum;
      codes[c][i] = (int32_t)(value + (REAL)0.5);
    }
  }
  store_codes(codes, kind, out);
}
