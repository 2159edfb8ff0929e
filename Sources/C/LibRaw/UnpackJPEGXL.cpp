// DNG's JPEG XL: the cases that Bromide decodes. LibRaw's decoders never see them.
#include "JPEGXLPicture.h"
#include "Unpackers.h"

#include <algorithm>

namespace bromide {

namespace {
/// Returns the reason for rejecting a picture, as the end of a sentence, or null.
const char *unknownForm(const UnpackRequest &request) {
  const JPEGXLPicture &picture = *request.jpegXL;
  const libraw_image_sizes_t &sizes = request.data.sizes;
  if (!bromide_raw_has_jxl()) return "JPEG XL, for which libjxl is missing, or not of the version that --version names";
  if (picture.samples != 1 && picture.samples != 3)
    return "JPEG XL of another number of samples than one or three";
  if (picture.rowFields > 8 || picture.columnFields > 8) return "JPEG XL in more than eight fields";
  // LibRaw writes pixels without a border.
  if (picture.samples == 3 && !picture.hasFloats &&
      (sizes.width != sizes.raw_width || sizes.height != sizes.raw_height))
    return "JPEG XL of pixels with a border";
  return nullptr;
}

/// Sets the parameters that all kinds share. Returns false if the directory is inconsistent or
/// differs from LibRaw's data.
///
/// - Parameter tiles: Owns the arrays behind the parameters' pointers.
bool setPicture(const UnpackRequest &request, JPEGXLPicture::Tiles &tiles, bromide_raw_jxl &parameters) {
  const JPEGXLPicture &picture = *request.jpegXL;
  tiles = picture.tiles(request.job.source);
  const libraw_image_sizes_t &sizes = request.data.sizes;
  if (unknownForm(request)) return false;
  if (picture.width != sizes.raw_width || picture.height != sizes.raw_height) return false;
  if (picture.samples != static_cast<uint32_t>(request.unpacker().tiff_samples)) return false;
  parameters.tiles = {
      tiles.width, tiles.height, tiles.offsets.data(), tiles.sizes.data(),
      std::min(tiles.offsets.size(), tiles.sizes.size())};
  parameters.components = picture.samples;
  parameters.row_fields = picture.rowFields;
  parameters.column_fields = picture.columnFields;
  parameters.largest = picture.largest;
  if (!request.hasIdentityCurve()) parameters.curve = request.data.color.curve;
  return true;
}
}  // namespace

/// Unpacks tiles of a mosaic, or tiles with luminance only.
bool unpackJPEGXL(const UnpackRequest &request) {
  JPEGXLPicture::Tiles tiles;
  bromide_raw_jxl parameters = {};
  return request.jpegXL->samples == 1 && setPicture(request, tiles, parameters) &&
         bromide_unpack_jxl(&request.job, &parameters);
}

/// Unpacks tiles of pixels with three colours.
bool unpackJPEGXLPixels(const UnpackRequest &request) {
  JPEGXLPicture::Tiles tiles;
  bromide_raw_jxl parameters = {};
  return request.jpegXL->samples == 3 && request.data.idata.colors == 3 && setPicture(request, tiles, parameters) &&
         bromide_unpack_jxl(&request.job, &parameters);
}

/// Unpacks floating-point numbers of 16 bits, which become integers like deflated numbers.
bool unpackJPEGXLFloats(const UnpackRequest &request) {
  JPEGXLPicture::Tiles tiles;
  bromide_raw_jxl parameters = {};
  bromide_raw_float_scale scale = {};
  const float white = static_cast<float>(request.data.color.maximum);
  if (!setPicture(request, tiles, parameters)) return false;
  if (!bromide_unpack_jxl_floats(&request.job, &parameters, white, &scale)) return false;
  scaleLevels(request.data.color, scale);
  return true;
}

/// All other pictures that cannot be decoded are damaged.
const char *rejectJPEGXL(const UnpackRequest &request) {
  return request.hasDeclined ? unknownForm(request) : "JPEG XL, which LibRaw itself does not decode";
}

}  // namespace bromide
