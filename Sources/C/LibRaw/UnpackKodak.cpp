// Kodak's JPEGs, which LibRaw reads as luminance and chroma.
#include "Unpackers.h"

#include <cstring>

namespace bromide {

namespace {
bool isDC120(const UnpackRequest &request) {
  return std::strstr(request.data.idata.model, "DC120") && bromide_is_dc120_jpeg(&request.job);
}
}  // namespace

/// Unpacks the DC120's JPEG: green, and half the differences of blue and red from green.
bool unpackKodakJPEG(const UnpackRequest &request) {
  if (!isDC120(request) || !bromide_unpack_dc120_jpeg(&request.job, request.damage)) return false;
  request.data.color.maximum = 2 * 255;
  return true;
}

/// LibRaw decodes other JPEGs.
const char *rejectKodakJPEG(const UnpackRequest &request) {
  if (!isDC120(request)) return nullptr;
  return "the JPEG of Kodak's DC120, for which LibRaw computes other colours";
}

}  // namespace bromide
