// The main directory of Panasonic's RW2. Not all versions of LibRaw keep these fields.
#pragma once

#include <CRawUnpack.h>
#include <optional>
#include <vector>

namespace bromide {

/// TIFF fields with Panasonic's numbers, only in little-endian files.
class PanasonicFields {
public:
  /// The fields for the compression format of the samples, and for their bits.
  static constexpr unsigned kBits = 10, kFormat = 0x2d;

  /// Reads the directory. A file without a directory does not have fields.
  explicit PanasonicFields(const bromide_raw_source &);

  /// Returns the value of a field with one short number.
  std::optional<unsigned> number(unsigned tag) const;
  /// Returns the position of this value in the file.
  std::optional<uint64_t> placeOfNumber(unsigned tag) const;
  /// Returns the bytes of a field without a type, if it has that many, after the number at its
  /// start.
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
