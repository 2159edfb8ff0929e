// A C interface to LibRaw without its structures, so that versions 0.20, 0.21 and 0.22 look the
// same.
//
// Use one handle from one thread at the same time. You can use many handles in parallel. Functions
// do not throw or print, and do not depend on the success of another one: for a handle without a
// file, they return zeros.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// LibRaw, its file, and its reports.
typedef struct bromide_raw bromide_raw;

/// The result of a call: LibRaw's number (0 is success), or errno if the file could not be read.
typedef struct {
  int libraw;
  int system;
} bromide_raw_status;

/// The LibRaw numbers that callers distinguish.
enum {
  BROMIDE_RAW_UNSUPPORTED_FILE = -2,
  BROMIDE_RAW_NO_SUCH_IMAGE = -3,
  BROMIDE_RAW_NO_THUMBNAIL = -5,
  BROMIDE_RAW_UNSUPPORTED_THUMBNAIL = -6,
  BROMIDE_RAW_NOT_IMPLEMENTED = -8,
  BROMIDE_RAW_NO_MEMORY = -100007,
  BROMIDE_RAW_DATA_ERROR = -100008,
  BROMIDE_RAW_IO_ERROR = -100009,
  BROMIDE_RAW_TOO_BIG = -100012,
};

/// Returns a new handle, or NULL if there is not enough memory. With `collect_tags`, opening keeps
/// the file's EXIF fields.
bromide_raw *bromide_raw_create(bool collect_tags);
void bromide_raw_destroy(bromide_raw *);
const char *bromide_raw_message(int libraw);
const char *bromide_raw_version(void);
/// Returns the version of the headers at compile time, and of the library at run time, as major <<
/// 16 | minor << 8 | patch. Objects have the same layout if major and minor are equal. Otherwise,
/// you must not create a handle.
int bromide_raw_compiled_version(void);
int bromide_raw_running_version(void);
/// Returns the version of libjxl that the first JPEG XL loads: "0.7".
const char *bromide_raw_jxl_version(void);
/// Loads libjxl, for a process that cannot do it later. Returns whether it is installed.
bool bromide_raw_load_jxl(void);
/// Returns whether libjxl was needed but not found.
bool bromide_raw_misses_jxl(void);

/// Identifies an open file (`libraw_open_datastream`). The file is closed with the handle, or
/// immediately if this fails. `path` is its name.
bromide_raw_status bromide_raw_open(bromide_raw *, int descriptor, const char *path);
/// Returns whether LibRaw identified the opened file only by its size, because it has no header.
bool bromide_raw_is_headerless(const bromide_raw *);
/// A rectangle of the raw picture, in pixels. Parts outside the picture are ignored.
typedef struct {
  int x, y, width, height;
} bromide_raw_rectangle;
/// Options for unpacking pixels.
typedef struct {
  /// Use only LibRaw's decoders.
  bool libraw_only;
  /// Use final samples directly from the file. After you have used them, you must call
  /// `bromide_raw_has_lost_pixels`.
  bool may_map;
  /// The parts of the raw picture that you need. If empty, you need the complete picture. Bromide's
  /// decoders can skip other parts, and the samples there are undefined. `bromide_raw_get_share`
  /// returns how much was decoded.
  const bromide_raw_rectangle *parts;
  size_t part_count;
  /// The instruction set of Bromide's decoders: 0 baseline, 1 x86-64-v3, 2 x86-64-v4.
  int isa;
  /// Memory for the samples, if they fit. It must last as long as the handle. NULL uses the
  /// handle's memory. LibRaw's decoders do not use it.
  void *memory;
  size_t memory_size;
  /// Calls `body(argument)` on this thread and meanwhile on threads that become free. Returns when
  /// all calls have returned. NULL uses only this thread.
  void (*run)(void *context, void (*body)(void *argument), void *argument);
  void *context;
  /// The byte that fills the stack below LibRaw's decoder, to reveal its uninitialised variables. 0
  /// keeps the stack. For comparisons.
  uint8_t stack_fill;
} bromide_raw_unpacking;
/// Unpacks the pixels (`libraw_unpack`). If Bromide has a decoder for the format and the data are
/// regular, it uses that decoder, otherwise LibRaw's. The samples and all their properties are the
/// same.
bromide_raw_status bromide_raw_unpack(bromide_raw *, const bromide_raw_unpacking *);
/// A DNG's raw picture, as its directory describes it, without LibRaw.
typedef struct {
  uint32_t width, height;
  /// The samples per pixel: 1 or 3.
  uint32_t samples;
  /// The bits per sample.
  uint32_t bits;
  bool has_floats;
  bool is_big_endian;
  /// TIFF's numbers of the compression and the predictor.
  uint32_t compression, predictor;
  /// DNGVersion, with its four numbers as one.
  uint32_t version;
  /// The size of a tile, and the offset and bytes of each tile, row by row. Strips are tiles as
  /// wide as the picture.
  uint32_t tile_width, tile_height;
  const uint64_t *offsets, *sizes;
  size_t tile_count;
  /// The number of fields into which rows and columns are sorted.
  uint32_t row_fields, column_fields;
  /// The largest sample in the file's levels or table.
  uint32_t largest;
  /// The replacement of each value (65536 of them), or NULL for no replacement.
  const uint16_t *curve;
  /// The white level of floating-point numbers.
  float white;
  /// The parts of the picture in which the black level is measured.
  const bromide_raw_rectangle *masked;
  size_t masked_count;
} bromide_raw_dng;

