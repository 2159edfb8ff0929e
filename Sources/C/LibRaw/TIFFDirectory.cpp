#include "TIFFDirectory.h"

#include <algorithm>

namespace bromide {

namespace {
constexpr unsigned kByte = 1, kShort = 3, kLong = 4, kDirectory = 13;
constexpr unsigned kSubdirectories = 330;
/// Cameras write fewer than 20 directories of fewer than 150 fields.
constexpr size_t kMostDirectories = 64, kMostFields = 1024, kMostSubdirectories = 16;
constexpr size_t kFieldBytes = 12;

uint32_t numberAt(const uint8_t *bytes, size_t count, bool isLittle) {
  uint32_t value = 0;
  for (size_t k = 0; k < count; k++) value = value << 8 | bytes[isLittle ? count - 1 - k : k];
  return value;
}

/// Returns the bytes of a value, or 0 for types other than integers.
size_t sizeOf(unsigned type) {
  switch (type) {
  case kByte: return 1;
  case kShort: return 2;
  case kLong: case kDirectory: return 4;
  default: return 0;
  }
}

bool read(const bromide_raw_source &source, uint64_t offset, std::vector<uint8_t> &bytes) {
  return source.read(source.context, offset, bytes.data(), bytes.size()) == bytes.size();
}
}  // namespace

std::vector<TIFFDirectory> TIFFDirectory::all(const bromide_raw_source &source) {
  std::vector<TIFFDirectory> found;
  std::vector<uint8_t> head(8);
  if (!read(source, 0, head) || head[0] != head[1] || (head[0] != 'I' && head[0] != 'M')) return found;
  const bool isLittle = head[0] == 'I';
  if (numberAt(head.data() + 2, 2, isLittle) != 42) return found;
  std::vector<uint64_t> places = {numberAt(head.data() + 4, 4, isLittle)};
  for (size_t next = 0; next < places.size() && found.size() < kMostDirectories; next++) {
    // A directory can refer to itself or to an earlier one.
    if (std::find(places.begin(), places.begin() + long(next), places[next]) != places.begin() + long(next)) continue;
    std::vector<uint8_t> start(2);
    if (places[next] == 0 || !read(source, places[next], start)) continue;
    const size_t count = numberAt(start.data(), 2, isLittle);
    std::vector<uint8_t> bytes(count * kFieldBytes);
    if (count > kMostFields || !read(source, places[next] + 2, bytes)) continue;
    TIFFDirectory directory;
    directory.isLittle_ = isLittle;
    for (size_t at = 0; at < bytes.size(); at += kFieldBytes) {
      const uint8_t *const field = bytes.data() + at;
      const unsigned type = numberAt(field + 2, 2, isLittle);
      const uint32_t values = numberAt(field + 4, 4, isLittle);
      const bool isHere = uint64_t(values) * sizeOf(type) <= 4;
      directory.fields_.push_back(
          {numberAt(field, 2, isLittle), type, values,
           isHere ? places[next] + 2 + at + 8 : numberAt(field + 8, 4, isLittle)});
    }
    for (uint64_t place : directory.numbers(source, kSubdirectories, kMostSubdirectories)) places.push_back(place);
    std::vector<uint8_t> link(4);
    if (read(source, places[next] + 2 + bytes.size(), link)) places.push_back(numberAt(link.data(), 4, isLittle));
    found.push_back(directory);
  }
  return found;
}

/// Returns the last one, like LibRaw.
const TIFFDirectory::Field *TIFFDirectory::find(unsigned tag) const {
  for (auto field = fields_.rbegin(); field != fields_.rend(); ++field)
    if (field->tag == tag) return &*field;
  return nullptr;
}

const TIFFDirectory::Field *TIFFDirectory::findNumber(unsigned tag) const {
  const Field *const field = find(tag);
  return field && field->count == 1 && sizeOf(field->type) > 0 ? field : nullptr;
}

std::vector<uint64_t> TIFFDirectory::numbers(const bromide_raw_source &source, unsigned tag, size_t most) const {
  const Field *const field = find(tag);
  if (!field || field->count > most || sizeOf(field->type) == 0) return {};
  const size_t size = sizeOf(field->type);
  if (field->place > source.size || uint64_t(field->count) * size > source.size - field->place) return {};
  std::vector<uint8_t> bytes(field->count * size);
  if (!read(source, field->place, bytes)) return {};
  std::vector<uint64_t> values;
  for (size_t at = 0; at < bytes.size(); at += size) values.push_back(numberAt(bytes.data() + at, size, isLittle_));
  return values;
}

std::optional<uint32_t> TIFFDirectory::number(const bromide_raw_source &source, unsigned tag) const {
  if (!findNumber(tag)) return std::nullopt;
  const std::vector<uint64_t> values = numbers(source, tag, 1);
  if (values.empty()) return std::nullopt;
  return static_cast<uint32_t>(values[0]);
}

std::vector<uint8_t> TIFFDirectory::bytesOfNumber(unsigned tag, uint32_t value) const {
  const Field *const field = findNumber(tag);
  std::vector<uint8_t> bytes(field ? sizeOf(field->type) : 0);
  for (size_t k = 0; k < bytes.size(); k++)
    bytes[k] = static_cast<uint8_t>(value >> 8 * (isLittle_ ? k : bytes.size() - 1 - k));
  return bytes;
}

uint32_t TIFFDirectory::count(unsigned tag) const {
  const Field *const field = find(tag);
  return field ? field->count : 0;
}

uint64_t TIFFDirectory::place(unsigned tag) const {
  const Field *const field = find(tag);
  return field ? field->place : 0;
}

}  // namespace bromide
