// Vectors of LANES 16-bit words, for code that is compiled once for each instruction set.

typedef uint16_t words __attribute__((ext_vector_type(LANES)));
typedef int16_t signed_words __attribute__((ext_vector_type(LANES)));
typedef uint8_t word_bytes __attribute__((ext_vector_type(LANES), aligned(1)));
typedef uint16_t words_unaligned __attribute__((ext_vector_type(LANES), aligned(1)));

#define INLINE static inline __attribute__((always_inline))

INLINE words load_words(const uint16_t *p) { return *(const words_unaligned *)p; }
INLINE words load_bytes(const uint8_t *p) { return *(const words_unaligned *)p; }
INLINE void store_words(uint16_t *p, words v) { *(words_unaligned *)p = v; }
INLINE words widen(const uint8_t *p) {
  return __builtin_convertvector(*(const word_bytes *)p, words);
}
// a + b, at most 65535.
INLINE words add_limited(words a, words b) { return __builtin_elementwise_add_sat(a, b); }
