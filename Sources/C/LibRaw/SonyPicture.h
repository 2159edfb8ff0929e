// Sony's sizes M and S, which LibRaw supports since 0.22.
#pragma once

#include "TIFFDirectory.h"

namespace bromide {

/// Tiles of luminance and chroma.
///
/// Older LibRaws treat every JPEG with three samples as a preview. With one sample, they treat it
/// as a raw picture of lossless JPEG, and do not read it before they unpack it.
struct SonyPicture {
  /// Returns the first picture of this kind in a TIFF.
  static std::optional<SonyPicture> find(const bromide_raw_source &);

  uint32_t width, height;
  /// The position of the number of samples, and its bytes for one sample.
  uint64_t place;
  std::vector<uint8_t> bytes;
};

}  // namespace bromide
