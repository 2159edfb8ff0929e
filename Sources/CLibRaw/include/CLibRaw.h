// LibRaw behind a C interface without its structures, so that its versions 0.20, 0.21 and 0.22 look alike.
//
// One handle serves one thread at a time; many handles serve many threads. No function throws, prints, or needs another
// one to have succeeded: a handle without a file answers zeros.
#ifndef BROMIDE_CLIBRAW_H
#define BROMIDE_CLIBRAW_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// LibRaw, its file, and what it reported.
typedef struct bromide_raw bromide_raw;

/// The result of a call: LibRaw's number (0 is success), or errno if the file could not be read.
typedef struct {
  int libraw;
  int system;
} bromide_raw_status;

/// LibRaw's numbers that a caller tells apart.
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

/// A new handle, NULL without memory. With `collect_tags` opening keeps the file's EXIF fields.
bromide_raw *bromide_raw_create(bool collect_tags);
void bromide_raw_destroy(bromide_raw *);
const char *bromide_raw_message(int libraw);
const char *bromide_raw_version(void);
/// The version of the headers that this was compiled with, and of the library that runs, as major << 16 | minor << 8 |
/// patch. Objects are laid out alike if major and minor agree; otherwise no handle may be made.
int bromide_raw_compiled_version(void);
int bromide_raw_running_version(void);
/// The version of libjxl that is loaded with the first JPEG XL: "0.7".
const char *bromide_raw_jxl_version(void);
/// Loads libjxl, for a process that cannot do it later. Whether it is there.
bool bromide_raw_load_jxl(void);
/// Whether libjxl was needed and could not be found.
bool bromide_raw_misses_jxl(void);

/// Identifies an open file (`libraw_open_datastream`), which is closed with the handle, or at once if that fails. `path` is its
/// name.
bromide_raw_status bromide_raw_open(bromide_raw *, int descriptor, const char *path);
/// Whether LibRaw took the opened file for a raw because of its size alone: it has no header.
bool bromide_raw_is_headerless(const bromide_raw *);
/// A rectangle of the raw picture, in pixels; what lies beyond the picture does not count.
typedef struct {
  int x, y, width, height;
} bromide_raw_rectangle;
/// How pixels are unpacked.
typedef struct {
  /// LibRaw's decoders only.
  bool libraw_only;
  /// Samples that the file holds as they are may stay there: `bromide_raw_has_lost_pixels` must be asked when they were used.
  bool may_map;
  /// The parts of the raw picture that will be looked at; without any, all of it. What lies elsewhere may be left undecoded
  /// by ours, and its samples mean nothing then: `bromide_raw_get_share` says how much was decoded.
  const bromide_raw_rectangle *parts;
  size_t part_count;
  /// The instruction set of ours: 0 baseline, 1 x86-64-v3, 2 x86-64-v4.
  int isa;
  /// Memory for the samples if they fit there, which must last as long as the handle; NULL: the handle's own. A decoder of
  /// LibRaw's does not use it.
  void *memory;
  size_t memory_size;
  /// Calls `body(argument)` on this thread and, while that lasts, on others that come free; returns when all have
  /// returned. NULL: this thread alone.
  void (*run)(void *context, void (*body)(void *argument), void *argument);
  void *context;
  /// The byte that fills the stack below LibRaw's decoder, which reveals variables that it does not initialise; 0
  /// leaves what was there. For comparisons.
  uint8_t stack_fill;
} bromide_raw_unpacking;
/// Unpacks the pixels (`libraw_unpack`): by a decoder of our own if there is one for the format and the data are
/// regular, else by LibRaw's; the samples and everything about them are the same.
bromide_raw_status bromide_raw_unpack(bromide_raw *, const bromide_raw_unpacking *);
/// A DNG's raw picture as its directory describes it, which LibRaw is not asked about.
typedef struct {
  uint32_t width, height;
  /// Samples of a pixel: 1 or 3.
  uint32_t samples;
  /// Bits of a sample.
  uint32_t bits;
  bool has_floats;
  bool is_big_endian;
  /// TIFF's numbers of the compression and of the predictor.
  uint32_t compression, predictor;
  /// DNGVersion, its four numbers as one.
  uint32_t version;
  /// Size of a tile, and offset and bytes of each, row after row. Strips are tiles as wide as the picture.
  uint32_t tile_width, tile_height;
  const uint64_t *offsets, *sizes;
  size_t tile_count;
  /// The number of fields that rows and columns are sorted into.
  uint32_t row_fields, column_fields;
  /// The largest sample that the file's levels or table speak of.
  uint32_t largest;
  /// The replacement of each value (65536 of them), or NULL for none.
  const uint16_t *curve;
  /// The white level of floating-point numbers.
  float white;
  /// Parts of the picture that the black level is measured in.
  const bromide_raw_rectangle *masked;
  size_t masked_count;
} bromide_raw_dng;

