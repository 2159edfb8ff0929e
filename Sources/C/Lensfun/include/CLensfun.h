// lensfun's corrections of one lens as numbers, using the installed library, and a search in its
// database.
//
// Not thread-safe.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Loads liblensfun once per process. Returns false if it is not installed.
bool bromide_lensfun_is_available(void);

/// Returns the interface of the loaded library, such as `1`.
const char *bromide_lensfun_interface(void);

/// The position of a database element in the text.
typedef struct {
  size_t start, end;
  /// The kind: a mount ('m'), a camera ('c'), a lens ('l'), or 0 if no element is left.
  char kind;
} bromide_lensfun_element;

/// A name in lower case without spaces and slashes, or a mount as written. If `text` is NULL, the
/// name is not set.
typedef struct {
  const char *text;
  size_t count;
} bromide_lensfun_name;

/// The values to search for in a database.
typedef struct {
  /// The camera. If it is set, the search also finds mounts.
  bromide_lensfun_name camera;
  bromide_lensfun_name lens;
  /// The search finds lenses with this mount and any name.
  bromide_lensfun_name mount;
} bromide_lensfun_search;

/// Returns the first element outside comments that starts at `from` or later and may match.
///
/// It can return other elements, because it only compares the ends of names with plain letters. It
/// never skips a match.
bromide_lensfun_element bromide_lensfun_next(
    const char *text, size_t count, size_t from, bromide_lensfun_search search);

/// Returns the content of the next `<name …>` in a part of a text, or kind 0 if it is missing.
bromide_lensfun_element bromide_lensfun_child(
    const char *text, size_t start, size_t end, const char *name);

/// A database in memory.
typedef struct bromide_lensfun bromide_lensfun;

/// Reads a database of a few elements. Returns NULL if the library rejects it or is not installed.
bromide_lensfun *bromide_lensfun_open(const char *text, size_t count);

void bromide_lensfun_close(bromide_lensfun *database);

/// The numbers of a lens.
typedef struct {
  float least_focal, most_focal;
  float crop;
  float center_x, center_y;
} bromide_lensfun_lens;

/// Gets the lens at an index of the list. Returns false after the end, and for impossible numbers.
bool bromide_lensfun_lens_at(
    const bromide_lensfun *database, size_t index, bromide_lensfun_lens *lens);

/// The corrections of a lens.
enum { BROMIDE_LENSFUN_LATERAL = 1, BROMIDE_LENSFUN_VIGNETTING = 2, BROMIDE_LENSFUN_DISTORTION = 8 };

/// A photo. Positions are in its pixels.
typedef struct {
  float crop, focal, aperture;
  int width, height;
} bromide_lensfun_photo;

/// Computes corrections at `count` points from the centre of a picture to its corner, including
/// both.
///
/// `distortion` is the factor from a point in the corrected picture to the recorded point, measured
/// from the centre. `red` and `blue` are the factors for these colours after distortion correction.
/// `gain` is the factor for a recorded point's brightness. The numbers are not validated.
///
/// Returns: The corrections that the lens has. The numbers of missing corrections are 1.
int bromide_lensfun_radial(
    const bromide_lensfun *database, size_t lens, bromide_lensfun_photo photo, size_t count,
    double *distortion, double *red, double *blue, double *gain);
