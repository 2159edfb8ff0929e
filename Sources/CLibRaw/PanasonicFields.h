// The main directory of Panasonic's RW2, as far as LibRaw does not keep it in all versions.
#ifndef BROMIDE_PANASONIC_FIELDS_H
#define BROMIDE_PANASONIC_FIELDS_H
#include <CRawUnpack.h>
#include <optional>
#include <vector>

namespace bromide {

/// TIFF's fields with numbers of Panasonic's own, in little-endian files only.
class PanasonicFields {
public:
  /// The number of the coding of the samples, and their bits.
  static constexpr unsigned kBits = 10, kFormat = 0x2d;

  /// Reads the directory; without one there are no fields.
  explicit PanasonicFields(const bromide_raw_source &);

  /// The value of a field of one short number.
  std::optional<unsigned> number(unsigned tag) const;
  /// Where in the file that value is.
  std::optional<uint64_t> placeOfNumber(unsigned tag) const;
  /// The bytes of a field without a type, if it has that many, after the number that they begin with.
  std::optional<std::vector<uint8_t>> bytes(unsigned tag, unsigned count, unsigned &number) const;

private:
  struct Field {
    unsigned tag, type, count, value;
    uint64_t place;
  };
  const Field *find(unsigned tag, unsigned type, unsigned count) const;

  const bromide_raw_source &source_;
  std::vector<Field> fields_;
};

inline unsigned shortAt(const std::vector<uint8_t> &bytes, size_t at) {
  return bytes[at] | static_cast<unsigned>(bytes[at + 1]) << 8;
}

inline unsigned longAt(const std::vector<uint8_t> &bytes, size_t at) {
  return shortAt(bytes, at) | shortAt(bytes, at + 2) << 16;
}

}  // namespace bromide
#endif
