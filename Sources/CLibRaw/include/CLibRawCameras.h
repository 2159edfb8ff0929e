// LibRaw's knowledge of a camera and of the coding of its file, and corrections where it is wrong.
#ifndef BROMIDE_CLIBRAW_CAMERAS_H
#define BROMIDE_CLIBRAW_CAMERAS_H
#include "CLibRaw.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The names of all cameras that this LibRaw lists (`libraw_cameraList`), and their number.
const char *const *bromide_raw_camera_list(size_t *count);

/// How the samples are stored, as identified; 0 for what does not apply. It stays when opening fails.
typedef struct {
  /// TIFF's Compression of the raw picture.
  uint32_t compression;
  /// Bits of a sample; of a CR3 they are `canon_bits`.
  uint32_t bits, canon_bits;
  /// Where the samples begin, and their bytes where the file states them.
  int64_t offset;
  uint32_t byte_count;
  /// Nikon's NEFCompression.
  int nikon_compression;
} bromide_raw_coding;
bromide_raw_coding bromide_raw_get_coding(const bromide_raw *);

/// Temperatures in degrees Celsius that the maker's note states; NaN for those that it does not.
typedef struct {
  double camera, sensor, lens, battery;
} bromide_raw_temperatures;
bromide_raw_temperatures bromide_raw_get_temperatures(const bromide_raw *);
/// Whether a decoder of ours replaces LibRaw's for this coding, as long as the data are regular.
bool bromide_raw_has_decoder(bromide_raw *);

/// The balanced camera to sRGB matrix in the maker's note, 3 × 3, and the daylight preset's multipliers of red, green and
/// blue. False if the file has none.
bool bromide_raw_makers_matrix(const bromide_raw *, double *to);
bool bromide_raw_daylight_preset(const bromide_raw *, double *to);

/// Facts that hold in place of those that LibRaw took, from opening to unpacking. Each is used if its mark is set.
typedef struct {
  bool has_visible, has_picture, has_black, has_white, has_multipliers, is_monochrome;
  /// Where the picture begins in the raw one, and its size.
  int left, top, width, height;
  /// The maker's crop: left, top, width, height in the raw picture.
  int picture[4];
  /// Black of red, green, blue and the green in its rows, as LibRaw numbers colours.
  double black[4];
  double white;
  /// Multipliers of red, green and blue.
  double multipliers[3];
  /// Shielded pixels, from which LibRaw measures black: top, left, bottom, right of each.
  int masked[8][4];
  size_t masked_count;
} bromide_raw_corrections;
/// Applies corrections to an opened file. Those that contradict its size are left out.
void bromide_raw_correct(bromide_raw *, const bromide_raw_corrections *);
/// Applies those of the levels once more, after unpacking: some of LibRaw's decoders set white, and Canon's black is measured.
void bromide_raw_correct_levels(bromide_raw *, const bromide_raw_corrections *);

#ifdef __cplusplus
}
#endif
#endif
