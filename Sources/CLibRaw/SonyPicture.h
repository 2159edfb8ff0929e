// Sony's sizes M and S, which LibRaw knows from 0.22 on.
#ifndef BROMIDE_SONY_PICTURE_H
#define BROMIDE_SONY_PICTURE_H
#include "TIFFDirectory.h"

namespace bromide {

/// Tiles of luminance and chroma. Other LibRaws take any JPEG of three samples for a preview; with one sample it is a raw
/// picture of lossless JPEG, at which they do not look before they unpack it.
struct SonyPicture {
  /// The first one of a TIFF.
  static std::optional<SonyPicture> find(const bromide_raw_source &);

  uint32_t width, height;
  /// The place of the number of samples, and its bytes for one.
  uint64_t place;
  std::vector<uint8_t> bytes;
};

}  // namespace bromide
#endif
