// The C interface: LibRaw's data from the file. Field names depend on the version.
#include "RawHandle.h"

#include <cmath>
#include <cstring>

namespace {
/// A smaller crop is unintended. LibRaw's adjust_to_raw_inset_crop uses the same limit.
constexpr double kSmallestCrop = 0.55;

/// Copies a field. If all numbers are 0, the field is missing (0.20 does not set the marks in
/// `parsedfields`).
template <typename Array>
size_t copyNumbers(const Array &from, size_t count, double *to) {
  const float *const values = reinterpret_cast<const float *>(&from);
  bool isRecorded = false;
  for (size_t i = 0; i < count; i++) {
    to[i] = values[i];
    isRecorded |= values[i] != 0;
  }
  return isRecorded ? count : 0;
}

size_t copyAngle(const float (&angle)[3], bool isNegative, double *to) {
  for (int i = 0; i < 3; i++) to[i] = isNegative ? -angle[i] : angle[i];
  return 3;
}

/// Sets the maker's crop relative to the visible area's origin.
void setCrop(const libraw_data_t &data, bromide_raw_layout &layout) {
  const libraw_dng_levels_t &dng = data.color.dng_levels;
  const libraw_image_sizes_t &sizes = data.sizes;
  if (data.idata.dng_version && dng.default_crop[2] > 0 && dng.default_crop[3] > 0) {
    // DNG 1.6, DefaultCropOrigin: relative to the active area.
    layout.crop_left = static_cast<int>(dng.default_crop[0]);
    layout.crop_top = static_cast<int>(dng.default_crop[1]);
    layout.crop_width = static_cast<int>(dng.default_crop[2]);
    layout.crop_height = static_cast<int>(dng.default_crop[3]);
    return;
  }
#if LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
  const libraw_raw_inset_crop_t &crop = sizes.raw_inset_crops[0];
#else
  const libraw_raw_inset_crop_t &crop = sizes.raw_inset_crop;
#endif
  // Relative to the full raw picture. LibRaw uses 0xffff for a missing number.
  if (crop.cleft == 0xffff || crop.ctop == 0xffff) return;
  if (crop.cwidth < kSmallestCrop * sizes.width || crop.cheight < kSmallestCrop * sizes.height)
    return;
  if (crop.cleft + crop.cwidth > sizes.raw_width || crop.ctop + crop.cheight > sizes.raw_height)
    return;
  layout.crop_left = int(crop.cleft) - int(sizes.left_margin);
  layout.crop_top = int(crop.ctop) - int(sizes.top_margin);
  layout.crop_width = crop.cwidth;
  layout.crop_height = crop.cheight;
}
}  // namespace

bromide_raw_layout bromide_raw_get_layout(const bromide_raw *raw) {
  const libraw_data_t &data = raw->imgdata;
  const libraw_image_sizes_t &sizes = data.sizes;
  bromide_raw_layout layout = {};
  layout.raw_width = sizes.raw_width;
  layout.raw_height = sizes.raw_height;
  layout.left = sizes.left_margin;
  layout.top = sizes.top_margin;
  layout.width = sizes.width;
  layout.height = sizes.height;
  layout.flip = sizes.flip;
  layout.pixel_aspect = sizes.pixel_aspect;
  layout.colors = data.idata.colors;
  layout.filters = data.idata.filters;
  layout.is_foveon = data.idata.is_foveon != 0;
  layout.dng_version = data.idata.dng_version;
  layout.fuji_width = raw->internals().internal_output_params.fuji_width;
  layout.zero_is_bad = raw->internals().internal_output_params.zero_is_bad != 0;
  layout.is_raw_color = raw->internals().internal_output_params.raw_color != 0;
  layout.needs_correction = const_cast<bromide_raw *>(raw)->needsCorrection();
  layout.is_floating_point = const_cast<bromide_raw *>(raw)->is_floating_point() != 0;
  layout.is_balanced = data.color.as_shot_wb_applied != 0;
  setCrop(data, layout);
  return layout;
}

