#include "JPEGXLPicture.h"

#include <algorithm>

namespace bromide {

namespace {
enum Tag : unsigned {
  kWidth = 256, kHeight = 257, kCompressionTag = 259, kPhotometric = 262, kStripOffsets = 273, kSamples = 277,
  kRowsPerStrip = 278, kStripSizes = 279, kTileWidth = 322, kTileHeight = 323, kTileOffsets = 324, kTileSizes = 325,
  kSampleFormat = 339, kVersion = 50706, kLinearization = 50712, kWhiteLevel = 50717, kRowInterleave = 50975,
  kColumnInterleave = 52547,
};
constexpr int kLosslessJPEG = 7, kDeflate = 8;
constexpr uint32_t kMosaic = 32803, kLinearRaw = 34892;
constexpr uint32_t kFloats = 3;
/// More than cameras write. Damaged files can contain larger numbers.
constexpr size_t kMostTiles = 1 << 20;
constexpr size_t kMostSamples = 8;
}  // namespace

std::vector<JPEGXLPicture> JPEGXLPicture::all(const bromide_raw_source &source) {
  std::vector<JPEGXLPicture> pictures;
  bool isDNG = false;
  for (const TIFFDirectory &directory : TIFFDirectory::all(source)) {
    isDNG |= directory.count(kVersion) == 4;
    JPEGXLPicture picture;
    if (picture.read(source, directory)) pictures.push_back(picture);
  }
  return isDNG ? pictures : std::vector<JPEGXLPicture>();
}

/// Returns false for a picture of another kind. Parts missing from an incomplete directory are 0 or
/// empty.
bool JPEGXLPicture::read(const bromide_raw_source &source, const TIFFDirectory &directory) {
  if (directory.number(source, kCompressionTag) != kCompression) return false;
  const std::optional<uint32_t> kind = directory.number(source, kPhotometric);
  if (kind != kMosaic && kind != kLinearRaw) return false;
  const std::vector<uint64_t> formats = directory.numbers(source, kSampleFormat, kMostSamples);
  hasFloats = !formats.empty() && formats[0] == kFloats;
  disguise_.place = directory.place(kCompressionTag);
  disguise_.bytes = directory.bytesOfNumber(kCompressionTag, static_cast<uint32_t>(shownCompression()));
  width = directory.number(source, kWidth).value_or(0);
  height = directory.number(source, kHeight).value_or(0);
  samples = directory.number(source, kSamples).value_or(1);
  rowFields = directory.number(source, kRowInterleave).value_or(1);
  columnFields = directory.number(source, kColumnInterleave).value_or(1);
  // With as many fields as rows or columns, the order is unchanged, as with one field.
  if (rowFields >= height) rowFields = 1;
  if (columnFields >= width) columnFields = 1;
  directory_ = directory;
  readPlace(source);
  readLargest(source);
  return true;
}

int JPEGXLPicture::shownCompression() const { return hasFloats ? kDeflate : kLosslessJPEG; }

bool JPEGXLPicture::hasTiles() const { return directory_.count(kTileOffsets) > 0; }

/// For several tiles, LibRaw stores the position of the table.
void JPEGXLPicture::readPlace(const bromide_raw_source &source) {
  if (directory_.count(kTileOffsets) > 1) {
    place_ = directory_.place(kTileOffsets);
  } else {
    const std::vector<uint64_t> offsets = directory_.numbers(source, hasTiles() ? kTileOffsets : kStripOffsets, kMostTiles);
    place_ = offsets.empty() ? 0 : offsets[0];
  }
}

void JPEGXLPicture::readLargest(const bromide_raw_source &source) {
  if (directory_.count(kLinearization) > 0) {
    largest = directory_.count(kLinearization) - 1;
    return;
  }
  for (uint64_t white : directory_.numbers(source, kWhiteLevel, kMostSamples))
    largest = std::max(largest, static_cast<uint32_t>(white));
}

JPEGXLPicture::Tiles JPEGXLPicture::tiles(const bromide_raw_source &source) const {
  const auto number = [&](Tag tag, uint32_t otherwise) { return directory_.number(source, tag).value_or(otherwise); };
  Tiles tiles;
  tiles.offsets = directory_.numbers(source, hasTiles() ? kTileOffsets : kStripOffsets, kMostTiles);
  tiles.sizes = directory_.numbers(source, hasTiles() ? kTileSizes : kStripSizes, kMostTiles);
  tiles.width = hasTiles() ? number(kTileWidth, 0) : width;
  tiles.height = hasTiles() ? number(kTileHeight, 0) : std::min(number(kRowsPerStrip, height), height);
  return tiles;
}

}  // namespace bromide