/// The relation of a DNG's floating-point numbers to its samples: a number is a sample divided by `factor`, and 65535 stands
/// for white times 2 to the power of `stops`.
typedef struct {
  float factor;
  uint32_t stops;
  /// Whether the data say that they are of another size than the directory does: no decoder may try.
  bool is_contradicted;
} bromide_raw_dng_scale;

/// Unpacks a DNG's picture by a decoder of our own, whatever LibRaw made of the file: `bromide_raw_get_frame` then gives its
/// samples. Returns false if there is none for its coding, or its data are irregular. The file must have been given to
/// `bromide_raw_open`, which may have refused it.
bool bromide_raw_unpack_dng(
    bromide_raw *, const bromide_raw_dng *, const bromide_raw_unpacking *, bromide_raw_dng_scale *);

/// Whether libjxl is there.
bool bromide_raw_reads_jxl(void);

/// Whether the last unpacking was by a decoder of our own.
bool bromide_raw_is_ours(const bromide_raw *);
/// The coding, where unpacking was refused because this LibRaw would make noise of it without an error; otherwise NULL. For
/// VC-5 of an unknown kind, opening gives the answer.
const char *bromide_raw_refusal(const bromide_raw *);
/// How much of the picture was decoded, in tiles or bands of rows; zeros where that was all of it.
typedef struct {
  uint32_t decoded, all;
  bool are_tiles;
} bromide_raw_decoded_share;
bromide_raw_decoded_share bromide_raw_get_share(const bromide_raw *);
/// Whether pixels turned zero since they were unpacked, because the file was shortened or could not be read.
bool bromide_raw_has_lost_pixels(const bromide_raw *);
/// A byte of a file.
typedef struct {
  uint64_t device, inode, offset;
} bromide_raw_place;
/// Whether samples that unpacking left in the file lie at an address, and where in which file that is.
bool bromide_raw_find(const bromide_raw *, const void *address, bromide_raw_place *);

/// Bytes of a file as memory that survives the file being shortened.
typedef struct bromide_raw_map bromide_raw_map;
/// Maps bytes of an open file, which may be closed then; NULL where that is not possible.
bromide_raw_map *bromide_raw_map_open(int descriptor, uint64_t offset, size_t count);
const void *bromide_raw_map_bytes(const bromide_raw_map *);
/// Whether zeros stand for bytes that could not be read.
bool bromide_raw_map_has_lost_bytes(const bromide_raw_map *);
void bromide_raw_map_close(bromide_raw_map *);

/// Closes the file; what was read stays.
void bromide_raw_close_file(bromide_raw *);

/// The damage that unpacking found in the file's data.
typedef struct {
  /// Errors that LibRaw counted.
  int errors;
  /// Where the first one was, −1 where LibRaw did not say or the data had ended.
  int64_t first_error;
  /// Bytes asked for beyond the end, and where the first would have been.
  int64_t missing_bytes;
  int64_t first_missing;
  /// Visible pixels that the decoder did not write, where it is one that would not say so.
  int64_t untouched_pixels;
  /// Bytes of the main directories' fields that lie beyond the end, where opening collected tags.
  int64_t header_missing_bytes;
  /// Warnings of libjpeg.
  int jpeg_warnings;
  /// Bytes read, in whole buffers.
  int64_t bytes_read;
  /// errno of a read that the system refused, since the file was opened; 0 if it refused none.
  int system_error;
} bromide_raw_damage;
bromide_raw_damage bromide_raw_get_damage(const bromide_raw *);

/// Sizes and kind of the picture, before orientation.
typedef struct {
  int raw_width, raw_height;
  /// The visible area in the raw one.
  int left, top, width, height;
  /// Bits: 1 mirror columns, 2 mirror rows, 4 then transpose; or an angle.
  int flip;
  double pixel_aspect;
  int colors;
  /// LibRaw's CFA code: 0 none, 9 X-Trans, 1 Leaf, else 16 colours of 2 bits.
  uint32_t filters;
  bool is_foveon;
  uint32_t dng_version;
  /// Not 0 for sensors turned by 45°.
  int fuji_width;
  /// Zero means a dead site, to be filled from its neighbours.
  bool zero_is_bad;
  /// The decoder leaves corrections to the conversion (Phase One, Canon PowerShot 600).
  bool needs_correction;
  bool is_floating_point;
  /// The white balance is in the data already.
  bool is_balanced;
  /// No matrix is known.
  bool is_raw_color;
  /// The maker's crop, from the visible area's origin; empty if there is none.
  int crop_left, crop_top, crop_width, crop_height;
} bromide_raw_layout;
bromide_raw_layout bromide_raw_get_layout(const bromide_raw *);
/// The colour (0 red, 1 green, 2 blue, 3 second green or fourth) at a place of the visible area.
int bromide_raw_color_at(const bromide_raw *, int row, int column);
/// The decoder's name, "" for none.
const char *bromide_raw_decoder(bromide_raw *);

