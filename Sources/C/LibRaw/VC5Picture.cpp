#include "VC5Picture.h"

namespace bromide {

namespace {
enum Tag : unsigned {
  kWidth = 256, kHeight = 257, kCompressionTag = 259, kPhotometric = 262, kStripOffsets = 273, kStripSizes = 279,
  kTileOffsets = 324, kTileSizes = 325, kVersion = 50706, kWhiteLevel = 50717,
};
constexpr uint32_t kLosslessJPEG = 7, kMosaic = 32803;
constexpr uint64_t kAllBits = 65535;
constexpr size_t kMostSites = 8;
}  // namespace

std::vector<VC5Picture> VC5Picture::all(const bromide_raw_source &source) {
  std::vector<VC5Picture> pictures;
  bool isDNG = false;
  for (const TIFFDirectory &directory : TIFFDirectory::all(source)) {
    isDNG |= directory.count(kVersion) == 4;
    const auto number = [&](Tag tag) { return directory.number(source, tag).value_or(0); };
    if (number(kCompressionTag) != kCompression || number(kPhotometric) != kMosaic) continue;
    const bool hasTiles = directory.count(kTileOffsets) > 0;
    const std::vector<uint64_t> levels = directory.numbers(source, kWhiteLevel, kMostSites);
    pictures.push_back(
        {number(kWidth), number(kHeight), number(hasTiles ? kTileOffsets : kStripOffsets),
         number(hasTiles ? kTileSizes : kStripSizes), directory.count(hasTiles ? kTileOffsets : kStripOffsets),
         levels.empty() ? kAllBits : levels[0], directory.place(kCompressionTag),
         directory.bytesOfNumber(kCompressionTag, kLosslessJPEG)});
  }
  return isDNG ? pictures : std::vector<VC5Picture>();
}

uint32_t VC5Picture::bits() const {
  uint32_t bits = 0;
  for (uint64_t left = white; left > 0; left >>= 1) bits++;
  return bits;
}

}  // namespace bromide
