// Pictures that LibRaw refuses, or takes for another coding: it is shown other bytes of their directories, with which it
// accepts the file and tells everything about it, and its decoder never runs.
#include "PanasonicFields.h"
#include "RawHandle.h"
#include "Unpackers.h"

#include <algorithm>
#include <strings.h>

/// Before 0.22 LibRaw refuses RW2 files of format 6 with 12 bits for their width, before it has unpacked anything; as format 8
/// it takes them. Returns whether the file is one. The unpacker asks the file itself.
bool bromide_raw::disguiseFormat() {
  const bromide_raw_source file = source();
  const bromide::PanasonicFields fields(file);
  const auto place = fields.placeOfNumber(fields.kFormat);
  if (!place || fields.number(fields.kFormat) != 6u || fields.number(fields.kBits) != 12u) return false;
  stream.disguise(*place, {8});
  return true;
}

/// Returns whether the file is Sony's luminance and chroma, which LibRaw has refused.
bool bromide_raw::disguiseSonyPicture() {
  if (strcasecmp(imgdata.idata.make, "Sony") != 0) return false;
  sonyPicture_ = bromide::SonyPicture::find(source());
  if (sonyPicture_) stream.disguise(sonyPicture_->place, sonyPicture_->bytes);
  return sonyPicture_.has_value();
}

/// Makes three balanced colours of LibRaw's mosaic, as 0.22 does, without borders.
void bromide_raw::correctSonyPicture() {
  libraw_image_sizes_t &sizes = imgdata.sizes;
  if (sizes.raw_width != sonyPicture_->width || sizes.raw_height != sonyPicture_->height) {
    // It has found another one.
    sonyPicture_.reset();
    return;
  }
  imgdata.idata.filters = 0;
  imgdata.idata.colors = 3;
  sizes.left_margin = sizes.top_margin = 0;
  sizes.width = sizes.iwidth = sizes.raw_width;
  sizes.height = sizes.iheight = sizes.raw_height;
  imgdata.color.as_shot_wb_applied = LIBRAW_ASWB_APPLIED;
}

/// Whether LibRaw has refused the file, or has opened a DNG whose raw picture has that compression.
bool bromide_raw::mayHide(int status, int compression) const {
  if (status != LIBRAW_SUCCESS) return status == LIBRAW_FILE_UNSUPPORTED;
  const tiff_ifd_t *const directory = findDirectory();
  return imgdata.idata.dng_version && directory && directory->comp == compression;
}

/// Without Adobe's library, LibRaw refuses DNGs whose raw picture is JPEG XL, before 0.22 at opening. Returns whether the
/// file is one.
bool bromide_raw::disguiseJPEGXL(int status) {
  if (!mayHide(status, bromide::JPEGXLPicture::kCompression)) return false;
  jpegXLs_ = bromide::JPEGXLPicture::all(source());
  for (const bromide::JPEGXLPicture &picture : jpegXLs_) {
    const bromide::JPEGXLPicture::Disguise disguise = picture.disguise();
    stream.disguise(disguise.place, disguise.bytes);
  }
  return !jpegXLs_.empty();
}

/// LibRaw refuses GoPro's DNGs. Returns whether the file is one.
bool bromide_raw::disguiseVC5(int status) {
  if (!mayHide(status, bromide::VC5Picture::kCompression)) return false;
  vc5s_ = bromide::VC5Picture::all(source());
  for (const bromide::VC5Picture &picture : vc5s_) stream.disguise(picture.place, picture.bytes);
  return !vc5s_.empty();
}

/// The directory that LibRaw took the picture's place from; null if there are several.
const tiff_ifd_t *bromide_raw::findDirectory() const {
  const tiff_ifd_t *found = nullptr;
  const unsigned count =
      std::min<unsigned>(libraw_internal_data.identify_data.tiff_nifds, LIBRAW_IFD_MAXCOUNT);
  const auto offset = static_cast<uint32_t>(libraw_internal_data.unpacker_data.data_offset);
  for (unsigned i = 0; i < count; i++) {
    if (static_cast<uint32_t>(tiff_ifd[i].offset) != offset) continue;
    if (found) return nullptr;
    found = &tiff_ifd[i];
  }
  return found;
}

/// The picture that LibRaw takes for another kind; null if it is what LibRaw thinks.
const bromide::JPEGXLPicture *bromide_raw::findJPEGXL(const tiff_ifd_t *directory) const {
  for (const bromide::JPEGXLPicture &picture : jpegXLs_)
    if (!directory || picture.isAt(static_cast<uint32_t>(directory->offset))) return &picture;
  // Where the two read an odd directory differently, LibRaw must not decode it either.
  for (const bromide::JPEGXLPicture &picture : jpegXLs_)
    if (picture.resembles(directory->comp, directory->t_width, directory->t_height)) return &picture;
  return nullptr;
}

/// The same for VC-5: the picture whose data LibRaw has found, or the only one.
const bromide::VC5Picture *bromide_raw::findVC5() const {
  const auto offset = static_cast<uint32_t>(libraw_internal_data.unpacker_data.data_offset);
  for (const bromide::VC5Picture &picture : vc5s_)
    if (picture.offset == offset) return &picture;
  return vc5s_.size() == 1 ? &vc5s_[0] : nullptr;
}

const char *bromide_raw::decoderName() {
  if (findVC5()) return "vc5_dng_load_raw()";
  if (sonyPicture_) return "sony_ycbcr_load_raw()";
  return findJPEGXL(findDirectory()) ? "jxl_dng_load_raw()" : unpack_function_name();
}

/// Looks at VC-5 as far as its stream tells whether it can be decoded.
void bromide_raw::refuseVC5() {
  const bromide::VC5Picture *const vc5 = findVC5();
  if (!vc5) return;
  bromide_raw_job job = {};
  job.source = source();
  job.width = imgdata.sizes.raw_width;
  job.height = imgdata.sizes.raw_height;
  bromide::UnpackRequest request{job, imgdata, libraw_internal_data, nullptr, nullptr, vc5, nullptr, &refusalWords_};
  request.hasDeclined = true;
  refusal = bromide::refuseVC5(request);
}
