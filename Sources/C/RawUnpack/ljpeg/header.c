// Reads the header of a lossless JPEG with LibRaw's rules.
#include "ljpeg.h"

#include <string.h>

/// The position of the last definition of each table.
struct tables {
  size_t at[kMostComponents];
};

static bool read_tables(const uint8_t *bytes, size_t from, size_t to, struct tables *tables) {
  while (from < to) {
    const uint8_t number = bytes[from];
    // LibRaw reads class and number as one number. Only 0 to 3 have the same meaning for all
    // readers.
    if (number >= kMostComponents || to - from < 17) return false;
    size_t symbols = 0;
    for (size_t i = 1; i <= 16; i++) symbols += bytes[from + i];
    if (symbols > 256 || to - from - 17 < symbols) return false;
    tables->at[number] = from + 1;
    from += 17 + symbols;
  }
  return true;
}

static bool read_frame(const uint8_t *segment, size_t size, struct ljpeg_header *header) {
  if (size < 6) return false;
  header->bits = segment[0];
  header->height = (uint32_t)segment[1] << 8 | segment[2];
  header->width = (uint32_t)segment[3] << 8 | segment[4];
  header->components = segment[5];
  if (header->components < 1 || header->components > kMostComponents) return false;
  if (size != 6 + 3 * header->components) return false;
  header->sampling = segment[7];
  for (uint32_t c = 0; c < header->components; c++) {
    header->names[c] = segment[6 + 3 * c];
    if (c > 0 && segment[7 + 3 * c] != 0x11) return false;
  }
  return header->width > 0 && header->height > 0;
}

static bool read_scan(const uint8_t *segment, size_t size, struct ljpeg_header *header) {
  if (size != 4 + 2 * (size_t)header->components || segment[0] != header->components) return false;
  header->predictor = segment[1 + 2 * header->components];
  if (header->predictor < 1 || header->predictor > 7) return false;
  const uint32_t transform = segment[3 + 2 * header->components] & 15;
  if (transform >= header->bits) return false;
  header->bits -= transform;
  return header->bits >= 2 && header->bits <= 16;
}

/// Selects the scan's codes. The scan must have the frame's components in the same order.
static bool choose_codes(const uint8_t *segment, const struct tables *tables, struct ljpeg_header *header) {
  for (uint32_t c = 0; c < header->components; c++) {
    const uint8_t name = segment[1 + 2 * c], table = segment[2 + 2 * c] >> 4;
    if (name != header->names[c] || table >= kMostComponents || !tables->at[table]) return false;
    header->codes[c] = tables->at[table];
  }
  return true;
}

static bool read_header(const uint8_t *bytes, size_t count, bool is_sampled, struct ljpeg_header *header) {
  *header = (struct ljpeg_header){0};
  struct tables tables = {{0}};
  bool has_frame = false;
  if (count < 2 || bytes[0] != 0xff || bytes[1] != 0xd8) return false;
  for (size_t at = 2; count - at >= 4;) {
    const unsigned tag = (unsigned)bytes[at] << 8 | bytes[at + 1];
    const size_t length = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
    if (tag <= 0xff00 || length < 2 || count - at - 2 < length) return false;
    const uint8_t *segment = bytes + at + 4;
    const size_t size = length - 2;
    switch (tag) {
    case 0xffc3:
      if (has_frame || !read_frame(segment, size, header)) return false;
      has_frame = true;
      break;
    case 0xffc4:
      if (!read_tables(bytes, at + 4, at + 4 + size, &tables)) return false;
      break;
    case 0xffda:
      if (!has_frame || !read_scan(segment, size, header)) return false;
      header->data = at + 2 + length;
      if (is_sampled) return choose_codes(segment, &tables, header);
      if (!tables.at[0]) return false;
      // Components use the tables in order, and the scan's choice is ignored. A missing table
      // repeats the previous one.
      for (uint32_t c = 0; c < kMostComponents; c++)
        header->codes[c] = tables.at[c] ? tables.at[c] : header->codes[c - 1];
      return true;
    case 0xffc0:
    case 0xffc1:
    case 0xffdd:
      return false;
    default:
      break;
    }
    at += 2 + length;
  }
  return false;
}

