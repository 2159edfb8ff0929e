// Bromide for C: develops camera raws to pixels in memory, and samples their colours.
//
//   bromide_photo *photo;
//   char *error;
//   bromide_layout layout;
//   layout.bytes = sizeof layout;
//   if (bromide_open_path("photo.dng", NULL, &photo, &error) == BROMIDE_OK &&
//       bromide_size(photo, "size=1024", &layout, &error) == BROMIDE_OK) {
//     size_t stride = (size_t)layout.width * layout.channels;
//     unsigned char *pixels = (unsigned char *)malloc(stride * layout.height);
//     bromide_develop(photo, "size=1024", BROMIDE_U8, pixels, stride, stride * layout.height, NULL, &error);
//   }
//
// The page Documentation/c.md lists the functions, recipes and options, and explains an example.
//
// Ownership. Pixels, paths, options and recipes belong to you. Bromide copies text before it
// returns. You also own the memory that Bromide stores in *error, *json, *jpeg and *icc: pass it to
// bromide_free. You can pass NULL for error. If a call succeeds, it sets *error to NULL. All text
// is UTF-8, except paths, which are the system's bytes.
//
// Threads. You can call every function from any thread. Calls on one photo share its decoded pixels. Every thread that a call
// starts has ended when the call returns. Bromide never prints, exits or starts a process, and never changes signal handlers, the
// locale, the environment or the working folder. It computes with the default floating-point environment, and restores yours. With the
// option map=on, it installs a handler for SIGBUS.
//
// Speed. Reuse the memory of pixels, because the system clears the pages of new memory at the first write.
#ifndef BROMIDE_H
#define BROMIDE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface. Compare it with bromide_abi().
#define BROMIDE_ABI 1

/// An opened photo.
typedef struct bromide_photo bromide_photo;

/// The result of a call. Treat an unknown number as a failure.
typedef int32_t bromide_status;

enum {
  /// Success.
  BROMIDE_OK = 0,
  /// The file cannot be read, or is not a photo.
  BROMIDE_INPUT = 1,
  /// The photo's data are damaged. With the option damaged=keep, you get the part that can be decoded.
  BROMIDE_DAMAGED = 2,
  /// An option, a recipe, a size or a point is wrong.
  BROMIDE_REQUEST = 3,
  /// The memory is not enough, or the option memory does not allow it.
  BROMIDE_MEMORY = 4,
  /// The progress function ended the call.
  BROMIDE_CANCELLED = 5,
  /// The call is wrong, for example a NULL pointer, a closed photo, pixels without enough memory, or a fork during
  /// another call.
  BROMIDE_MISUSE = 6,
  /// The process that decoded the photo crashed. Version 1 never returns it.
  BROMIDE_LOST = 7
};

/// The type of a sample.
enum {
  /// 8 bits, encoded by the recipe's space.
  BROMIDE_U8 = 1,
  /// 16 bits, encoded by the recipe's space.
  BROMIDE_U16 = 2,
  /// 32-bit floating point, linear light of the recipe's space after its tone and filters. White is 1. Samples are not clipped, and
  /// colours are not compressed into the space. With space=linear-srgb, BROMIDE_U16 has the same samples, clipped and rounded.
  BROMIDE_F32 = 4
};

/// The shape of a developed picture. Set bytes before the call.
typedef struct {
  /// sizeof (bromide_layout).
  size_t bytes;
  /// Pixels in a row.
  uint32_t width;
  /// Number of rows.
  uint32_t height;
  /// Samples per pixel: 1 for grey, 3 for RGB. The filter opacity adds one.
  uint32_t channels;
  /// The orientation that you must apply, as Exif's number. It is 1 unless the recipe sets orientation=keep.
  uint32_t orientation;
} bromide_layout;

/// Options of a call. Set bytes, and set all other fields to 0 or to a value.
typedef struct {
  /// sizeof (bromide_run).
  size_t bytes;
  /// Receives the progress from 0 to 1, on any thread of the call: 0 before decoding, and then the finished fraction after each band
  /// of rows. A small picture has one band. Fractions of two threads can arrive in the wrong order. Return 0 to continue, or another
  /// number to end the call with BROMIDE_CANCELLED. Do not leave it by an exception or longjmp. Decoding is not interrupted.
  int32_t (*progress)(void *context, double done);
  /// The first argument of progress.
  void *context;
  /// The number of threads with the calling thread. With 0, the call uses all processors of the process.
  uint32_t threads;
} bromide_run;

