// Finds the library. See include/CTIFF.h.
#include "loader.h"

#include "CTIFF.h"

static bromide_tiff_api api;
static int is_loaded, is_missing;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#if BROMIDE_TIFF_HAS_OPTIONS
#define BROMIDE_INTERFACE "6"
#else
#define BROMIDE_INTERFACE "5"
#endif

static void load(void) {
  void *const library = bromide_open_library("tiff", BROMIDE_INTERFACE);
  is_missing = library == NULL;
  if (!BROMIDE_FIND_ALL(BROMIDE_TIFF_FUNCTIONS)) return;
  api.TIFFSetErrorHandler(bromide_tiff_record);
  api.TIFFSetWarningHandler(NULL);
  is_loaded = 1;
}

const bromide_tiff_api *bromide_tiff_load(void) {
  pthread_once(&once, load);
  return is_loaded ? &api : NULL;
}

int bromide_tiff_is_missing(void) { return is_missing; }

int bromide_tiff_is_available(void) { return bromide_tiff_load() != NULL; }

const char *bromide_tiff_version(void) {
  const bromide_tiff_api *const loaded = bromide_tiff_load();
  return loaded ? loaded->TIFFGetVersion() : NULL;
}
