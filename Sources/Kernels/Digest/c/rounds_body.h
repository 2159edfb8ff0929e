// The rounds of MD5 (RFC 1321, 3.4) for one block of each message. The including file defines WORD
// (one word, or a vector with a word of each message) and ROUNDS (the name).

INLINE void ROUNDS(WORD state[4], const WORD block[16]) {
  WORD a = state[0], b = state[1], c = state[2], d = state[3];
#pragma clang loop unroll(full)
  for (int i = 0; i < 64; i++) {
    const int round = i / 16, by = bromide_md5_shifts[round][i % 4];
    const int place = (round == 0 ? i : round == 1 ? 5 * i + 1 : round == 2 ? 3 * i + 5 : 7 * i) % 16;
    const WORD mixed = round == 0   ? d ^ (b & (c ^ d))
                       : round == 1 ? c ^ (d & (b ^ c))
                       : round == 2 ? b ^ c ^ d
                                    : c ^ (b | ~d);
    const WORD sum = a + mixed + block[place] + bromide_md5_sines[i];
    a = d;
    d = c;
    c = b;
    b = b + (sum << by | sum >> (32 - by));
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
}
