// Finds the library. See include/CJXL.h.
#include "loader.h"

#include "CJXL.h"

static bromide_jxl_api api;
static bool is_loaded, is_missing;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Before 1.0, each minor version has a different binary interface.
#define BROMIDE_TEXT_OF(number) #number
#define BROMIDE_TEXT(number) BROMIDE_TEXT_OF(number)
#if JPEGXL_MAJOR_VERSION == 0
#define BROMIDE_INTERFACE "0." BROMIDE_TEXT(JPEGXL_MINOR_VERSION)
#else
#define BROMIDE_INTERFACE BROMIDE_TEXT(JPEGXL_MAJOR_VERSION)
#endif

static void load(void) {
  void *const library = bromide_open_library("jxl", BROMIDE_INTERFACE);
  is_missing = library == NULL;
  if (!BROMIDE_FIND_ALL(BROMIDE_JXL_FUNCTIONS)) return;
  const uint32_t version = api.JxlDecoderVersion();
  is_loaded = version / 1000000 == JPEGXL_MAJOR_VERSION &&
              (JPEGXL_MAJOR_VERSION > 0 || version / 1000 % 1000 == JPEGXL_MINOR_VERSION);
}

const bromide_jxl_api *bromide_jxl_load(void) {
  pthread_once(&once, load);
  return is_loaded ? &api : NULL;
}

bool bromide_jxl_is_available(void) { return bromide_jxl_load() != NULL; }

bool bromide_jxl_is_missing(void) { return is_missing; }

const char *bromide_jxl_interface(void) { return BROMIDE_INTERFACE; }
