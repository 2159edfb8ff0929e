// The C interface: LibRaw's data about cameras, and corrections.
#include "RawHandle.h"
#include "Unpackers.h"
#include "include/CLibRawCameras.h"

#include <cmath>
#include <cstring>

namespace {
/// Moves the origin of LibRaw's CFA code, which describes 8 rows of 2 columns.
unsigned movedFilters(unsigned filters, int columns, int rows) {
  unsigned result = 0;
  for (int row = 0; row < 8; row++) {
    for (int column = 0; column < 2; column++) {
      const int from = ((row + rows) & 7) << 1 | ((column + columns) & 1);
      result |= (filters >> (from << 1) & 3) << ((row << 1 | column) << 1);
    }
  }
  return result;
}

/// Sets the visible part of the raw picture. X-Trans and rotated sensors keep their part, because
/// their pattern begins in it.
void setVisible(bromide_raw *raw, const bromide_raw_corrections &facts) {
  libraw_image_sizes_t &sizes = raw->imgdata.sizes;
  libraw_iparams_t &camera = raw->imgdata.idata;
  const bool isBayer = camera.filters > 1000;
  if (!isBayer && camera.colors != 1) return;
  if (raw->internals().internal_output_params.fuji_width) return;
  if (facts.left < 0 || facts.top < 0 || facts.width < 2 || facts.height < 2) return;
  if (facts.width > sizes.raw_width - facts.left || facts.height > sizes.raw_height - facts.top) return;
  if (isBayer)
    camera.filters = movedFilters(
        camera.filters, facts.left - sizes.left_margin, facts.top - sizes.top_margin);
  sizes.left_margin = static_cast<ushort>(facts.left);
  sizes.top_margin = static_cast<ushort>(facts.top);
  sizes.width = sizes.iwidth = static_cast<ushort>(facts.width);
  sizes.height = sizes.iheight = static_cast<ushort>(facts.height);
}

/// Sets the maker's crop in the fields that CLibRawFields.cpp reads.
void setPicture(bromide_raw *raw, const int (&picture)[4]) {
  libraw_image_sizes_t &sizes = raw->imgdata.sizes;
  for (int edge : picture)
    if (edge < 0 || edge > 0xfffe) return;
#if LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
  libraw_raw_inset_crop_t &crop = sizes.raw_inset_crops[0];
#else
  libraw_raw_inset_crop_t &crop = sizes.raw_inset_crop;
#endif
  crop.cleft = static_cast<ushort>(picture[0]);
  crop.ctop = static_cast<ushort>(picture[1]);
  crop.cwidth = static_cast<ushort>(picture[2]);
  crop.cheight = static_cast<ushort>(picture[3]);
}

void setBlack(libraw_colordata_t &color, const double (&black)[4]) {
  color.black = 0;
  for (int c = 0; c < 4; c++) color.cblack[c] = static_cast<unsigned>(std::lround(black[c]));
  color.cblack[4] = color.cblack[5] = 0;
}

void setMasked(bromide_raw *raw, const bromide_raw_corrections &facts) {
  libraw_image_sizes_t &sizes = raw->imgdata.sizes;
  for (size_t i = 0; i < facts.masked_count && i < 8; i++) {
    const int(&area)[4] = facts.masked[i];
    if (area[0] < 0 || area[1] < 0 || area[2] > sizes.raw_height || area[3] > sizes.raw_width) continue;
    if (area[0] >= area[2] || area[1] >= area[3]) continue;
    for (int j = 0; j < 4; j++) sizes.mask[i][j] = area[j];
  }
}
}  // namespace

const char *const *bromide_raw_camera_list(size_t *count) {
  *count = static_cast<size_t>(LibRaw::cameraCount());
  return LibRaw::cameraList();
}

bromide_raw_coding bromide_raw_get_coding(const bromide_raw *raw) {
  const unpacker_data_t &unpacker = raw->internals().unpacker_data;
  bromide_raw_coding coding = {};
  coding.compression = unpacker.tiff_compress;
  coding.bits = unpacker.tiff_bps;
  if (const bromide::VC5Picture *const vc5 = raw->findVC5()) {
    coding.compression = bromide::VC5Picture::kCompression;
    coding.bits = vc5->bits();
  }
  const int track = unpacker.crx_track_selected;
  if (track >= 0 && track < LIBRAW_CRXTRACKS_MAXCOUNT && unpacker.crx_header[track].MediaType == 1)
    coding.canon_bits = static_cast<uint32_t>(unpacker.crx_header[track].nBits);
  coding.offset = unpacker.data_offset;
  coding.byte_count = static_cast<uint32_t>(unpacker.data_size);
  coding.nikon_compression = raw->imgdata.makernotes.nikon.NEFCompression;
  return coding;
}

