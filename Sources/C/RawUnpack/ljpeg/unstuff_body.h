// Copies without stuffed zeros, 32 bytes per step.

size_t NAME(ljpeg_unstuff)(const uint8_t *bytes, size_t count, uint8_t *out, size_t *used) {
  const __m256i marks = _mm256_set1_epi8(-1);
  size_t from = 0, to = 0;
  while (count - from >= 33) {
    const __m256i block = _mm256_loadu_si256((const __m256i *)(bytes + from));
    const uint32_t found = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(block, marks));
    // The bytes after the first FF are overwritten later.
    _mm256_storeu_si256((__m256i *)(out + to), block);
    if (found == 0) {
      from += 32;
      to += 32;
      continue;
    }
    const size_t length = (size_t)__builtin_ctz(found) + 1;
    if (bytes[from + length] != 0) {
      *used = from + length - 1;
      return to + length - 1;
    }
    from += length + 1;
    to += length;
  }
  size_t rest;
  to += ljpeg_unstuff_baseline(bytes + from, count - from, out + to, &rest);
  *used = from + rest;
  return to;
}
