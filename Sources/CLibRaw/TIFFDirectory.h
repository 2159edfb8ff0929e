// The directories of a TIFF as the file has them, whatever LibRaw made of them.
#ifndef BROMIDE_TIFF_DIRECTORY_H
#define BROMIDE_TIFF_DIRECTORY_H
#include <CRawUnpack.h>
#include <optional>
#include <vector>

namespace bromide {

/// The fields of one directory (TIFF 6.0, section 2).
class TIFFDirectory {
public:
  /// The main directories and those below them; none without TIFF's header.
  static std::vector<TIFFDirectory> all(const bromide_raw_source &);

  /// The numbers of a field, as far as the file has them; none if it has another type than whole numbers, or more of
  /// them than `most`.
  std::vector<uint64_t> numbers(const bromide_raw_source &, unsigned tag, size_t most) const;
  /// The value of a field of one whole number.
  std::optional<uint32_t> number(const bromide_raw_source &, unsigned tag) const;
  /// The bytes that such a field would have for another value; none for a field of another kind.
  std::vector<uint8_t> bytesOfNumber(unsigned tag, uint32_t value) const;
  /// How many values a field has, and the place of the first; 0 without it.
  uint32_t count(unsigned tag) const;
  uint64_t place(unsigned tag) const;

private:
  struct Field {
    unsigned tag, type;
    uint32_t count;
    /// The place of its values.
    uint64_t place;
  };
  const Field *find(unsigned tag) const;
  const Field *findNumber(unsigned tag) const;

  bool isLittle_ = true;
  std::vector<Field> fields_;
};

}  // namespace bromide
#endif
