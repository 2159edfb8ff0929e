// libjpeg-turbo's planes of a JPEG in memory, behind calls that return instead of jumping.
#ifndef BROMIDE_CJPEG_H
#define BROMIDE_CJPEG_H

#include <stddef.h>
#include <stdint.h>

struct bromide_jpeg;

enum {
  BROMIDE_JPEG_OTHER, BROMIDE_JPEG_GREY, BROMIDE_JPEG_RGB, BROMIDE_JPEG_YCC, BROMIDE_JPEG_CMYK,
  BROMIDE_JPEG_YCCK
};

/// What stands before the pixels. Pointers stay valid until the reader is closed.
struct bromide_jpeg_facts {
  uint32_t width, height;
  int components;
  /// One of the enumeration above, as libjpeg concludes it from JFIF and Adobe markers and component numbers.
  int color_space;
  /// Sampling factors of up to four components, and the largest.
  int across[4], down[4], most_across, most_down;
  /// Width and rows of the blocks of each component: what its plane must hold.
  uint32_t block_width[4], block_rows[4];
  int is_progressive;
  /// The Adobe marker's transform, -1 without such a marker.
  int adobe_transform;
  /// The Exif block from its TIFF header on; NULL without one.
  const uint8_t *exif;
  size_t exif_count;
  const uint8_t *profile;
  size_t profile_count;
};

/// Makes a reader of `count` bytes, which must stay there; NULL without memory. `most_memory` limits what libjpeg takes.
struct bromide_jpeg *bromide_jpeg_open(const uint8_t *bytes, size_t count, long most_memory);
void bromide_jpeg_close(struct bromide_jpeg *reader);

/// Reads everything before the pixels; 0 on failure, which `bromide_jpeg_message` tells.
int bromide_jpeg_read_header(struct bromide_jpeg *reader);
void bromide_jpeg_facts(const struct bromide_jpeg *reader, struct bromide_jpeg_facts *facts);

/// Reads the planes of all components, no sample of which is changed; after the header, once.
/// Damage ends it and returns 0, unless `keep` is not 0: then what is missing stays as libjpeg fills it.
int bromide_jpeg_read_planes(
  struct bromide_jpeg *reader, uint8_t *const planes[4], const size_t strides[4], int keep);

/// The size of a picture made smaller by 1, 2, 4 or 8 while it is decoded; after the header.
void bromide_jpeg_reduced_size(struct bromide_jpeg *reader, int reduction, uint32_t *width, uint32_t *height);

/// Reads rows of red, green and blue bytes of that size, without gaps, as libjpeg converts them; after
/// `bromide_jpeg_reduced_size`, once. 0 on failure and on damage.
int bromide_jpeg_read_reduced(struct bromide_jpeg *reader, uint8_t *rgb);

/// The version of libjpeg-turbo, as 2001005 for 2.1.5, with whose headers this was compiled; 0 for another libjpeg.
int bromide_jpeg_turbo_version(void);
/// The interface of libjpeg that it has: 62 for that of version 6b.
int bromide_jpeg_interface(void);

/// What went wrong in the call that returned 0.
const char *bromide_jpeg_message(const struct bromide_jpeg *reader);

/// The first sign of damage that was met, or an empty text.
const char *bromide_jpeg_damage(const struct bromide_jpeg *reader);

#endif
