#include "Unpackers.h"

#include <climits>
#include <cstring>
#include <strings.h>

namespace bromide {

namespace {
const UnpackEntry entries[] = {
    {"lossless_dng_load_raw()", unpackLosslessDNG, Output::mosaic, nullptr, unpackLosslessPixels},
    {"lossless_jpeg_load_raw()", unpackLosslessJPEG, Output::mosaic, rejectLosslessJPEG},
    {"sony_ljpeg_load_raw()", unpackSonyTiles},
    {"sony_ycbcr_load_raw()", unpackSonyYCC, Output::pixels},
    {"packed_dng_load_raw()", unpackPackedDNG},
    {"deflate_dng_load_raw()", unpackFloats, Output::ownMemory, rejectFloats},
    {"lossy_dng_load_raw()", unpackLossyDNG, Output::pixels},
    {"kodak_jpeg_load_raw()", unpackKodakJPEG, Output::mosaic, rejectKodakJPEG},
    {"packed_load_raw()", unpackPacked},
    {"unpacked_load_raw()", unpackWords, Output::mosaic, rejectFujiTakenForPlain},
    {"nikon_load_raw()", unpackNikonDifferences},
    {"pentax_load_raw()", unpackPentax},
    {"nikon_load_padded_packed_raw()", unpackNikonPadded},
    {"nikon_14bit_load_raw()", unpackNikon14},
    {"sony_arw2_load_raw()", unpackSonyBlocks},
    {"panasonic_load_raw()", unpackPanasonic, Output::mosaic, rejectPanasonic},
    {"panasonicC6_load_raw()", unpackPanasonicScaled, Output::mosaic, rejectPanasonicScaled},
    {"panasonicC7_load_raw()", unpackPanasonicPacked},
    {"panasonicC8_load_raw()", unpackPanasonicStripes, Output::mosaic, rejectPanasonicStripes},
    {"fuji_compressed_load_raw()", unpackFuji, Output::mosaic, nullptr, nullptr, true},
    {"fuji_14bit_load_raw()", unpackFuji14},
    {"crxLoadRaw()", unpackCanonCR3, Output::mosaic, rejectCanonCR3},
};

const UnpackEntry jpegXL = {
    "jxl_dng_load_raw()", unpackJPEGXL, Output::mosaic, rejectJPEGXL, unpackJPEGXLPixels, true};
const UnpackEntry jpegXLFloats = {
    "jxl_dng_load_raw()", unpackJPEGXLFloats, Output::ownMemory, rejectJPEGXL, nullptr, true};
const UnpackEntry vc5 = {
    "vc5_dng_load_raw()", unpackVC5, Output::mosaic, rejectVC5, nullptr, true};
const UnpackEntry sonyYCC = {
    "sony_ycbcr_load_raw()", unpackSonyYCC, Output::pixels, rejectSonyYCC, nullptr, true};
}  // namespace

const UnpackEntry *findJPEGXLUnpacker(const JPEGXLPicture &picture) {
  return picture.hasFloats ? &jpegXLFloats : &jpegXL;
}

const UnpackEntry *findVC5Unpacker() { return &vc5; }

const UnpackEntry *findSonyYCCUnpacker() { return &sonyYCC; }

const UnpackEntry *findUnpacker(const char *decoder) {
  if (!decoder) return nullptr;
  for (const UnpackEntry &entry : entries)
    if (std::strcmp(entry.decoder, decoder) == 0) return &entry;
  return nullptr;
}

bool takesParts(const char *decoder, const UnpackRequest &request) {
  const unpacker_data_t &unpacker = request.unpacker();
  if (request.vc5) return true;
  if (request.jpegXL) return request.jpegXL->rowFields == 1 && request.jpegXL->columnFields == 1;
  const auto is = [&](const char *name) { return std::strcmp(decoder, name) == 0; };
  if (is("lossless_dng_load_raw()")) return unpacker.tile_length < INT_MAX;
  if (is("lossless_jpeg_load_raw()")) return request.isSony() && unpacker.tile_length < INT_MAX;
  if (is("packed_dng_load_raw()")) return unpacker.tiff_bps != 16;
  // Black is the mean of the columns next to the picture.
  if (is("packed_load_raw()")) return !(unpacker.load_flags & 32);
  // A single JPEG.
  if (is("kodak_jpeg_load_raw()")) return false;
  // Chains of codes. Each sample depends on the previous ones.
  if (is("fuji_compressed_load_raw()") || is("panasonicC8_load_raw()")) return false;
  return !is("nikon_load_raw()") && !is("pentax_load_raw()");
}

bool UnpackRequest::isSony() const { return strcasecmp(data.idata.make, "Sony") == 0; }

bool UnpackRequest::hasIdentityCurve(unsigned last) const {
  for (unsigned i = 0; i <= last; i++)
    if (data.color.curve[i] != i) return false;
  return true;
}

bromide_raw_job UnpackRequest::visibleRows() const {
  bromide_raw_job result = job;
  result.height = data.sizes.height <= job.height ? data.sizes.height : 0;
  const size_t rest = size_t(job.height - result.height) * job.stride;
  std::memset(job.samples + result.height * job.stride, 0, rest * sizeof *job.samples);
  return result;
}

}  // namespace bromide
