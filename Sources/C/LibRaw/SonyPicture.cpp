#include "SonyPicture.h"

namespace bromide {

namespace {
enum Tag : unsigned {
  kWidth = 256, kHeight = 257, kBits = 258, kCompression = 259, kPhotometric = 262, kSamples = 277, kTileOffsets = 324,
};
constexpr uint32_t kJPEG = 6, kYCbCr = 6;
/// JPEGs with fewer bits are previews.
constexpr uint64_t kLeastBits = 12;
}  // namespace

std::optional<SonyPicture> SonyPicture::find(const bromide_raw_source &source) {
  for (const TIFFDirectory &directory : TIFFDirectory::all(source)) {
    const auto is = [&](Tag tag, uint32_t value) { return directory.number(source, tag) == value; };
    if (!is(kCompression, kJPEG) || !is(kPhotometric, kYCbCr) || !is(kSamples, 3)) continue;
    const std::vector<uint64_t> bits = directory.numbers(source, kBits, 3);
    if (bits.empty() || bits[0] < kLeastBits || directory.count(kTileOffsets) == 0) continue;
    return SonyPicture{
        directory.number(source, kWidth).value_or(0), directory.number(source, kHeight).value_or(0),
        directory.place(kSamples), directory.bytesOfNumber(kSamples, 1)};
  }
  return std::nullopt;
}

}  // namespace bromide
