// GoPro's VC-5 in DNGs (compression 9), which LibRaw does not read.
#pragma once

#include "TIFFDirectory.h"

namespace bromide {

/// A raw picture, as its directory describes it. LibRaw accepts it as lossless JPEG, and does not
/// read the data before it unpacks them.
struct VC5Picture {
  /// The compression's number in TIFFs.
  static constexpr int kCompression = 9;

  /// Returns all pictures of this kind in a DNG.
  static std::vector<VC5Picture> all(const bromide_raw_source &);

  uint32_t width, height;
  /// The stream, and the number of tiles or strips. More than one is not supported.
  uint64_t offset, size;
  uint32_t parts;
  /// The white level. If a DNG does not contain it, it is the maximum of all bits.
  uint64_t white;
  /// Returns the bits of samples up to the white level.
  uint32_t bits() const;
  /// The position of the compression, and its bytes for LibRaw.
  uint64_t place;
  std::vector<uint8_t> bytes;
};

}  // namespace bromide
