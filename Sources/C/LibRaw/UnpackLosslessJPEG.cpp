// Lossless JPEG: the cases of LibRaw that Bromide decodes.
#include "Tiles.h"

#include <algorithm>
#include <climits>

namespace bromide {

namespace {
/// Sets the parameters that all kinds of DNG share. Returns false if LibRaw's rules differ.
bool setDNG(const UnpackRequest &request, bromide_raw_ljpeg &parameters) {
  const unpacker_data_t &unpacker = request.unpacker();
  // Before DNG 1.1, a difference of 16 bits was followed by 16 bits.
  const unsigned version = request.data.idata.dng_version;
  if (version != 0 && version < 0x1010000) return false;
  parameters.has_table = unpacker.tile_length < INT_MAX;
  parameters.is_big_endian = !request.isLittleEndian();
  parameters.tile_width = unpacker.tile_width;
  parameters.tile_height = unpacker.tile_length;
  if (!request.hasIdentityCurve()) parameters.curve = request.data.color.curve;
  return true;
}
}  // namespace

/// Unpacks tiles, or one JPEG, with samples of a mosaic.
bool unpackLosslessDNG(const UnpackRequest &request) {
  bromide_raw_ljpeg parameters = {};
  if (request.unpacker().tiff_samples != 1 || !setDNG(request, parameters)) return false;
  // LibRaw 0.20 uses only a part of a picture without filters.
  parameters.most_components = request.data.idata.filters ? 4 : 1;
  return bromide_unpack_ljpeg(&request.job, &parameters);
}

/// Unpacks tiles, or one JPEG, with pixels of three colours.
bool unpackLosslessPixels(const UnpackRequest &request) {
  const libraw_image_sizes_t &sizes = request.data.sizes;
  bromide_raw_ljpeg parameters = {};
  if (request.unpacker().tiff_samples != 3 || request.data.idata.colors != 3) return false;
  // LibRaw places pixels without considering a border.
  if (sizes.width != sizes.raw_width || sizes.height != sizes.raw_height) return false;
  if (!setDNG(request, parameters)) return false;
  if (!parameters.has_table) {
    parameters.tile_width = request.job.width;
    parameters.tile_height = request.job.height;
  }
  parameters.most_components = 3;
  parameters.has_pixels = true;
  return bromide_unpack_ljpeg(&request.job, &parameters);
}

/// Unpacks Sony's tiles of cells, which LibRaw supports since 0.21 for some cameras.
bool unpackSonyTiles(const UnpackRequest &request) {
  const unpacker_data_t &unpacker = request.unpacker();
  if (!request.isSony() || unpacker.tiff_samples != 1) return false;
  bromide_raw_ljpeg parameters = {};
  parameters.has_table = unpacker.tile_length < INT_MAX;
  parameters.is_big_endian = !request.isLittleEndian();
  // A table with a single tile is only its offset, and LibRaw does not keep its size.
  parameters.tile_width = parameters.has_table ? unpacker.tile_width : (request.job.width + 1) & ~1u;
  parameters.tile_height = parameters.has_table ? unpacker.tile_length : (request.job.height + 1) & ~1u;
  parameters.most_components = 4;
  parameters.has_cells = true;
  return bromide_unpack_ljpeg(&request.job, &parameters);
}

/// Unpacks Sony's tiles of luminance and chroma, which LibRaw supports since 0.22.
bool unpackSonyYCC(const UnpackRequest &request) {
  const libraw_image_sizes_t &sizes = request.data.sizes;
  // LibRaw places pixels without considering a border.
  if (sizes.width != sizes.raw_width || sizes.height != sizes.raw_height) return false;
  if (!request.isSony() || !request.directory) return false;
  const Tiles tiles(request, sizes.width, sizes.height);
  const bromide_raw_tiles native = tiles.native();
  if (!bromide_unpack_sony_ycc(&request.job, &native)) return false;
  // The levels of LibRaw 0.22, confirmed with an overexposed photo at ISO 100.
  libraw_colordata_t &color = request.data.color;
  std::fill_n(color.cblack, 6, 0);
  color.black = 1024;
  color.maximum = 17536;
  return true;
}

/// If Bromide's decoder declined the data, they are damaged.
const char *rejectSonyYCC(const UnpackRequest &request) {
  return request.hasDeclined ? nullptr : "Sony's sizes M and S, which this LibRaw does not know";
}

/// Other decoders would treat Sony's tiles as Canon's.
const char *rejectLosslessJPEG(const UnpackRequest &request) {
  return request.isSony() ? "Sony's lossless compression, which this LibRaw does not know" : nullptr;
}

/// Unpacks one JPEG: Canon's CR2 and similar files.
bool unpackLosslessJPEG(const UnpackRequest &request) {
  const unpacker_data_t &unpacker = request.unpacker();
  if (request.isSony()) return unpackSonyTiles(request);
  // Interleaved halves, a picture that is shifted by two columns, and DNG's different rules for
  // differences of 16 bits.
  if ((unpacker.load_flags & 1) || request.job.width == 3984 || request.data.idata.dng_version)
    return false;
  bromide_raw_slices parameters = {};
  parameters.last_width = request.job.width;
  if (unpacker.cr2_slice[0]) {
    parameters.columns = unpacker.cr2_slice[0];
    parameters.width = unpacker.cr2_slice[1];
    parameters.last_width = unpacker.cr2_slice[2];
  }
  if (!request.hasIdentityCurve()) parameters.curve = request.data.color.curve;
  return bromide_unpack_ljpeg_slices(&request.job, &parameters);
}

}  // namespace bromide
