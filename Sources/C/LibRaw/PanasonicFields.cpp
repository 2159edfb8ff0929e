#include "PanasonicFields.h"

#include <cstring>

namespace bromide {

namespace {
constexpr unsigned kShort = 3, kUndefined = 7;
/// Cameras write fewer than 100.
constexpr unsigned kMostFields = 512;
constexpr size_t kFieldBytes = 12;
}  // namespace

PanasonicFields::PanasonicFields(const bromide_raw_source &source) : source_(source) {
  std::vector<uint8_t> head(8);
  if (source.read(source.context, 0, head.data(), 8) != 8 || std::memcmp(head.data(), "IIU\0", 4) != 0) return;
  const uint64_t directory = longAt(head, 4);
  if (source.read(source.context, directory, head.data(), 2) != 2) return;
  const unsigned count = shortAt(head, 0);
  if (count > kMostFields) return;
  std::vector<uint8_t> bytes(count * kFieldBytes);
  if (source.read(source.context, directory + 2, bytes.data(), bytes.size()) != bytes.size()) return;
  for (size_t at = 0; at < bytes.size(); at += kFieldBytes)
    fields_.push_back(
        {shortAt(bytes, at), shortAt(bytes, at + 2), longAt(bytes, at + 4), longAt(bytes, at + 8),
         directory + 2 + at + 8});
}

/// Returns the last one, like LibRaw, or null if it has another type or length.
const PanasonicFields::Field *PanasonicFields::find(unsigned tag, unsigned type, unsigned count) const {
  for (auto field = fields_.rbegin(); field != fields_.rend(); ++field)
    if (field->tag == tag) return field->type == type && field->count == count ? &*field : nullptr;
  return nullptr;
}

std::optional<unsigned> PanasonicFields::number(unsigned tag) const {
  const Field *const field = find(tag, kShort, 1);
  if (!field) return std::nullopt;
  return field->value & 0xffff;
}

std::optional<uint64_t> PanasonicFields::placeOfNumber(unsigned tag) const {
  const Field *const field = find(tag, kShort, 1);
  if (!field) return std::nullopt;
  return field->place;
}

std::optional<std::vector<uint8_t>> PanasonicFields::bytes(unsigned tag, unsigned count, unsigned &number) const {
  const Field *const field = find(tag, kUndefined, count);
  std::vector<uint8_t> bytes(count);
  if (!field || source_.read(source_.context, field->value, bytes.data(), count) != count) return std::nullopt;
  number = shortAt(bytes, 0);
  bytes.erase(bytes.begin(), bytes.begin() + 2);
  return bytes;
}

}  // namespace bromide
