// The directories of a TIFF, read from the file without LibRaw.
#pragma once

#include <CRawUnpack.h>
#include <optional>
#include <vector>

namespace bromide {

/// The fields of one directory (TIFF 6.0, section 2).
class TIFFDirectory {
public:
  /// Returns the main directories and their subdirectories. Empty without TIFF's header.
  static std::vector<TIFFDirectory> all(const bromide_raw_source &);

  /// Returns the numbers of a field, up to the end of the file. Empty if the field is not of an
  /// integer type or has more than `most` numbers.
  std::vector<uint64_t> numbers(const bromide_raw_source &, unsigned tag, size_t most) const;
  /// Returns the value of a field with one integer.
  std::optional<uint32_t> number(const bromide_raw_source &, unsigned tag) const;
  /// Returns the bytes of a field with one integer for another value, or an empty result for other
  /// kinds of fields.
  std::vector<uint8_t> bytesOfNumber(unsigned tag, uint32_t value) const;
  /// Returns the number of a field's values, and the position of the first one. 0 if the field is
  /// missing.
  uint32_t count(unsigned tag) const;
  uint64_t place(unsigned tag) const;

private:
  struct Field {
    unsigned tag, type;
    uint32_t count;
    /// The position of its values.
    uint64_t place;
  };
  const Field *find(unsigned tag) const;
  const Field *findNumber(unsigned tag) const;

  bool isLittle_ = true;
  std::vector<Field> fields_;
};

}  // namespace bromide
