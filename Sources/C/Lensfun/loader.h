// The functions of liblensfun that we use, as declared by its public header (0.3.0 to 0.3.4, with
// interface 1). Handles are void pointers.
#pragma once

#include <stddef.h>

#define BROMIDE_LENSFUN_FUNCTIONS(X) \
  X(void *, lf_db_new, (void)) \
  X(void, lf_db_destroy, (void *db)) \
  X(int, lf_db_load_data, (void *db, const char *context, const char *data, size_t size)) \
  X(const bromide_lf_lens *const *, lf_db_get_lenses, (void *db)) \
  X(void *, lf_modifier_new, (const bromide_lf_lens *lens, float crop, int width, int height)) \
  X(void, lf_modifier_destroy, (void *modifier)) \
  X(int, lf_modifier_initialize, \
    (void *modifier, const bromide_lf_lens *lens, int format, float focal, float aperture, \
     float distance, float scale, int geometry, int flags, int reverse)) \
  X(int, lf_modifier_apply_geometry_distortion, \
    (void *modifier, float x, float y, int width, int height, float *places)) \
  X(int, lf_modifier_apply_subpixel_distortion, \
    (void *modifier, float x, float y, int width, int height, float *places)) \
  X(int, lf_modifier_apply_color_modification, \
    (void *modifier, void *pixels, float x, float y, int width, int height, int components, \
     int stride))

/// The start of `lfLens`.
typedef struct {
  const char *maker, *model;
  float least_focal, most_focal, least_aperture, most_aperture;
  const char *const *mounts;
  float center_x, center_y;
  float crop, aspect;
  int type;
} bromide_lf_lens;

/// Values of `lfPixelFormat`, `lfLensType` and `lfComponentRole`.
enum { BROMIDE_F32 = 3, BROMIDE_RECTILINEAR = 1, BROMIDE_INTENSITY = 3 };

typedef struct {
#define BROMIDE_LENSFUN_MEMBER(result, name, parameters) result(*name) parameters;
  BROMIDE_LENSFUN_FUNCTIONS(BROMIDE_LENSFUN_MEMBER)
#undef BROMIDE_LENSFUN_MEMBER
} bromide_lensfun_api;

/// Loads the library once per process, or returns NULL if it is not installed.
const bromide_lensfun_api *bromide_lensfun_load(void);
