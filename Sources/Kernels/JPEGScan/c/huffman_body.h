// Huffman codes of blocks, written most significant bit first.

/// Fewer than eight unwritten bits, in the highest places, and their number.
typedef struct {
  uint64_t bits;
  unsigned used;
  uint8_t *out;
} bit_writer;

/// Writes at most 57 bits. Always writes all whole bytes at once, because a branch would be
/// mispredicted about once in ten symbols, which costs more.
INLINE void put(bit_writer *writer, uint32_t bits, unsigned length) {
  writer->used += length;
  writer->bits |= (uint64_t)bits << (64 - writer->used);
  const uint64_t bytes = __builtin_bswap64(writer->bits);
  memcpy(writer->out, &bytes, 8);
  writer->out += writer->used >> 3;
  writer->bits <<= writer->used & 56;
  writer->used &= 7;
}

/// Fills the last byte with ones and returns the end of the bytes.
INLINE uint8_t *end(bit_writer *writer) {
  put(writer, 0x7F, 7);
  return writer->out;
}

/// Copies bytes and puts a zero behind every FF.
INLINE uint8_t *stuff(const uint8_t *bytes, const uint8_t *stop, uint8_t *out) {
  while (bytes < stop) {
    // Up to 32 bytes after `stop` are read and written, and then ignored.
    const __m256i part = _mm256_loadu_si256((const __m256i *)(const void *)bytes);
    _mm256_storeu_si256((__m256i *)(void *)out, part);
    const unsigned full = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(part, _mm256_set1_epi8(-1)));
    ptrdiff_t count = stop - bytes < 32 ? stop - bytes : 32;
    const ptrdiff_t first = (ptrdiff_t)_tzcnt_u32(full) + 1;
    if (__builtin_expect(first <= count, 0)) {
      count = first;
      out[count] = 0;
      out++;
    }
    bytes += count;
    out += count;
  }
  return out;
}

INLINE void put_bits(bit_writer *writer, bromide_jpeg_bits bits) { put(writer, bits >> 6, bits & 63); }

/// Writes the code for a run of zeros and a value's number of bits, then these bits. A negative
/// value uses the bits of the value minus 1.
INLINE void put_value(bit_writer *writer, const bromide_jpeg_codes *codes, unsigned run, int value) {
  const int sign = value >> 31;
  const unsigned count = 32 - _lzcnt_u32((unsigned)((value ^ sign) - sign));
  const bromide_jpeg_bits code = codes->code[run << 4 | count];
  put(writer, code >> 6 << count | _bzhi_u32((unsigned)(value + sign), count), (code & 63) + count);
}

enum { END_OF_BLOCK = 0x00, SIXTEEN_ZEROS = 0xF0 };

/// Writes a block in zigzag order. Each bit in `mask` is set if the coefficient is not 0.
INLINE void put_block(
  bit_writer *writer, const int16_t *block, uint64_t mask, int prediction, const bromide_jpeg_codes *dc,
  const bromide_jpeg_codes *ac) {
  put_value(writer, dc, 0, block[0] - prediction);
  unsigned last = 0;
  for (mask &= ~1ull; mask != 0; mask &= mask - 1) {
    const unsigned place = (unsigned)_tzcnt_u64(mask);
    const int value = block[place];
    unsigned run = place - last - 1;
    last = place;
    for (; __builtin_expect(run > 15, 0); run -= 16) put_bits(writer, ac->code[SIXTEEN_ZEROS]);
    if (__builtin_expect(value == (int8_t)value, 1)) {
      put_bits(writer, ac->small[run << 8 | (uint8_t)value]);
    } else {
      put_value(writer, ac, run, value);
    }
  }
  if (last != 63) put_bits(writer, ac->code[END_OF_BLOCK]);
}

/// Writes a block outside the picture, which repeats the DC before it.
INLINE void put_filler(bit_writer *writer, const bromide_jpeg_codes *dc, const bromide_jpeg_codes *ac) {
  put_bits(writer, dc->code[0]);
  put_bits(writer, ac->code[END_OF_BLOCK]);
}