/// The relation of a DNG's floating-point numbers to its samples: a number is a sample divided by
/// `factor`. 65535 is white times 2 to the power of `stops`.
typedef struct {
  float factor;
  uint32_t stops;
  /// Whether the data have another size than the directory. Then no decoder must try.
  bool is_contradicted;
} bromide_raw_dng_scale;

/// Unpacks a DNG's picture with Bromide's decoder, without LibRaw. `bromide_raw_get_frame` then
/// returns its samples. Returns false if the compression is not supported or the data are
/// irregular. Call `bromide_raw_open` for the file before, even if it fails.
bool bromide_raw_unpack_dng(
    bromide_raw *, const bromide_raw_dng *, const bromide_raw_unpacking *, bromide_raw_dng_scale *);

/// Returns whether libjxl is installed.
bool bromide_raw_reads_jxl(void);

/// Returns whether one of Bromide's decoders did the last unpacking.
bool bromide_raw_is_ours(const bromide_raw *);
/// Returns the compression, if unpacking was rejected because this LibRaw would return noise
/// without an error. Otherwise, returns NULL. For VC-5 of an unknown kind, opening sets it.
const char *bromide_raw_rejection(const bromide_raw *);
/// How much of the picture was decoded, in tiles or bands of rows. Zeros mean that everything was
/// decoded.
typedef struct {
  uint32_t decoded, all;
  bool are_tiles;
} bromide_raw_decoded_share;
bromide_raw_decoded_share bromide_raw_get_share(const bromide_raw *);
/// Returns whether pixels became zero after unpacking, because the file was shortened or could not
/// be read.
bool bromide_raw_has_lost_pixels(const bromide_raw *);
/// Frees the memory of pixels that stay in the file. The next access reads them again. Returns
/// false if the pixels are not in the file.
bool bromide_raw_release_pixels(const bromide_raw *);
/// Frees the memory of the whole pages in a range that stay in the file. The next access reads them
/// again.
void bromide_raw_release_bytes(const bromide_raw *, const void *bytes, size_t count);
/// A byte of a file.
typedef struct {
  uint64_t device, inode, offset;
} bromide_raw_place;
/// Returns whether an address belongs to samples in the file, and their position in it.
bool bromide_raw_find(const bromide_raw *, const void *address, bromide_raw_place *);

/// Bytes of a file in memory. The map also works if another program shortens the file.
typedef struct bromide_raw_map bromide_raw_map;
/// Maps bytes of an open file. You can close the file afterwards. Returns NULL if this is not
/// possible.
bromide_raw_map *bromide_raw_map_open(int descriptor, uint64_t offset, size_t count);
const void *bromide_raw_map_bytes(const bromide_raw_map *);
/// Returns whether zeros replace bytes that could not be read.
bool bromide_raw_map_has_lost_bytes(const bromide_raw_map *);
/// Frees the memory of all bytes. The next access reads them again. Returns true.
bool bromide_raw_map_release(const bromide_raw_map *);
/// Frees the memory of the whole pages in a range. The next access reads them again.
void bromide_raw_map_release_bytes(const bromide_raw_map *, const void *bytes, size_t count);
void bromide_raw_map_close(bromide_raw_map *);

/// Closes the file, but keeps all data that were read.
void bromide_raw_close_file(bromide_raw *);

/// The damage that unpacking found in the file's data.
typedef struct {
  /// The number of errors that LibRaw counted.
  int errors;
  /// The position of the first error, or −1 if LibRaw did not report it or the data had ended.
  int64_t first_error;
  /// The number of bytes requested after the end, and the position of the first.
  int64_t missing_bytes;
  int64_t first_missing;
  /// Visible pixels that the decoder did not write. Only counted for decoders that do not report
  /// this.
  int64_t untouched_pixels;
  /// Bytes of the main directories' fields after the end of the file, if opening collected tags.
  int64_t header_missing_bytes;
  /// The number of libjpeg's warnings.
  int jpeg_warnings;
  /// Bytes read, in complete buffers.
  int64_t bytes_read;
  /// The errno of a failed read since the file was opened, or 0 if all reads succeeded.
  int system_error;
} bromide_raw_damage;
bromide_raw_damage bromide_raw_get_damage(const bromide_raw *);

