// See include/CLensfun.h.
#include "CLensfun.h"

#include <stdlib.h>

#include "loader.h"

struct bromide_lensfun {
  void *db;
  const bromide_lf_lens *const *lenses;
};

bromide_lensfun *bromide_lensfun_open(const char *text, size_t count) {
  const bromide_lensfun_api *const api = bromide_lensfun_load();
  if (api == NULL) return NULL;
  bromide_lensfun *const database = calloc(1, sizeof *database);
  if (database == NULL) return NULL;
  database->db = api->lf_db_new();
  if (database->db == NULL || api->lf_db_load_data(database->db, "lensfun", text, count) != 0) {
    bromide_lensfun_close(database);
    return NULL;
  }
  database->lenses = api->lf_db_get_lenses(database->db);
  return database;
}

void bromide_lensfun_close(bromide_lensfun *database) {
  if (database == NULL) return;
  if (database->db != NULL) bromide_lensfun_load()->lf_db_destroy(database->db);
  free(database);
}

static const bromide_lf_lens *lens_at(const bromide_lensfun *database, size_t index) {
  if (database->lenses == NULL) return NULL;
  for (size_t i = 0; database->lenses[i] != NULL; i++) {
    if (i == index) return database->lenses[i];
  }
  return NULL;
}

bool bromide_lensfun_lens_at(
    const bromide_lensfun *database, size_t index, bromide_lensfun_lens *lens) {
  const bromide_lf_lens *const found = lens_at(database, index);
  if (found == NULL) return false;
  *lens = (bromide_lensfun_lens){
      found->least_focal, found->most_focal, found->crop, found->center_x, found->center_y};
  return true;
}

/// Returns a modifier for some corrections, or NULL if the lens does not have them.
static void *modifier(
    const bromide_lensfun_api *api, const bromide_lf_lens *lens, bromide_lensfun_photo photo,
    int flags) {
  // The library measures from the centre of the first pixel to the centre of the last one. Add one
  // to measure between edges.
  void *const made =
      api->lf_modifier_new(lens, photo.crop, photo.width + 1, photo.height + 1);
  if (made == NULL) return NULL;
  // The focus distance in metres, which is practically infinite.
  const float distance = 1000;
  const int has = api->lf_modifier_initialize(
      made, lens, BROMIDE_F32, photo.focal, photo.aperture, distance, 1, BROMIDE_RECTILINEAR,
      flags, 0);
  if ((has & flags) != 0) return made;
  api->lf_modifier_destroy(made);
  return NULL;
}

int bromide_lensfun_radial(
    const bromide_lensfun *database, size_t index, bromide_lensfun_photo photo, size_t count,
    double *distortion, double *red, double *blue, double *gain) {
  const bromide_lensfun_api *const api = bromide_lensfun_load();
  const bromide_lf_lens *const lens = lens_at(database, index);
  for (size_t i = 0; i < count; i++) distortion[i] = red[i] = blue[i] = gain[i] = 1;
  if (api == NULL || lens == NULL || count < 2) return 0;
  void *const bends = modifier(api, lens, photo, BROMIDE_LENSFUN_DISTORTION);
  void *const parts = modifier(api, lens, photo, BROMIDE_LENSFUN_LATERAL);
  void *const shades =
      photo.aperture > 0 ? modifier(api, lens, photo, BROMIDE_LENSFUN_VIGNETTING) : NULL;
  const double middle[2] = {photo.width / 2.0, photo.height / 2.0};
  for (size_t i = 0; i < count; i++) {
    const double share = (double)i / (double)(count - 1);
    // At the centre, any factor gives the same point.
    const double radius = i == 0 ? 1e-3 : share;
    const float x = (float)(middle[0] * (1 + radius)), y = (float)(middle[1] * (1 + radius));
    const double way[2] = {(double)x - middle[0], (double)y - middle[1]};
    float places[6];
#define BROMIDE_FACTOR(at) \
  ((((double)places[at] - middle[0]) * way[0] + ((double)places[at + 1] - middle[1]) * way[1]) / \
   (way[0] * way[0] + way[1] * way[1]))
    if (bends != NULL && api->lf_modifier_apply_geometry_distortion(bends, x, y, 1, 1, places)) {
      distortion[i] = BROMIDE_FACTOR(0);
    }
    if (parts != NULL && api->lf_modifier_apply_subpixel_distortion(parts, x, y, 1, 1, places)) {
      red[i] = BROMIDE_FACTOR(0);
      blue[i] = BROMIDE_FACTOR(4);
    }
#undef BROMIDE_FACTOR
    float pixel = 1;
    if (shades != NULL &&
        api->lf_modifier_apply_color_modification(
            shades, &pixel, (float)(middle[0] * (1 + share)), (float)(middle[1] * (1 + share)), 1,
            1, BROMIDE_INTENSITY, (int)sizeof pixel)) {
      gain[i] = (double)pixel;
    }
  }
  if (bends != NULL) api->lf_modifier_destroy(bends);
  if (parts != NULL) api->lf_modifier_destroy(parts);
  if (shades != NULL) api->lf_modifier_destroy(shades);
  return (bends != NULL ? BROMIDE_LENSFUN_DISTORTION : 0) |
         (parts != NULL ? BROMIDE_LENSFUN_LATERAL : 0) |
         (shades != NULL ? BROMIDE_LENSFUN_VIGNETTING : 0);
}
