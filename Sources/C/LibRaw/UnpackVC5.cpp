// GoPro's VC-5: the cases that Bromide decodes. LibRaw's decoders never see them.
#include "Unpackers.h"
#include "VC5Picture.h"

namespace bromide {

namespace {
constexpr uint32_t kMostBits = 16;
/// LibRaw's codes of patterns: two bits per site.
constexpr unsigned kRGGB = 0x94949494, kGBRG = 0x49494949;

/// Returns the pattern of the raw picture, or 0 if it is unknown. LibRaw's pattern belongs to the
/// visible area, so they are equal only if this area begins at a complete cell.
unsigned patternOf(const UnpackRequest &request) {
  const libraw_image_sizes_t &sizes = request.data.sizes;
  const unsigned filters = request.data.idata.filters;
  // LibRaw uses colour 3 for the second green.
  const unsigned secondGreens = filters & filters >> 1 & 0x55555555;
  return sizes.left_margin % 2 == 0 && sizes.top_margin % 2 == 0 ? filters & ~(secondGreens << 1) : 0;
}

bromide_raw_job jobOf(const UnpackRequest &request) {
  bromide_raw_job job = request.job;
  job.offset = request.vc5->offset;
  return job;
}

bromide_raw_vc5 formatOf(const UnpackRequest &request) {
  bromide_raw_vc5 format = {};
  format.size = request.vc5->size;
  format.bits = request.vc5->bits();
  format.is_gbrg = patternOf(request) == kGBRG;
  return format;
}

/// Returns the first reason to reject the directory, or an empty text.
std::string unknownForm(const UnpackRequest &request) {
  const VC5Picture &picture = *request.vc5;
  const libraw_image_sizes_t &sizes = request.data.sizes;
  const unsigned pattern = patternOf(request);
  if (picture.parts != 1) return std::to_string(picture.parts) + " tiles, not one";
  if (picture.width != sizes.raw_width || picture.height != sizes.raw_height)
    return std::to_string(picture.width) + " × " + std::to_string(picture.height) + " pixels, of which LibRaw reads " +
           std::to_string(sizes.raw_width) + " × " + std::to_string(sizes.raw_height);
  if (pattern != kRGGB && pattern != kGBRG) return "a pattern other than RGGB and GBRG";
  if (picture.bits() == 0 || picture.bits() > kMostBits)
    return "white level " + std::to_string(picture.white) + ", not 1 to 65535";
  if (!request.hasIdentityCurve()) return "a linearization table";
  bromide_raw_vc5_rejection rejection = {};
  const bromide_raw_job job = jobOf(request);
  const bromide_raw_vc5 format = formatOf(request);
  if (!bromide_rejects_vc5(&job, &format, &rejection)) return "";
  const std::string name = rejection.name;
  if (!rejection.is_present) return "no " + name + "; expected " + rejection.accepted;
  return name + " " + std::to_string(rejection.found) + "; expected " + rejection.accepted;
}
}  // namespace

/// Unpacks one stream, which contains the complete mosaic.
bool unpackVC5(const UnpackRequest &request) {
  if (!unknownForm(request).empty()) return false;
  const bromide_raw_job job = jobOf(request);
  const bromide_raw_vc5 format = formatOf(request);
  return bromide_unpack_vc5(&job, &format, request.damage);
}

/// All other pictures that cannot be decoded are damaged.
const char *rejectVC5(const UnpackRequest &request) {
  if (!request.hasDeclined) return "VC-5 (GoPro), which LibRaw itself does not decode";
  const std::string reason = unknownForm(request);
  if (reason.empty()) return nullptr;
  *request.words = "VC-5 (GoPro) of a kind that is not decoded: " + reason;
  return request.words->c_str();
}

}  // namespace bromide