bromide_raw_levels bromide_raw_get_levels(const bromide_raw *raw) {
  const libraw_colordata_t &color = raw->imgdata.color;
  bromide_raw_levels levels = {};
  for (int c = 0; c < 4; c++) levels.black[c] = double(color.black) + double(color.cblack[c]);
  const unsigned rows = color.cblack[4], columns = color.cblack[5];
  if (rows > 0 && columns > 0 && rows <= LIBRAW_CBLACK_SIZE && columns <= LIBRAW_CBLACK_SIZE &&
      rows * columns <= LIBRAW_CBLACK_SIZE - 6) {
    levels.pattern_rows = static_cast<int>(rows);
    levels.pattern_columns = static_cast<int>(columns);
  }
  levels.white = color.maximum;
  levels.float_factor = color.fnorm > 0 ? color.fnorm : 1;
  // LibRaw scales floating-point data by their maximum. Scale the declared white level by the same
  // factor, so that the picture's brightness does not depend on its content.
  if (color.fnorm > 0) levels.white = std::fmax(raw->openedWhite, 1) * color.fnorm;
  long smallest = 0;
  for (int c = 0; c < 3; c++) {
    const long value = static_cast<long>(color.linear_max[c]);
    if (value > 0 && (smallest == 0 || value < smallest)) smallest = value;
  }
  levels.linear_maximum = double(smallest);
  return levels;
}

double bromide_raw_black_pattern(const bromide_raw *raw, int row, int column) {
  const libraw_colordata_t &color = raw->imgdata.color;
  return color.cblack[6 + unsigned(row) * color.cblack[5] + unsigned(column)];
}

double bromide_raw_recorded_black(const bromide_raw *raw, int row, int column) {
  const libraw_dng_levels_t &levels = raw->imgdata.color.dng_levels;
  const unsigned rows = levels.dng_cblack[4], columns = levels.dng_cblack[5];
  if (rows == 0 || columns == 0 || rows > LIBRAW_CBLACK_SIZE || columns > LIBRAW_CBLACK_SIZE ||
      rows * columns > LIBRAW_CBLACK_SIZE - 6) {
    return levels.dng_fblack;
  }
  return double(levels.dng_fblack) +
         levels.dng_fcblack[6 + (unsigned(row) % rows) * columns + unsigned(column) % columns];
}

size_t bromide_raw_get_numbers(
    const bromide_raw *raw, enum bromide_raw_numbers name, int index, double *to) {
  const libraw_colordata_t &color = raw->imgdata.color;
  const libraw_gps_info_t &gps = raw->imgdata.other.parsed_gps;
  const libraw_dng_color_t &dng = color.dng_color[index & 1];
  switch (name) {
  case BROMIDE_RAW_CAMERA_MULTIPLIERS:
    return copyNumbers(color.cam_mul, 4, to);
  case BROMIDE_RAW_DAYLIGHT_MULTIPLIERS:
    return copyNumbers(color.pre_mul, 4, to);
  case BROMIDE_RAW_XYZ_TO_CAMERA:
    return copyNumbers(color.cam_xyz, 4 * 3, to);
  case BROMIDE_RAW_CAMERA_TO_SRGB:
    return copyNumbers(color.rgb_cam, 3 * 4, to);
  case BROMIDE_RAW_DNG_COLOR_MATRIX:
    return copyNumbers(dng.colormatrix, 4 * 3, to);
  case BROMIDE_RAW_DNG_CALIBRATION:
    return copyNumbers(dng.calibration, 4 * 4, to);
  case BROMIDE_RAW_DNG_FORWARD_MATRIX:
    return copyNumbers(dng.forwardmatrix, 3 * 4, to);
  case BROMIDE_RAW_DNG_ANALOG_BALANCE:
    return copyNumbers(color.dng_levels.analogbalance, 4, to);
  case BROMIDE_RAW_DNG_BASELINE_EXPOSURE:
    // LibRaw uses −999 for a missing number. Cameras do not need 20 stops.
    to[0] = color.dng_levels.baseline_exposure;
    return raw->imgdata.idata.dng_version && std::fabs(to[0]) < 20 ? 1 : 0;
  case BROMIDE_RAW_FUJI_EXPOSURE_BIAS:
    // LibRaw uses −999 for a missing number.
    to[0] = raw->imgdata.makernotes.fuji.ExpoMidPointShift;
    return raw->imgdata.idata.maker_index == LIBRAW_CAMERAMAKER_Fujifilm && std::fabs(to[0]) < 20
             ? 1 : 0;
  case BROMIDE_RAW_CANON_TONE_PRIORITY:
    to[0] = raw->imgdata.makernotes.canon.HighlightTonePriority;
    return raw->imgdata.idata.maker_index == LIBRAW_CAMERAMAKER_Canon && to[0] <= 2 ? 1 : 0;
  case BROMIDE_RAW_FUJI_FILM_MODE:
    to[0] = raw->imgdata.makernotes.fuji.FilmMode;
    return raw->imgdata.idata.maker_index == LIBRAW_CAMERAMAKER_Fujifilm ? 1 : 0;
  case BROMIDE_RAW_NIKON_D_LIGHTING:
    to[0] = raw->imgdata.makernotes.nikon.ActiveDLighting;
    return raw->imgdata.idata.maker_index == LIBRAW_CAMERAMAKER_Nikon ? 1 : 0;
  case BROMIDE_RAW_GPS_LATITUDE:
    return gps.gpsparsed && gps.latref ? copyAngle(gps.latitude, gps.latref == 'S', to) : 0;
  case BROMIDE_RAW_GPS_LONGITUDE:
    return gps.gpsparsed && gps.longref ? copyAngle(gps.longitude, gps.longref == 'W', to) : 0;
  case BROMIDE_RAW_GPS_ALTITUDE:
    to[0] = gps.altref == 1 ? -gps.altitude : gps.altitude;
    return gps.gpsparsed && gps.altitude != 0 ? 1 : 0;
  }
  return 0;
}

