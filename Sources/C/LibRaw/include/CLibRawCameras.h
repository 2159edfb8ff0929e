// LibRaw's data about a camera and about the compression of its file, and corrections of wrong
// data.
#pragma once

#include "CLibRaw.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the names of all cameras that this LibRaw lists (`libraw_cameraList`), and their number.
const char *const *bromide_raw_camera_list(size_t *count);

/// The storage of the samples, as identified. Missing values are 0. It is kept if opening fails.
typedef struct {
  /// TIFF's Compression of the raw picture.
  uint32_t compression;
  /// The bits per sample. For a CR3, these are `canon_bits`.
  uint32_t bits, canon_bits;
  /// The position of the samples, and their bytes if the file records them.
  int64_t offset;
  uint32_t byte_count;
  /// Nikon's NEFCompression.
  int nikon_compression;
} bromide_raw_coding;
bromide_raw_coding bromide_raw_get_coding(const bromide_raw *);

/// Temperatures from the maker's note in degrees Celsius, or NaN if missing.
typedef struct {
  double camera, sensor, lens, battery;
} bromide_raw_temperatures;
bromide_raw_temperatures bromide_raw_get_temperatures(const bromide_raw *);

/// The numbers of the lens in the file. Missing values are 0.
typedef struct {
  /// The maker's number. It identifies lenses only together with the camera's make.
  uint64_t number;
  bool has_number;
  /// The lens is fixed to the camera.
  bool is_fixed;
  /// Focal lengths in millimetres, and the f-number of the widest aperture at each.
  double least_focal, most_focal, aperture_at_least, aperture_at_most;
} bromide_raw_lens;
bromide_raw_lens bromide_raw_get_lens(const bromide_raw *);

/// Returns whether one of Bromide's decoders replaces LibRaw's for this compression, if the data
/// are regular.
bool bromide_raw_has_decoder(bromide_raw *);

/// Returns the balanced camera to sRGB matrix in the maker's note, 3 × 3, and the daylight preset's
/// multipliers of red, green and blue. Returns false if they are missing.
bool bromide_raw_makers_matrix(const bromide_raw *, double *to);
bool bromide_raw_daylight_preset(const bromide_raw *, double *to);

/// Facts that replace LibRaw's data, from opening to unpacking. Each is used if its mark is set.
typedef struct {
  bool has_visible, has_picture, has_black, has_white, has_multipliers, is_monochrome;
  /// The picture's position in the raw picture, and its size.
  int left, top, width, height;
  /// The maker's crop: left, top, width, height in the raw picture.
  int picture[4];
  /// The black levels of red, green, blue and the green in blue's rows, in LibRaw's order of
  /// colours.
  double black[4];
  double white;
  /// The multipliers of red, green and blue.
  double multipliers[3];
  /// Masked pixels from which LibRaw measures black: top, left, bottom, right of each area.
  int masked[8][4];
  size_t masked_count;
} bromide_raw_corrections;
/// Applies corrections to an opened file. Corrections that do not fit its size are ignored.
void bromide_raw_correct(bromide_raw *, const bromide_raw_corrections *);
/// Applies the levels again after unpacking, because some of LibRaw's decoders set white, and
/// Canon's black is measured.
void bromide_raw_correct_levels(bromide_raw *, const bromide_raw_corrections *);

#ifdef __cplusplus
}
#endif
