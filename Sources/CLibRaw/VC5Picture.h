// GoPro's VC-5 in DNGs (compression 9), which no LibRaw reads.
#ifndef BROMIDE_VC5_PICTURE_H
#define BROMIDE_VC5_PICTURE_H
#include "TIFFDirectory.h"

namespace bromide {

/// A raw picture as its directory describes it. As lossless JPEG LibRaw accepts it, and does not look at the data before it
/// unpacks them.
struct VC5Picture {
  /// Its number in TIFFs.
  static constexpr int kCompression = 9;

  /// Those of a DNG.
  static std::vector<VC5Picture> all(const bromide_raw_source &);

  uint32_t width, height;
  /// The stream, and the number of tiles or strips: more than one are not decoded.
  uint64_t offset, size;
  uint32_t parts;
  /// The white level, without which a DNG means all bits.
  uint64_t white;
  /// Bits of samples up to it.
  uint32_t bits() const;
  /// The place of the compression, and its bytes for LibRaw.
  uint64_t place;
  std::vector<uint8_t> bytes;
};

}  // namespace bromide
#endif
