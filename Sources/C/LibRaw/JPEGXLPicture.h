// Pictures of JPEG XL in DNGs (1.7), which LibRaw does not read without Adobe's library.
#pragma once

#include "TIFFDirectory.h"

namespace bromide {

/// A raw picture compressed with JPEG XL, as its directory describes it.
class JPEGXLPicture {
public:
  /// The compression's number in TIFFs.
  static constexpr int kCompression = 52546;

  /// Returns all pictures of this kind in a DNG.
  static std::vector<JPEGXLPicture> all(const bromide_raw_source &);

  /// Another value for its compression, with which LibRaw accepts the picture: lossless JPEG for
  /// integers, deflate for floating-point numbers. LibRaw does not read their data before it
  /// unpacks them.
  struct Disguise {
    uint64_t place;
    std::vector<uint8_t> bytes;
  };
  Disguise disguise() const { return disguise_; }
  /// Returns whether this picture has the data offset that LibRaw found.
  bool isAt(uint64_t offset) const { return offset == place_; }
  /// Returns whether it has this size and this compression for LibRaw.
  bool resembles(int compression, int64_t otherWidth, int64_t otherHeight) const {
    return compression == shownCompression() && otherWidth == width && otherHeight == height;
  }

  /// The positions of its parts. Strips are tiles as wide as the picture.
  struct Tiles {
    uint32_t width, height;
    std::vector<uint64_t> offsets, sizes;
  };
  Tiles tiles(const bromide_raw_source &) const;

  uint32_t width = 0, height = 0;
  uint32_t samples = 0;
  bool hasFloats = false;
  /// The number of fields into which rows and columns are sorted.
  uint32_t rowFields = 1, columnFields = 1;
  /// The largest sample in the linearization table or, without a table, in the white levels. 0 if
  /// both are missing.
  uint32_t largest = 0;

private:
  bool read(const bromide_raw_source &, const TIFFDirectory &);
  void readPlace(const bromide_raw_source &);
  void readLargest(const bromide_raw_source &);
  bool hasTiles() const;
  int shownCompression() const;

  TIFFDirectory directory_;
  Disguise disguise_;
  uint64_t place_ = 0;
};

}  // namespace bromide
