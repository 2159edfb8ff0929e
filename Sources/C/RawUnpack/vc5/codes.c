// VC-5's codes of coefficients (ST 2073-1, codebook 17), and their tables.
#include "vc5.h"

#include "bits.h"

/// A code is a run of zeros, or a magnitude followed by a sign. The end of a band is a third kind.
struct code {
  uint8_t bits;
  uint16_t run;
  uint8_t magnitude;
};

/// Ordered by pattern: each begins at the end of the previous one.
static const struct code codes[kCodes] = {
  {1, 1, 0}, {2, 0, 1}, {6, 0, 4}, {10, 0, 14}, {12, 0, 23}, {15, 0, 41}, {17, 0, 54},
  {19, 0, 69}, {20, 0, 77}, {21, 0, 85}, {24, 0, 108}, {25, 0, 237}, {25, 0, 238}, {23, 0, 101},
  {25, 0, 172}, {25, 0, 173}, {25, 0, 170}, {25, 0, 171}, {25, 0, 227}, {25, 0, 162},
  {25, 0, 156}, {25, 0, 157}, {25, 0, 243}, {25, 0, 134}, {25, 0, 135}, {25, 0, 136},
  {25, 0, 128}, {25, 0, 129}, {25, 0, 247}, {25, 0, 127}, {25, 0, 178}, {25, 0, 179},
  {25, 0, 214}, {25, 0, 118}, {25, 0, 204}, {25, 0, 205}, {25, 0, 198}, {25, 0, 199},
  {25, 0, 245}, {25, 0, 246}, {25, 0, 242}, {25, 0, 244}, {25, 0, 230}, {25, 0, 119},
  {25, 0, 193}, {25, 0, 194}, {25, 0, 186}, {25, 0, 187}, {25, 0, 211}, {25, 0, 190},
  {25, 0, 163}, {25, 0, 164}, {25, 0, 220}, {25, 0, 221}, {25, 0, 216}, {25, 0, 217},
  {25, 0, 212}, {25, 0, 213}, {25, 0, 206}, {25, 0, 208}, {25, 0, 209}, {25, 0, 210},
  {25, 0, 122}, {25, 0, 248}, {25, 0, 235}, {25, 0, 148}, {25, 0, 253}, {25, 0, 254},
  {25, 0, 123}, {25, 0, 124}, {25, 0, 215}, {25, 0, 117}, {25, 0, 234}, {25, 0, 236},
  {25, 0, 142}, {25, 0, 143}, {25, 0, 153}, {25, 0, 154}, {25, 0, 176}, {25, 0, 177},
  {25, 0, 174}, {25, 0, 175}, {25, 0, 184}, {25, 0, 185}, {25, 0, 240}, {25, 0, 241},
  {25, 0, 239}, {25, 0, 141}, {25, 0, 139}, {25, 0, 140}, {25, 0, 125}, {25, 0, 126},
  {25, 0, 130}, {25, 0, 131}, {25, 0, 228}, {25, 0, 229}, {25, 0, 232}, {25, 0, 233},
  {25, 0, 132}, {25, 0, 133}, {25, 0, 137}, {25, 0, 138}, {25, 0, 255}, {26, 0, 116}, {26, 0, 0},
  {25, 0, 249}, {25, 0, 250}, {25, 0, 251}, {25, 0, 252}, {25, 0, 120}, {25, 0, 121},
  {25, 0, 222}, {25, 0, 224}, {25, 0, 218}, {25, 0, 219}, {25, 0, 200}, {25, 0, 201},
  {25, 0, 191}, {25, 0, 192}, {25, 0, 149}, {25, 0, 150}, {25, 0, 151}, {25, 0, 152},
  {25, 0, 146}, {25, 0, 147}, {25, 0, 144}, {25, 0, 145}, {25, 0, 165}, {25, 0, 166},
  {25, 0, 167}, {25, 0, 168}, {25, 0, 158}, {25, 0, 159}, {25, 0, 223}, {25, 0, 169},
  {25, 0, 207}, {25, 0, 197}, {25, 0, 202}, {25, 0, 203}, {25, 0, 188}, {25, 0, 189},
  {25, 0, 225}, {25, 0, 226}, {25, 0, 195}, {25, 0, 196}, {25, 0, 182}, {25, 0, 183},
  {25, 0, 231}, {25, 0, 155}, {25, 0, 160}, {25, 0, 161}, {16, 0, 48}, {14, 0, 36}, {13, 0, 30},
  {11, 0, 19}, {9, 0, 11}, {9, 32, 0}, {10, 0, 15}, {12, 0, 24}, {15, 0, 42}, {18, 0, 62},
  {19, 0, 70}, {22, 0, 94}, {25, 0, 180}, {25, 0, 181}, {24, 0, 109}, {23, 0, 102}, {21, 0, 86},
  {20, 0, 78}, {17, 0, 55}, {16, 0, 49}, {14, 0, 37}, {13, 0, 31}, {12, 0, 25}, {15, 0, 43},
  {18, 0, 63}, {19, 0, 71}, {20, 0, 79}, {21, 0, 87}, {21, 0, 88}, {17, 0, 56}, {16, 0, 50},
  {14, 0, 38}, {13, 180, 0}, {7, 0, 6}, {5, 0, 3}, {9, 0, 12}, {11, 0, 20}, {11, 100, 0},
  {10, 60, 0}, {8, 20, 0}, {7, 12, 0}, {8, 0, 9}, {10, 0, 16}, {13, 0, 32}, {15, 0, 44},
  {18, 0, 64}, {19, 0, 72}, {20, 0, 80}, {22, 0, 95}, {22, 0, 96}, {24, 0, 110}, {24, 0, 111},
  {23, 0, 103}, {23, 0, 104}, {23, 0, 105}, {17, 0, 57}, {18, 0, 65}, {19, 0, 73}, {20, 0, 81},
  {21, 0, 89}, {22, 0, 97}, {22, 0, 98}, {17, 0, 58}, {14, 0, 39}, {12, 0, 26}, {11, 0, 21},
  {9, 0, 13}, {7, 0, 7}, {6, 0, 5}, {8, 0, 10}, {13, 0, 33}, {16, 0, 51}, {18, 0, 66},
  {19, 0, 74}, {20, 0, 82}, {21, 0, 90}, {21, 0, 91}, {17, 0, 59}, {15, 0, 45}, {16, 0, 52},
  {18, 0, 67}, {19, 0, 75}, {20, 0, 83}, {24, 0, 112}, {24, 0, 113}, {23, 0, 106}, {22, 0, 99},
  {21, 0, 92}, {18, 0, 68}, {19, 0, 76}, {20, 0, 84}, {23, 0, 107}, {24, 0, 114}, {24, 0, 115},
  {22, 0, 100}, {21, 0, 93}, {15, 0, 46}, {12, 0, 27}, {13, 0, 34}, {13, 320, 0}, {12, 0, 28},
  {10, 0, 17}, {11, 0, 22}, {14, 0, 40}, {16, 0, 53}, {17, 0, 60}, {17, 0, 61}, {15, 0, 47},
  {13, 0, 35}, {12, 0, 29}, {10, 0, 18}, {7, 0, 8}, {3, 0, 2},
};

