// Adler-32 (RFC 1950, 8.2), one body for all instruction sets. The including file defines LANES
// (bytes) and NAME(entry).
//
// a is 1 plus all bytes and b the sum of a after each byte, both modulo 65521. A byte at distance n
// from the end of a block (1 for the last byte) adds n times itself to b. n is LANES times the
// remaining vectors, minus the byte's position in its vector. So the column sums, and the running
// sums after each vector, give both.

typedef uint32_t longs __attribute__((vector_size(LANES)));

/// Vectors in a block. This number of byte sums fits in 16 bits (255 · 16 · 17 / 2).
enum { NAME(block_vectors) = 16 };

INLINE uint64_t sum_of_longs(longs lanes) {
  uint64_t sum = 0;
  for (int lane = 0; lane < LANES / 4; lane++) sum += lanes[lane];
  return sum;
}

WIDE uint32_t NAME(bromide_adler32)(uint32_t adler, const uint8_t *data, size_t count) {
  const size_t block = LANES * NAME(block_vectors);
  uint64_t a = adler & 0xFFFF, b = adler >> 16;
  longs first;
  for (int lane = 0; lane < LANES / 4; lane++) first[lane] = 4 * (uint32_t)lane;
  while (count >= block) {
    // 32 bits can contain the sums of 512 blocks.
    const size_t blocks = count / block < 512 ? count / block : 512;
    longs total = {0}, before = {0}, sums = {0}, places = {0};
    for (size_t i = 0; i < blocks; i++, data += block) {
      words even = {0}, odd = {0}, even_sums = {0}, odd_sums = {0};
      for (size_t at = 0; at < block; at += LANES) {
        words two = (words)load(data + at);
        even += two & 0xFF;
        odd += two >> 8;
        even_sums += even;
        odd_sums += odd;
      }
      // Bytes 0, 1, 2 and 3 in each group of four.
      longs b0 = (longs)even & 0xFFFF, b1 = (longs)odd & 0xFFFF, b2 = (longs)even >> 16;
      longs b3 = (longs)odd >> 16, all = b0 + b1 + b2 + b3;
      before += total;
      total += all;
      places += first * all + b1 + 2 * b2 + 3 * b3;
      sums += ((longs)even_sums & 0xFFFF) + ((longs)even_sums >> 16);
      sums += ((longs)odd_sums & 0xFFFF) + ((longs)odd_sums >> 16);
    }
    b += a * (blocks * block) + block * sum_of_longs(before) + LANES * sum_of_longs(sums)
      - sum_of_longs(places);
    a = (a + sum_of_longs(total)) % 65521;
    b %= 65521;
    count -= blocks * block;
  }
  for (; count > 0; count--) b += a += *data++;
  return (uint32_t)(b % 65521 << 16 | a % 65521);
}
