// Pictures of JPEG XL in DNGs (1.7), which no LibRaw reads without Adobe's library.
#ifndef BROMIDE_JPEGXL_PICTURE_H
#define BROMIDE_JPEGXL_PICTURE_H
#include "TIFFDirectory.h"

namespace bromide {

/// A raw picture whose compression is JPEG XL, as its directory describes it.
class JPEGXLPicture {
public:
  /// Its number in TIFFs.
  static constexpr int kCompression = 52546;

  /// Those of a DNG.
  static std::vector<JPEGXLPicture> all(const bromide_raw_source &);

  /// Another value of its compression, with which LibRaw accepts the picture: lossless JPEG for integers, deflate
  /// for floating-point numbers, of which it does not look at the data before it unpacks them.
  struct Disguise {
    uint64_t place;
    std::vector<uint8_t> bytes;
  };
  Disguise disguise() const { return disguise_; }
  /// Whether LibRaw means this picture by the place of its data.
  bool isAt(uint64_t offset) const { return offset == place_; }
  /// Whether it has that size and shows LibRaw that compression.
  bool resembles(int compression, int64_t otherWidth, int64_t otherHeight) const {
    return compression == shownCompression() && otherWidth == width && otherHeight == height;
  }

  /// The places of its parts; strips are tiles as wide as the picture.
  struct Tiles {
    uint32_t width, height;
    std::vector<uint64_t> offsets, sizes;
  };
  Tiles tiles(const bromide_raw_source &) const;

  uint32_t width = 0, height = 0;
  uint32_t samples = 0;
  bool hasFloats = false;
  /// The numbers of fields that rows and columns are sorted into.
  uint32_t rowFields = 1, columnFields = 1;
  /// The largest sample that the linearization table or, without one, the white levels speak of; 0 where neither is
  /// stated.
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
#endif