bool ljpeg_read_header(const uint8_t *bytes, size_t count, struct ljpeg_header *header) {
  return read_header(bytes, count, false, header) && header->sampling == 0x11;
}

bool ljpeg_read_sampled_header(const uint8_t *bytes, size_t count, struct ljpeg_header *header) {
  if (!read_header(bytes, count, true, header) || header->components != 3) return false;
  return header->sampling == 0x21 || header->sampling == 0x22;
}

bool ljpeg_build_code(const uint8_t *source, struct ljpeg_code *code) {
  const uint8_t *symbols = source + 16;
  memset(code->entries, 0, sizeof code->entries);
  code->has_long = false;
  uint32_t next = 0;
  size_t index = 0;
  for (uint32_t length = 1; length <= 16; length++) {
    const uint32_t step = 1u << (16 - length);
    code->offset[length] = (int32_t)index - (int32_t)(next >> (16 - length));
    for (uint32_t i = 0; i < source[length - 1]; i++, index++, next += step) {
      const uint32_t size = symbols[index];
      if (size > 16 || next + step > 0x10000) return false;
      code->symbols[index] = (uint8_t)size;
      if (length > kTableBits) {
        code->has_long = true;
        continue;
      }
      const ljpeg_entry entry = (ljpeg_entry)(
          length << 6 | (size == 16 ? length | 0x8000 : length + size));
      ljpeg_entry *to = code->entries + (next >> (16 - kTableBits));
      for (uint32_t j = 0; j < step >> (16 - kTableBits); j++) to[j] = entry;
    }
    code->end[length] = next;
  }
  // Readers of short codes can then skip the check.
  for (size_t i = 0; !code->has_long && i < 1 << kTableBits; i++)
    if (code->entries[i] == 0) code->entries[i] = kNoCode;
  return index > 0;
}

ljpeg_entry ljpeg_long_entry(const struct ljpeg_code *code, uint64_t window) {
  const uint32_t bits = (uint32_t)(window >> 48);
  for (uint32_t length = kTableBits + 1; length <= 16; length++) {
    if (bits >= code->end[length]) continue;
    const uint32_t size =
        code->symbols[(int32_t)(bits >> (16 - length)) + code->offset[length]];
    return (ljpeg_entry)(length << 6 | (size == 16 ? length | 0x8000 : length + size));
  }
  return kNoCode;
}

int ljpeg_reading(const struct ljpeg_code codes[2], bool has_two) {
  const bool has_long = codes[0].has_long || (has_two && codes[1].has_long);
  return (has_two ? LJPEG_TWO_CODES : 0) | (has_long ? LJPEG_LONG : 0);
}

/// Returns whether two file positions contain the same code.
static bool is_same_code(const uint8_t *bytes, size_t a, size_t b) {
  if (a == b) return true;
  size_t symbols = 0;
  for (size_t i = 0; i < 16; i++) symbols += bytes[a + i];
  return memcmp(bytes + a, bytes + b, 16 + symbols) == 0;
}

bool ljpeg_build_codes(
    const uint8_t *bytes, const struct ljpeg_header *header, struct ljpeg_code codes[2],
    bool *has_two) {
  const size_t *at = header->codes;
  const uint32_t components = header->components;
  *has_two = components > 1 && !is_same_code(bytes, at[0], at[1]);
  if (components == 3 && (*has_two || !is_same_code(bytes, at[0], at[2]))) return false;
  if (components == 4 && !(is_same_code(bytes, at[0], at[2]) && is_same_code(bytes, at[1], at[3])))
    return false;
  if (!ljpeg_build_code(bytes + at[0], &codes[0])) return false;
  return !*has_two || ljpeg_build_code(bytes + at[1], &codes[1]);
}

bool ljpeg_build_four_codes(
    const uint8_t *bytes, const struct ljpeg_header *header, struct ljpeg_code codes[4]) {
  if (header->components != 4) return false;
  for (size_t c = 0; c < 4; c++)
    if (!ljpeg_build_code(bytes + header->codes[c], &codes[c])) return false;
  return true;
}