bromide_raw_shot bromide_raw_get_shot(const bromide_raw *raw) {
  const libraw_imgother_t &other = raw->imgdata.other;
  bromide_raw_shot shot = {};
  shot.iso = other.iso_speed;
  shot.shutter = other.shutter;
  shot.aperture = other.aperture;
  shot.focal_length = other.focal_len;
  shot.focal_length_35mm = raw->imgdata.lens.FocalLengthIn35mmFormat;
  shot.timestamp = static_cast<int64_t>(other.timestamp);
  return shot;
}

namespace {
/// Returns a text field and its length, at most its capacity, because some malformed files omit the
/// NUL.
template <size_t capacity>
const char *bounded(const char (&text)[capacity], size_t *length) {
  *length = strnlen(text, capacity);
  return text;
}
}  // namespace

const char *bromide_raw_get_text(
    const bromide_raw *raw, enum bromide_raw_text name, size_t *length) {
  const libraw_data_t &data = raw->imgdata;
  switch (name) {
  case BROMIDE_RAW_MAKE: return bounded(data.idata.make, length);
  case BROMIDE_RAW_MODEL: return bounded(data.idata.model, length);
  case BROMIDE_RAW_SOFTWARE: return bounded(data.idata.software, length);
  case BROMIDE_RAW_DESCRIPTION: return bounded(data.other.desc, length);
  case BROMIDE_RAW_ARTIST: return bounded(data.other.artist, length);
  case BROMIDE_RAW_BODY_SERIAL: return bounded(data.shootinginfo.BodySerial, length);
  case BROMIDE_RAW_LENS_MAKE: return bounded(data.lens.LensMake, length);
  case BROMIDE_RAW_LENS: return bounded(data.lens.Lens, length);
  case BROMIDE_RAW_NORMALIZED_MAKE: return bounded(data.idata.normalized_make, length);
  case BROMIDE_RAW_NORMALIZED_MODEL: return bounded(data.idata.normalized_model, length);
  case BROMIDE_RAW_LENS_FEATURES: return bounded(data.lens.makernotes.LensFeatures_suf, length);
  case BROMIDE_RAW_MAKERNOTE_LENS: return bounded(data.lens.makernotes.Lens, length);
  }
  *length = 0;
  return "";
}

const char *bromide_raw_get_xmp(const bromide_raw *raw, size_t *length) {
  *length = raw->imgdata.idata.xmplen;
  return raw->imgdata.idata.xmpdata;
}

size_t bromide_raw_tag_count(const bromide_raw *raw) { return raw->tags.size(); }

bromide_raw_tag bromide_raw_get_tag(const bromide_raw *raw, size_t index) {
  const bromide_raw::Tag &tag = raw->tags[index];
  return bromide_raw_tag{tag.tag,   tag.type, tag.isBigEndian,
                         tag.count, tag.place ? nullptr : raw->tagBytes.data() + tag.offset,
                         tag.byteCount};
}

bool bromide_raw_read_tag(bromide_raw *raw, size_t index, uint8_t *bytes) {
  return raw->readTag(raw->tags[index], bytes);
}