/// Returns the code at the start of a pattern: the last code with a first pattern up to this
/// pattern. For most patterns, the table reduces the search to a few codes.
static uint32_t find_code(const struct vc5_codes *table, uint32_t pattern) {
  const struct vc5_entry *entry = &table->entries[pattern >> (32 - kTableBits)];
  uint32_t found = entry->first, last = entry[1].first;
  while (found < last) {
    const uint32_t middle = (found + last + 1) / 2;
    if (table->starts[middle] <= pattern)
      found = middle;
    else
      last = middle - 1;
  }
  return found;
}

/// Returns the codes that fit completely in a pattern.
static struct vc5_entry entry_of(const struct vc5_codes *table, uint32_t pattern) {
  struct vc5_entry entry = {.first = table->entries[pattern].first};
  uint32_t values = 0;
  for (;;) {
    const uint32_t rest = pattern << (32 - kTableBits) << entry.bits;
    const struct code *code = &codes[find_code(table, rest)];
    const bool has_sign = code->magnitude > 0;
    if (entry.bits + code->bits + has_sign > kTableBits || (has_sign && values == 2)) break;
    if (has_sign) {
      const bool is_negative = rest << code->bits >> 31;
      entry.values[values] = (int8_t)(is_negative ? -code->magnitude : code->magnitude);
      entry.places[values++] = entry.advance;
    }
    entry.bits = (uint8_t)(entry.bits + code->bits + has_sign);
    entry.advance = (uint8_t)(entry.advance + (has_sign ? 1 : code->run));
  }
  for (; values < 2; values++) entry.places[values] = entry.advance;
  return entry;
}

void vc5_set_codes(struct vc5_codes *table) {
  uint64_t start = 0;
  uint32_t pattern = 0;
  for (uint32_t i = 0; i < kCodes; i++) {
    table->starts[i] = (uint32_t)start;
    start += 1ull << (32 - codes[i].bits);
    for (; (uint64_t)pattern << (32 - kTableBits) < start; pattern++) table->entries[pattern].first = (uint16_t)i;
  }
  table->entries[pattern].first = kCodes - 1;
  for (uint32_t i = 0; i < 1 << kTableBits; i++) table->entries[i] = entry_of(table, i);
  for (int m = 0; m <= kLargestMagnitude; m++)
    table->expanded[m] = (int16_t)(m + 768ll * m * m * m / (255 * 255 * 255));
}

bool vc5_take_code(struct vc5_cursor *cursor, const struct vc5_codes *table) {
  const uint64_t window = vc5_window(cursor);
  const struct code *code = &codes[find_code(table, (uint32_t)(window >> 32))];
  if (code->magnitude > 0) {
    if (cursor->place >= cursor->end) return false;
    const int64_t value = (int64_t)table->expanded[code->magnitude] * cursor->quantum;
    const bool is_negative = window << code->bits >> 63;
    const int32_t most = is_negative ? 32768 : 32767;
    const int32_t magnitude = value < most ? (int32_t)value : most;
    cursor->samples[cursor->place++] = (int16_t)(is_negative ? -magnitude : magnitude);
    cursor->bit += code->bits + 1u;
    if (magnitude > cursor->largest) cursor->largest = magnitude;
  } else {
    if (code->run == 0 || code->run > cursor->end - cursor->place) return false;
    cursor->place += code->run;
    cursor->bit += code->bits;
  }
  cursor->window = vc5_window(cursor);
  return true;
}

bool vc5_take_end(struct vc5_cursor *cursor, const struct vc5_codes *table) {
  const struct code *code = &codes[find_code(table, (uint32_t)(vc5_window(cursor) >> 32))];
  if (code->magnitude > 0 || code->run > 0) return false;
  cursor->bit += code->bits;
  return true;
}
