// Pictures that LibRaw rejects, or decodes with the wrong decoder.
//
// This code changes the directory that LibRaw reads, so that it accepts the file and reports all
// its data. LibRaw's decoder never runs.
#include "PanasonicFields.h"
#include "RawHandle.h"
#include "Unpackers.h"

#include <algorithm>
#include <strings.h>

/// LibRaw before 0.22 rejects RW2 files of format 6 with 12 bits because of their width, before it
/// unpacks anything. It accepts them as format 8. Returns whether the file has this format. The
/// unpacker reads the real format from the file.
bool bromide_raw::disguiseFormat() {
  const bromide_raw_source file = source();
  const bromide::PanasonicFields fields(file);
  const auto place = fields.placeOfNumber(fields.kFormat);
  if (!place || fields.number(fields.kFormat) != 6u || fields.number(fields.kBits) != 12u) return false;
  stream.disguise(*place, {8});
  return true;
}

/// Returns whether the file is Sony's luminance and chroma, which LibRaw rejected.
bool bromide_raw::disguiseSonyPicture() {
  if (strcasecmp(imgdata.idata.make, "Sony") != 0) return false;
  sonyPicture_ = bromide::SonyPicture::find(source());
  if (sonyPicture_) stream.disguise(sonyPicture_->place, sonyPicture_->bytes);
  return sonyPicture_.has_value();
}

/// Changes LibRaw's mosaic to three balanced colours without borders, as in 0.22.
void bromide_raw::correctSonyPicture() {
  libraw_image_sizes_t &sizes = imgdata.sizes;
  if (sizes.raw_width != sonyPicture_->width || sizes.raw_height != sonyPicture_->height) {
    // LibRaw found another picture.
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

/// Returns whether LibRaw rejected the file, or opened a DNG with this compression in its raw
/// picture.
bool bromide_raw::mayHide(int status, int compression) const {
  if (status != LIBRAW_SUCCESS) return status == LIBRAW_FILE_UNSUPPORTED;
  const tiff_ifd_t *const directory = findDirectory();
  return imgdata.idata.dng_version && directory && directory->comp == compression;
}

/// Without Adobe's library, LibRaw rejects DNGs with a raw picture in JPEG XL. Before 0.22, it does
/// so when opening. Returns whether the file is such a DNG.
bool bromide_raw::disguiseJPEGXL(int status) {
  if (!mayHide(status, bromide::JPEGXLPicture::kCompression)) return false;
  jpegXLs_ = bromide::JPEGXLPicture::all(source());
  for (const bromide::JPEGXLPicture &picture : jpegXLs_) {
    const bromide::JPEGXLPicture::Disguise disguise = picture.disguise();
    stream.disguise(disguise.place, disguise.bytes);
  }
  return !jpegXLs_.empty();
}

/// LibRaw rejects GoPro's DNGs. Returns whether the file is a GoPro DNG.
bool bromide_raw::disguiseVC5(int status) {
  if (!mayHide(status, bromide::VC5Picture::kCompression)) return false;
  vc5s_ = bromide::VC5Picture::all(source());
  for (const bromide::VC5Picture &picture : vc5s_) stream.disguise(picture.place, picture.bytes);
  return !vc5s_.empty();
}

/// Returns the directory from which LibRaw took the picture's position, or null if there are
/// several.
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

/// Returns the picture that LibRaw confuses with another kind, or null if LibRaw is correct.
const bromide::JPEGXLPicture *bromide_raw::findJPEGXL(const tiff_ifd_t *directory) const {
  for (const bromide::JPEGXLPicture &picture : jpegXLs_)
    if (!directory || picture.isAt(static_cast<uint32_t>(directory->offset))) return &picture;
  // If the two parsers read an unusual directory differently, LibRaw must not decode it either.
  for (const bromide::JPEGXLPicture &picture : jpegXLs_)
    if (picture.resembles(directory->comp, directory->t_width, directory->t_height)) return &picture;
  return nullptr;
}

/// Returns the VC-5 picture with the data that LibRaw found, or the only VC-5 picture.
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

/// Checks whether VC-5 can be decoded, by its stream.
void bromide_raw::rejectVC5() {
  const bromide::VC5Picture *const vc5 = findVC5();
  if (!vc5) return;
  bromide_raw_job job = {};
  job.source = source();
  job.width = imgdata.sizes.raw_width;
  job.height = imgdata.sizes.raw_height;
  bromide::UnpackRequest request{job, imgdata, libraw_internal_data, nullptr, nullptr, vc5, nullptr, &rejectionText_};
  request.hasDeclined = true;
  rejection = bromide::rejectVC5(request);
}