/// Black and white, in raw code values.
typedef struct {
  /// Per colour 0…3, to be added to the pattern.
  double black[4];
  /// Rows and columns of the repeating pattern from the visible area's origin, 0 for none.
  int pattern_rows, pattern_columns;
  double white;
  /// 0 where not stated.
  double linear_maximum;
  /// What LibRaw multiplied floating-point numbers with.
  double float_factor;
} bromide_raw_levels;
bromide_raw_levels bromide_raw_get_levels(const bromide_raw *);
double bromide_raw_black_pattern(const bromide_raw *, int row, int column);
/// The black level that a DNG states for a site of the visible area, with the fraction that LibRaw
/// rounds away from the levels above; 0 if it states none.
double bromide_raw_stated_black(const bromide_raw *, int row, int column);

/// Numbers about colour, by name.
enum bromide_raw_numbers {
  BROMIDE_RAW_CAMERA_MULTIPLIERS,   // 4
  BROMIDE_RAW_DAYLIGHT_MULTIPLIERS, // 4
  BROMIDE_RAW_XYZ_TO_CAMERA,        // 4 × 3
  BROMIDE_RAW_CAMERA_TO_SRGB,       // 3 × 4
  BROMIDE_RAW_DNG_ILLUMINANT,       // 1; of calibration 0 or 1, as all with `index`
  BROMIDE_RAW_DNG_COLOR_MATRIX,     // 4 × 3, index
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
/// Writes up to 16 numbers and returns how many; 0 if the file does not state them.
size_t bromide_raw_get_numbers(const bromide_raw *, enum bromide_raw_numbers, int index, double *);

/// The facts that LibRaw knows about the shot; 0 if unknown.
typedef struct {
  double iso, shutter, aperture, focal_length;
  int focal_length_35mm;
  /// Seconds since 1970 as if the camera's clock showed this machine's zone; 0 unknown.
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
  // As LibRaw tidies the names: “Nikon”, “D5000”.
  BROMIDE_RAW_NORMALIZED_MAKE,
  BROMIDE_RAW_NORMALIZED_MODEL,
};
/// The text and its length; not necessarily UTF-8.
const char *bromide_raw_get_text(const bromide_raw *, enum bromide_raw_text, size_t *length);
const char *bromide_raw_get_xmp(const bromide_raw *, size_t *length);

/// A field of the file, as its parser met it. Its bytes are as in the file.
typedef struct {
  /// LibRaw's number: the tag, plus (directory + 1) << 20 for main directories, 0x50000 for GPS.
  uint32_t tag;
  /// TIFF's type.
  uint16_t type;
  bool is_big_endian;
  uint32_t count;
  /// NULL for a long field of a camera profile, which must be read.
  const uint8_t *bytes;
  size_t byte_count;
} bromide_raw_tag;
size_t bromide_raw_tag_count(const bromide_raw *);
bromide_raw_tag bromide_raw_get_tag(const bromide_raw *, size_t index);
/// Reads the bytes of a field whose `bytes` are NULL, before the file is closed; false if the file does not hold them. The
/// caller first checks that `byte_count` is what it may be.
bool bromide_raw_read_tag(bromide_raw *, size_t index, uint8_t *bytes);

/// The raw samples after unpacking, from the visible area's origin; NULL if there is no single plane.
typedef struct {
  const uint16_t *samples;
  /// Distance of rows, in samples.
  size_t stride;
  /// Rows and columns that may be read there.
  int width, height;
} bromide_raw_plane;
bromide_raw_plane bromide_raw_get_mosaic(const bromide_raw *);
/// All samples after unpacking, borders included, as LibRaw has them; NULL if there are none of 16 bits.
typedef struct {
  const uint16_t *samples;
  /// Distance of rows, in samples.
  size_t stride;
  int width, height;
  /// Samples of a pixel, one after another.
  int channels;
} bromide_raw_frame;
bromide_raw_frame bromide_raw_get_frame(const bromide_raw *);
/// Whether unpacking left pixels of any kind.
bool bromide_raw_has_pixels(const bromide_raw *);

/// How LibRaw is to interpolate.
typedef struct {
  double multipliers[4];
  /// LibRaw's method, −1 for its choice.
  int quality;
  /// Scale the smallest multiplier to 1 and clip there, instead of the largest.
  bool clips;
  /// Convert to linear sRGB instead of leaving camera values.
  bool to_srgb;
} bromide_raw_interpolation;

/// A finished picture of interleaved samples; NULL where interpolating failed.
typedef struct {
  uint16_t *samples;
  int width, height;
  int channels;
  /// The level above black that LibRaw made 65535 / multiplier.
  double scaled_white;
} bromide_raw_picture;
/// Interpolates (`libraw_dcraw_process`) and packs the result to 1 or 3 channels in LibRaw's memory.
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
/// Reads it (`libraw_unpack_thumb`).
bromide_raw_status bromide_raw_read_preview(bromide_raw *);

#ifdef __cplusplus
}
#endif
#endif
