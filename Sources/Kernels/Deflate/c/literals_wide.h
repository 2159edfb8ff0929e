// Encodes 64 literals at a time (AVX-512). Codes are looked up in registers, joined in groups of
// eight, and shifted to their position in a byte. The only serial work is combining each group with
// the rest of the previous one. A literal takes 0.2 ns on Zen 5. If a group has more than 56 bits,
// groups of four are used, which take 0.31 ns.
#include <immintrin.h>

/// Codes and lengths of all 256 literals, 16 bits each.
struct literal_codes {
  __m512i codes[8], lengths[8];
};

/// Eight words of up to 56 bits, and the number of bits in each.
struct words {
  __m512i codes, lengths;
};

INLINE __m512i narrow(const uint32_t *entries, int shift, uint32_t mask) {
  __m512i low = _mm512_srli_epi32(_mm512_loadu_si512(entries), (unsigned)shift);
  __m512i high = _mm512_srli_epi32(_mm512_loadu_si512(entries + 16), (unsigned)shift);
  __m512i bits = _mm512_set1_epi32((int)mask);
  return _mm512_inserti64x4(
    _mm512_castsi256_si512(_mm512_cvtepi32_epi16(_mm512_and_si512(low, bits))),
    _mm512_cvtepi32_epi16(_mm512_and_si512(high, bits)), 1);
}

INLINE struct literal_codes read_literal_codes(const uint32_t *codes) {
  struct literal_codes result;
  for (int k = 0; k < 8; k++) {
    result.codes[k] = narrow(codes + 32 * k, 0, 0xFFFF);
    result.lengths[k] = narrow(codes + 32 * k, 24, 0xFF);
  }
  return result;
}

/// Looks up bytes widened to 16 bits. `bit6` and `bit7` are the masks of those bits.
INLINE __m512i look_up(const __m512i *table, __m512i bytes, __mmask32 bit6, __mmask32 bit7) {
  __m512i a = _mm512_permutex2var_epi16(table[0], bytes, table[1]);
  __m512i b = _mm512_permutex2var_epi16(table[2], bytes, table[3]);
  __m512i c = _mm512_permutex2var_epi16(table[4], bytes, table[5]);
  __m512i d = _mm512_permutex2var_epi16(table[6], bytes, table[7]);
  return _mm512_mask_blend_epi16(
    bit7, _mm512_mask_blend_epi16(bit6, a, b), _mm512_mask_blend_epi16(bit6, c, d));
}

/// Joins the codes of 32 literals in groups of four.
INLINE struct words join_fours(const struct literal_codes *codes, const uint8_t *literals) {
  const __m512i low16 = _mm512_set1_epi32(0xFFFF), low32 = _mm512_set1_epi64(0xFFFFFFFF);
  __m512i bytes = _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)literals));
  __mmask32 bit6 = _mm512_test_epi16_mask(bytes, _mm512_set1_epi16(64));
  __mmask32 bit7 = _mm512_test_epi16_mask(bytes, _mm512_set1_epi16(128));
  __m512i code = look_up(codes->codes, bytes, bit6, bit7);
  __m512i length = look_up(codes->lengths, bytes, bit6, bit7);
  // Pairs have at most 28 bits, groups of four at most 56.
  __m512i first = _mm512_and_si512(length, low16);
  code = _mm512_or_si512(
    _mm512_and_si512(code, low16), _mm512_sllv_epi32(_mm512_srli_epi32(code, 16), first));
  length = _mm512_add_epi32(first, _mm512_srli_epi32(length, 16));
  first = _mm512_and_si512(length, low32);
  code = _mm512_or_si512(
    _mm512_and_si512(code, low32), _mm512_sllv_epi64(_mm512_srli_epi64(code, 32), first));
  length = _mm512_add_epi64(first, _mm512_srli_epi64(length, 32));
  return (struct words){code, length};
}

/// Writes words consecutively.
INLINE uint8_t *put_words(struct words words, struct bromide_bits *bits, uint8_t *out) {
  const __m512i zero = _mm512_setzero_si512();
  // The sums of lengths give the beginning and end of each word.
  __m512i sum = _mm512_add_epi64(words.lengths, _mm512_alignr_epi64(words.lengths, zero, 7));
  sum = _mm512_add_epi64(sum, _mm512_alignr_epi64(sum, zero, 6));
  sum = _mm512_add_epi64(sum, _mm512_alignr_epi64(sum, zero, 4));
  __m512i ends = _mm512_add_epi64(sum, _mm512_set1_epi64(bits->count));
  __m512i begins = _mm512_sub_epi64(ends, words.lengths);
  __m512i places = _mm512_srli_epi64(begins, 3);
  __m512i whole = _mm512_sub_epi64(_mm512_srli_epi64(ends, 3), places);
  uint64_t word[8], place[8], gone[8], sums[8];
  _mm512_storeu_si512(
    word, _mm512_sllv_epi64(words.codes, _mm512_and_si512(begins, _mm512_set1_epi64(7))));
  _mm512_storeu_si512(place, places);
  _mm512_storeu_si512(gone, _mm512_slli_epi64(whole, 3));
  _mm512_storeu_si512(sums, sum);
  uint64_t value = bits->value;
#pragma clang loop unroll(full)
  for (int k = 0; k < 8; k++) {
    value |= word[k];
    __builtin_memcpy(out + place[k], &value, 8);
    value >>= gone[k] & 63;
  }
  uint32_t held = bits->count + (uint32_t)sums[7];
  *bits = (struct bromide_bits){.value = value, .count = held & 7};
  return out + (held >> 3);
}

/// Writes literals starting at `data`, and moves it to the first unwritten one. Fewer than 32
/// remain.
INLINE uint8_t *emit_literals(
  const struct literal_codes *codes, const uint8_t **data, const uint8_t *end,
  struct bromide_bits *bits, uint8_t *out) {
  const __m512i even = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14);
  const __m512i odd = _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15);
  struct bromide_bits state = *bits;
  const uint8_t *at = *data;
  for (; end - at >= 64; at += 64) {
    struct words a = join_fours(codes, at), b = join_fours(codes, at + 32);
    __m512i first = _mm512_permutex2var_epi64(a.lengths, even, b.lengths);
    struct words eights = {
      .lengths = _mm512_add_epi64(first, _mm512_permutex2var_epi64(a.lengths, odd, b.lengths))};
    if (_mm512_cmpgt_epi64_mask(eights.lengths, _mm512_set1_epi64(56))) {
      out = put_words(a, &state, out);
      out = put_words(b, &state, out);
      continue;
    }
    eights.codes = _mm512_or_si512(
      _mm512_permutex2var_epi64(a.codes, even, b.codes),
      _mm512_sllv_epi64(_mm512_permutex2var_epi64(a.codes, odd, b.codes), first));
    out = put_words(eights, &state, out);
  }
  if (end - at >= 32) {
    out = put_words(join_fours(codes, at), &state, out);
    at += 32;
  }
  *bits = state;
  *data = at;
  return out;
}