bool bromide_raw_makers_matrix(const bromide_raw *raw, double *to) {
  const libraw_colordata_t &color = raw->imgdata.color;
  bool isRecorded = false;
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < 3; column++) {
      const float value = color.cmatrix[row][column];
      to[3 * row + column] = value;
      isRecorded |= value != 0;
    }
  }
  return isRecorded;
}

bool bromide_raw_daylight_preset(const bromide_raw *raw, double *to) {
  const int(&preset)[4] = raw->imgdata.color.WB_Coeffs[LIBRAW_WBI_Daylight];
  for (int c = 0; c < 3; c++) to[c] = preset[c];
  return preset[0] > 0 && preset[1] > 0 && preset[2] > 0;
}

void bromide_raw_correct_levels(bromide_raw *raw, const bromide_raw_corrections *facts) {
  for (libraw_colordata_t *color : {&raw->imgdata.color, &raw->imgdata.rawdata.color}) {
    if (facts->has_black) setBlack(*color, facts->black);
    if (facts->has_white) color->maximum = static_cast<unsigned>(std::lround(facts->white));
  }
}

void bromide_raw_correct(bromide_raw *raw, const bromide_raw_corrections *facts) {
  libraw_data_t &data = raw->imgdata;
  if (facts->is_monochrome && data.idata.filters > 1000) {
    data.idata.filters = 0;
    data.idata.colors = 1;
  }
  if (facts->has_visible) setVisible(raw, *facts);
  if (facts->has_picture) setPicture(raw, facts->picture);
  bromide_raw_correct_levels(raw, facts);
  setMasked(raw, *facts);
  if (facts->has_multipliers)
    for (int c = 0; c < 4; c++) data.color.cam_mul[c] = static_cast<float>(facts->multipliers[c == 3 ? 1 : c]);
}

namespace {
/// LibRaw uses −1000 for a missing temperature. Cameras do not work above 150 °C.
double temperature(float recorded) {
  return recorded > -100 && recorded < 150 ? double(recorded) : std::nan("");
}
}  // namespace

bromide_raw_temperatures bromide_raw_get_temperatures(const bromide_raw *raw) {
  const libraw_metadata_common_t &recorded = raw->imgdata.makernotes.common;
  return {temperature(recorded.CameraTemperature), temperature(recorded.SensorTemperature),
          temperature(recorded.LensTemperature), temperature(recorded.BatteryTemperature)};
}

namespace {
/// Fills the numbers from a source, unless an earlier source has the focal lengths.
void fillLens(bromide_raw_lens *lens, float least, float most, float atLeast, float atMost) {
  if (lens->least_focal > 0 || !(least > 0 && least < 1e5F && most >= least && most < 1e5F)) return;
  const auto aperture = [](float value) { return value > 0 && value < 1000 ? double(value) : 0; };
  lens->least_focal = double(least);
  lens->most_focal = double(most);
  lens->aperture_at_least = aperture(atLeast);
  lens->aperture_at_most = aperture(atMost);
}
}  // namespace

bromide_raw_lens bromide_raw_get_lens(const bromide_raw *raw) {
  const libraw_lensinfo_t &data = raw->imgdata.lens;
  const libraw_makernotes_lens_t &note = data.makernotes;
  bromide_raw_lens lens = {};
  // Canon writes 65535 for a lens that the camera does not know.
  const bool isUnknown = raw->imgdata.idata.maker_index == LIBRAW_CAMERAMAKER_Canon && note.LensID == 0xffff;
  lens.has_number = note.LensID != LIBRAW_LENS_NOT_SET && note.LensID != 0 && !isUnknown;
  lens.number = lens.has_number ? note.LensID : 0;
  lens.is_fixed = note.CameraMount == LIBRAW_MOUNT_FixedLens || note.LensMount == LIBRAW_MOUNT_FixedLens;
  // Apertures come with the focal lengths, so that they belong together.
  if (data.MaxAp4MinFocal > 0)
    fillLens(&lens, data.MinFocal, data.MaxFocal, data.MaxAp4MinFocal, data.MaxAp4MaxFocal);
  fillLens(&lens, data.dng.MinFocal, data.dng.MaxFocal, data.dng.MaxAp4MinFocal, data.dng.MaxAp4MaxFocal);
  fillLens(&lens, note.MinFocal, note.MaxFocal, note.MaxAp4MinFocal, note.MaxAp4MaxFocal);
  fillLens(&lens, data.MinFocal, data.MaxFocal, data.MaxAp4MinFocal, data.MaxAp4MaxFocal);
  return lens;
}

bool bromide_raw_has_decoder(bromide_raw *raw) {
  const char *const name = raw->decoderName();
  return bromide::findUnpacker(name) || raw->isHiddenFromLibRaw();
}
