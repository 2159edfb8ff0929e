// Finds the library. See include/CLensfun.h.
#include "loader.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "CLensfun.h"
#include "CLibraries.h"

static bromide_lensfun_api api;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#define BROMIDE_INTERFACE "1"

/// Returns whether a poly3 lens with k₁ = 0.1 gives the expected distortion. It must not move the
/// point at half the short edge (r = 1), and must scale half this radius by 1 − 0.1 + 0.1·0.25.
static bool bends_as_declared(const bromide_lf_lens *lens) {
  void *const modifier = api.lf_modifier_new(lens, 1.5f, 301, 201);
  if (modifier == NULL) return false;
  float edge[2] = {0, 0}, half[2] = {0, 0};
  const bool bends =
      (api.lf_modifier_initialize(
           modifier, lens, BROMIDE_F32, 30, 4, 1000, 1, BROMIDE_RECTILINEAR,
           BROMIDE_LENSFUN_DISTORTION, 0) &
       BROMIDE_LENSFUN_DISTORTION) != 0 &&
      api.lf_modifier_apply_geometry_distortion(modifier, 150, 0, 1, 1, edge) != 0 &&
      api.lf_modifier_apply_geometry_distortion(modifier, 150, 50, 1, 1, half) != 0;
  api.lf_modifier_destroy(modifier);
  return bends && fabsf(edge[0] - 150) < 0.01f && fabsf(edge[1]) < 0.01f &&
         fabsf(half[0] - 150) < 0.01f && fabsf(half[1] - (100 - 50 * 0.925f)) < 0.01f;
}

/// Returns whether the library reads a lens, stores it in memory and distorts a picture as its
/// header declares. A library with a different interface could have the same name.
static bool speaks_as_declared(void) {
  static const char text[] =
      "<lensdatabase version=\"1\"><lens><maker>Bromide</maker><model>Check</model>"
      "<mount>Check</mount><cropfactor>1.5</cropfactor><focal min=\"20\" max=\"40\"/>"
      "<calibration><distortion model=\"poly3\" focal=\"30\" k1=\"0.1\"/></calibration>"
      "</lens></lensdatabase>";
  bool is_sound = false;
  void *const database = api.lf_db_new();
  if (database == NULL) return false;
  if (api.lf_db_load_data(database, "bromide", text, sizeof text - 1) == 0) {
    const bromide_lf_lens *const *const lenses = api.lf_db_get_lenses(database);
    if (lenses != NULL && lenses[0] != NULL && lenses[1] == NULL) {
      const bromide_lf_lens *const lens = lenses[0];
      is_sound = lens->least_focal == 20 && lens->most_focal == 40 && lens->center_x == 0 &&
                 lens->center_y == 0 && lens->crop == 1.5f && bends_as_declared(lens);
    }
  }
  api.lf_db_destroy(database);
  return is_sound;
}

static void load(void) {
  void *const library = bromide_open_library("lensfun", BROMIDE_INTERFACE);
#define BROMIDE_AND_FIND_TYPED(result, name, parameters) BROMIDE_AND_FIND(name)
  is_loaded = library != NULL BROMIDE_LENSFUN_FUNCTIONS(BROMIDE_AND_FIND_TYPED) && speaks_as_declared();
}

const bromide_lensfun_api *bromide_lensfun_load(void) {
  pthread_once(&once, load);
  return is_loaded ? &api : NULL;
}

bool bromide_lensfun_is_available(void) { return bromide_lensfun_load() != NULL; }

const char *bromide_lensfun_interface(void) { return BROMIDE_INTERFACE; }
