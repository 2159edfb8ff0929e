// Lossless JPEG: which of LibRaw's cases ours decodes.
#include "Unpackers.h"

#include <climits>

namespace bromide {

/// Tiles, or one JPEG, of samples of a mosaic.
bool unpackLosslessDNG(const UnpackRequest &request) {
  const unpacker_data_t &unpacker = request.unpacker();
  if (unpacker.tiff_samples != 1) return false;
  // Before DNG 1.1 a difference of 16 bits was followed by them.
  const unsigned version = request.data.idata.dng_version;
  if (version != 0 && version < 0x1010000) return false;
  bromide_raw_ljpeg parameters = {};
  parameters.has_table = unpacker.tile_length < INT_MAX;
  parameters.is_big_endian = !request.isLittleEndian();
  parameters.tile_width = unpacker.tile_width;
  parameters.tile_height = unpacker.tile_length;
  if (!request.hasIdentityCurve()) parameters.curve = request.data.color.curve;
  return bromide_unpack_ljpeg(&request.job, &parameters);
}

}  // namespace bromide