/// The sizes and kind of the picture, before orientation.
typedef struct {
  int raw_width, raw_height;
  /// The visible area in the raw picture.
  int left, top, width, height;
  /// Bits: 1 mirror columns, 2 mirror rows, then 4 transpose. Or an angle.
  int flip;
  double pixel_aspect;
  int colors;
  /// LibRaw's CFA code: 0 no filters, 9 X-Trans, 1 Leaf, otherwise 16 colours of 2 bits.
  uint32_t filters;
  bool is_foveon;
  uint32_t dng_version;
  /// Not 0 for sensors rotated by 45°.
  int fuji_width;
  /// 0 marks a dead site, which must be filled from its neighbours.
  bool zero_is_bad;
  /// The decoder skips corrections that the conversion must apply (Phase One, Canon PowerShot 600).
  bool needs_correction;
  bool is_floating_point;
  /// The white balance is already applied to the data.
  bool is_balanced;
  /// The matrix is unknown.
  bool is_raw_color;
  /// The maker's crop, relative to the visible area's origin. Empty if it is missing.
  int crop_left, crop_top, crop_width, crop_height;
} bromide_raw_layout;
bromide_raw_layout bromide_raw_get_layout(const bromide_raw *);
/// Returns the colour (0 red, 1 green, 2 blue, 3 second green or fourth) at a position of the
/// visible area.
int bromide_raw_color_at(const bromide_raw *, int row, int column);
/// Returns the decoder's name, or "" without a decoder.
const char *bromide_raw_decoder(bromide_raw *);

/// The black and white levels, in raw code values.
typedef struct {
  /// The black level for each colour 0…3, to add to the pattern.
  double black[4];
  /// The rows and columns of the repeating pattern, starting at the visible area's origin, or 0
  /// without a pattern.
  int pattern_rows, pattern_columns;
  double white;
  /// 0 if missing.
  double linear_maximum;
  /// The factor by which LibRaw multiplied floating-point numbers.
  double float_factor;
} bromide_raw_levels;
bromide_raw_levels bromide_raw_get_levels(const bromide_raw *);
double bromide_raw_black_pattern(const bromide_raw *, int row, int column);
/// Returns a DNG's black level for a site of the visible area, with the fraction that LibRaw
/// removes from the levels above, or 0 if it is missing.
double bromide_raw_recorded_black(const bromide_raw *, int row, int column);

/// Numbers about colour, by name.
enum bromide_raw_numbers {
  BROMIDE_RAW_CAMERA_MULTIPLIERS,   // 4
  BROMIDE_RAW_DAYLIGHT_MULTIPLIERS, // 4
  BROMIDE_RAW_XYZ_TO_CAMERA,        // 4 × 3
  BROMIDE_RAW_CAMERA_TO_SRGB,       // 3 × 4
  BROMIDE_RAW_DNG_COLOR_MATRIX,     // 4 × 3; of calibration 0 or 1, selected by `index`
  BROMIDE_RAW_DNG_CALIBRATION,      // 4 × 4, index
  BROMIDE_RAW_DNG_FORWARD_MATRIX,   // 3 × 4, index
  BROMIDE_RAW_DNG_ANALOG_BALANCE,   // 4
  BROMIDE_RAW_DNG_BASELINE_EXPOSURE,// 1
  BROMIDE_RAW_FUJI_EXPOSURE_BIAS,   // 1: RawExposureBias
  BROMIDE_RAW_CANON_TONE_PRIORITY,  // 1: 0 off, 1 on, 2 enhanced
  BROMIDE_RAW_FUJI_FILM_MODE,       // 1: FilmMode
  BROMIDE_RAW_NIKON_D_LIGHTING,     // 1: ActiveDLighting
  BROMIDE_RAW_GPS_LATITUDE,         // 3: degrees, minutes, seconds; south negative
  BROMIDE_RAW_GPS_LONGITUDE,        // 3; west negative
  BROMIDE_RAW_GPS_ALTITUDE,         // 1
};
/// Writes up to 16 numbers and returns how many, or 0 if they are missing from the file.
size_t bromide_raw_get_numbers(const bromide_raw *, enum bromide_raw_numbers, int index, double *);