/// The version of the interface in the loaded library.
uint32_t bromide_abi(void);

/// The version of Bromide, for example "0.1.0". Include it in the keys of a cache, because a new version can change pixels.
const char *bromide_version(void);

/// Opens a photo: a raw, JPEG, PNG, TIFF, JPEG XL, AVIF or WebP.
///
/// options: NULL, or lines of NAME=VALUE:
/// - damaged=fail|keep.
/// - memory=2G: fail if decoding needs more.
/// - map=off|on: read uncompressed samples from the file, which must not change.
/// - sidecar=off|on: use the settings in the XMP file next to the photo.
bromide_status bromide_open_path(const char *path, const char *options, bromide_photo **photo, char **error);

/// Opens a photo from a descriptor of an ordinary file. Bromide duplicates it and does not move its position. If the process may not
/// open the file again, Bromide copies it.
bromide_status bromide_open_fd(int fd, const char *options, bromide_photo **photo, char **error);

/// Opens a photo from the bytes of its file. Bromide copies them.
bromide_status bromide_open_bytes(
  const void *start, size_t count, const char *options, bromide_photo **photo, char **error);

/// Returns the shape of a recipe's picture. Reads only the header, except for demosaic=half and LibRaw's methods.
///
/// recipe: NULL, a recipe document, or lines of NAME=VALUE: the options of bromide convert without dashes, and
/// corrections=standard|file|plain. NULL means the settings of bromide convert.
bromide_status bromide_size(bromide_photo *photo, const char *recipe, bromide_layout *layout, char **error);

/// Develops the photo into your memory, in rows from the top.
///
/// - sample: BROMIDE_U8, BROMIDE_U16 or BROMIDE_F32.
/// - stride: bytes from the start of a row to the next start, at least width * channels * sample.
/// - count: bytes of your memory, at least stride * (height - 1) + width * channels * sample.
/// - run: NULL for all processors and no progress.
///
/// pixels and stride must be multiples of sample. Bromide does not write after your memory or between rows. If the call fails, the
/// pixels are undefined.
bromide_status bromide_develop(
  bromide_photo *photo, const char *recipe, int32_t sample, void *pixels, size_t stride, size_t count,
  const bromide_run *run, char **error);

/// Develops a part of the picture. Its pixels equal the pixels of the complete picture.
bromide_status bromide_develop_part(
  bromide_photo *photo, const char *recipe, uint32_t x, uint32_t y, uint32_t width, uint32_t height, int32_t sample,
  void *pixels, size_t stride, size_t count, const bromide_run *run, char **error);

/// Samples colours at points.
///
/// - recipe: also light=scene|convert, window=15, shape, lookup and statistic.
/// - space: a name of bromide sample --space, for example "lab". NULL means "lab".
/// - xy: two numbers for each point, from 0 to 1 from the top left corner.
/// - values: three numbers for each point.
bromide_status bromide_sample(
  bromide_photo *photo, const char *recipe, const char *space, const double *xy, size_t points, double *values,
  char **error);

/// Returns the object of bromide info --format json. It contains the path only if you opened the photo by its path.
bromide_status bromide_info(bromide_photo *photo, char **json, char **error);

/// Returns an array of sentences about damage, guessed colours, skipped corrections, and the recipes of earlier calls. It is complete
/// after the first develop or sample.
bromide_status bromide_notes(bromide_photo *photo, char **json, char **error);

/// Returns the JPEG preview in a raw.
bromide_status bromide_preview(bromide_photo *photo, void **jpeg, size_t *count, char **error);

/// Returns the ICC profile of a space, for example "display-p3". NULL means "srgb".
bromide_status bromide_profile(const char *space, void **icc, size_t *count, char **error);

/// Returns 1 if a raw begins with these bytes, 0 if not, or -1 if you must open the file to know. Pass the first 64 bytes. Raws without
/// a signature, which LibRaw identifies by their size, also return 0.
int32_t bromide_is_raw(const void *start, size_t count);

/// Closes a photo. NULL and a closed photo have no effect. If another call uses the photo, it exists until this call returns. Later
/// calls with the photo return BROMIDE_MISUSE.
void bromide_close(bromide_photo *photo);

/// Frees memory from Bromide. NULL has no effect.
void bromide_free(void *memory);

#ifdef __cplusplus
}
#endif

#endif
