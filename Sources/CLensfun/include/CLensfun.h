// lensfun's corrections of one lens as numbers, by the library that the machine has, and a search through its database.
//
// Nothing here is for several threads at a time.
#ifndef BROMIDE_LENSFUN_H
#define BROMIDE_LENSFUN_H

#include <stdbool.h>
#include <stddef.h>

/// Loads liblensfun, once for the process; false without it.
bool bromide_lensfun_is_available(void);

/// The interface of the library that is loaded, such as `1`.
const char *bromide_lensfun_interface(void);

/// An element of a database: where it begins and ends in the text.
typedef struct {
  size_t start, end;
  /// 0: none is left; else a mount ('m'), a camera ('c') or a lens ('l').
  char kind;
} bromide_lensfun_element;

/// A name without spaces and strokes, in small letters, or a mount's as it is written; without a text, none.
typedef struct {
  const char *text;
  size_t count;
} bromide_lensfun_name;

/// What a database is searched for.
typedef struct {
  /// The camera. With one, mounts are found, too.
  bromide_lensfun_name camera;
  bromide_lensfun_name lens;
  /// Lenses with this mount are found, whatever their name.
  bromide_lensfun_name mount;
} bromide_lensfun_search;

/// The first element that begins at `from` or later, outside comments, and may be what is looked for.
///
/// It may yet be another: names are compared from their ends, as far as they are plain letters. None that is looked for is left out.
bromide_lensfun_element bromide_lensfun_next(
    const char *text, size_t count, size_t from, bromide_lensfun_search search);

/// The content of the next `<name …>` of a part of a text: `start` and `end` of it; kind 0 if there is none.
bromide_lensfun_element bromide_lensfun_child(
    const char *text, size_t start, size_t end, const char *name);

/// A database in memory.
typedef struct bromide_lensfun bromide_lensfun;

/// Reads a database of a few elements. NULL if the library refuses it, or is not there.
bromide_lensfun *bromide_lensfun_open(const char *text, size_t count);

void bromide_lensfun_close(bromide_lensfun *database);

/// The numbers of a lens.
typedef struct {
  float least_focal, most_focal;
  float crop;
  float center_x, center_y;
} bromide_lensfun_lens;

/// The lens of a place in the list; false beyond its end, and for one whose numbers no lens has.
bool bromide_lensfun_lens_at(
    const bromide_lensfun *database, size_t index, bromide_lensfun_lens *lens);

/// Which corrections a lens has.
enum { BROMIDE_LENSFUN_LATERAL = 1, BROMIDE_LENSFUN_VIGNETTING = 2, BROMIDE_LENSFUN_DISTORTION = 8 };

/// A photo, in whose pixels places are.
typedef struct {
  float crop, focal, aperture;
  int width, height;
} bromide_lensfun_photo;

/// Corrections at `count` places from the middle of a picture to its corner, both among them.
///
/// `distortion` becomes what the way from the middle to a place of the corrected picture is multiplied by, `red` and `blue`
/// the same for these colours where distortion is corrected already, `gain` that of a recorded place. Numbers may be
/// anything.
///
/// Returns: The corrections that the lens has; the numbers of others are 1.
int bromide_lensfun_radial(
    const bromide_lensfun *database, size_t lens, bromide_lensfun_photo photo, size_t count,
    double *distortion, double *red, double *blue, double *gain);

#endif