/// LibRaw's data about the capture, or 0 if unknown.
typedef struct {
  double iso, shutter, aperture, focal_length;
  int focal_length_35mm;
  /// Seconds since 1970, assuming that the camera's clock uses this machine's zone. 0 if unknown.
  int64_t timestamp;
} bromide_raw_shot;
bromide_raw_shot bromide_raw_get_shot(const bromide_raw *);

enum bromide_raw_text {
  BROMIDE_RAW_MAKE,
  BROMIDE_RAW_MODEL,
  BROMIDE_RAW_SOFTWARE,
  BROMIDE_RAW_DESCRIPTION,
  BROMIDE_RAW_ARTIST,
  BROMIDE_RAW_BODY_SERIAL,
  BROMIDE_RAW_LENS_MAKE,
  BROMIDE_RAW_LENS,
  BROMIDE_RAW_MAKERNOTE_LENS,
  // The features after the specification, such as “G VR”.
  BROMIDE_RAW_LENS_FEATURES,
  // The names in LibRaw's normalised form: “Nikon”, “D5000”.
  BROMIDE_RAW_NORMALIZED_MAKE,
  BROMIDE_RAW_NORMALIZED_MODEL,
};
/// Returns the text and its length. It can contain bytes that are not UTF-8.
const char *bromide_raw_get_text(const bromide_raw *, enum bromide_raw_text, size_t *length);
const char *bromide_raw_get_xmp(const bromide_raw *, size_t *length);

/// A field of the file, in the parser's order. Its bytes are unchanged.
typedef struct {
  /// LibRaw's number: the tag, plus (directory + 1) << 20 for main directories, 0x50000 for GPS.
  uint32_t tag;
  /// The type code of TIFF.
  uint16_t type;
  bool is_big_endian;
  uint32_t count;
  /// NULL for a long field of a camera profile, which must be read separately.
  const uint8_t *bytes;
  size_t byte_count;
} bromide_raw_tag;
size_t bromide_raw_tag_count(const bromide_raw *);
bromide_raw_tag bromide_raw_get_tag(const bromide_raw *, size_t index);
/// Reads the bytes of a field with NULL `bytes`. Call it before the file is closed, and check
/// `byte_count` first. Returns false if the file does not contain the bytes.
bool bromide_raw_read_tag(bromide_raw *, size_t index, uint8_t *bytes);

/// The raw samples after unpacking, from the visible area's origin, or NULL without a single plane.
typedef struct {
  const uint16_t *samples;
  /// The distance between rows, in samples.
  size_t stride;
  /// The rows and columns that can be read.
  int width, height;
} bromide_raw_plane;
bromide_raw_plane bromide_raw_get_mosaic(const bromide_raw *);
/// All samples after unpacking, including borders, in LibRaw's form, or NULL without samples of
/// 16 bits.
typedef struct {
  const uint16_t *samples;
  /// The distance between rows, in samples.
  size_t stride;
  int width, height;
  /// The samples per pixel, stored in sequence.
  int channels;
} bromide_raw_frame;
bromide_raw_frame bromide_raw_get_frame(const bromide_raw *);
/// Returns whether unpacking produced pixels of any kind.
bool bromide_raw_has_pixels(const bromide_raw *);

/// Options for LibRaw's interpolation.
typedef struct {
  double multipliers[4];
  /// LibRaw's method, or −1 for its default.
  int quality;
  /// Scale the smallest multiplier to 1 and clip there, instead of the largest.
  bool clips;
  /// Convert to linear sRGB instead of keeping camera values.
  bool to_srgb;
} bromide_raw_interpolation;

/// A finished picture of interleaved samples, or NULL if interpolation failed.
typedef struct {
  uint16_t *samples;
  int width, height;
  int channels;
  /// The level above black that LibRaw mapped to 65535 / multiplier.
  double scaled_white;
} bromide_raw_picture;
/// Interpolates (`libraw_dcraw_process`) and packs the result to 1 or 3 channels in LibRaw's
/// memory.
bromide_raw_status bromide_raw_interpolate(
    bromide_raw *, const bromide_raw_interpolation *, bromide_raw_picture *);

/// The embedded preview that LibRaw prefers.
typedef struct {
  int width, height;
  /// 0 unknown, 1 JPEG, 2 RGB bytes, 3 RGB of 16 bits.
  int format;
  int64_t offset;
  size_t length;
  /// NULL before it is read.
  const uint8_t *bytes;
} bromide_raw_preview;
bromide_raw_preview bromide_raw_get_preview(const bromide_raw *);
/// Reads the preview (`libraw_unpack_thumb`).
bromide_raw_status bromide_raw_read_preview(bromide_raw *);

#ifdef __cplusplus
}
#endif
