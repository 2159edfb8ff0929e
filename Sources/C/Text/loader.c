// Finds the libraries. See include/CText.h.
#include "loader.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "CLibraries.h"
#include "CText.h"

bromide_text_api bromide_api;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bromide_text_status status;
static char reason[BROMIDE_TEXT_MESSAGE];

static const struct {
  const char *name;
  const char *file;
  const char *interface;
} libraries[] = {
    {"cairo", "cairo", "2"},
    {"gobject", "gobject-2.0", "0"},
    {"fontconfig", "fontconfig", "1"},
    {"pango", "pango-1.0", "0"},
    {"pangocairo", "pangocairo-1.0", "0"},
};

enum { LIBRARIES = sizeof libraries / sizeof *libraries };

static void *find(void *const handles[LIBRARIES], const char *library, const char *function) {
  for (size_t i = 0; i < LIBRARIES; i++) {
    if (strcmp(libraries[i].name, library) != 0) continue;
    void *symbol = dlsym(handles[i], function);
    if (symbol == NULL && status == BROMIDE_TEXT_READY) {
      status = BROMIDE_TEXT_NO_LIBRARY;
      snprintf(reason, sizeof reason, "lib%s without %s", libraries[i].file, function);
    }
    return symbol;
  }
  return NULL;
}

static void load(void) {
  void *handles[LIBRARIES];
  for (size_t i = 0; i < LIBRARIES; i++) {
    handles[i] = bromide_open_library(libraries[i].file, libraries[i].interface);
    if (handles[i] == NULL) {
      status = BROMIDE_TEXT_NO_LIBRARY;
      snprintf(reason, sizeof reason, "lib%s %s", libraries[i].file, libraries[i].interface);
      return;
    }
  }
  // POSIX guarantees that you can store a function's address in a void pointer. ISO C does not.
#define BROMIDE_FIND_IN(library, result, name, parameters) \
  *(void **)(void *)&bromide_api.name = find(handles, #library, #name);
  BROMIDE_TEXT_FUNCTIONS(BROMIDE_FIND_IN)
#undef BROMIDE_FIND_IN
  if (status != BROMIDE_TEXT_READY) return;
  // The start of an FcFontSet. 0 is FcSetSystem. Without any font, Pango would end the process.
  const struct {
    int count;
  } *fonts = NULL;
  if (bromide_api.FcInit() != 0) fonts = bromide_api.FcConfigGetFonts(bromide_api.FcConfigGetCurrent(), 0);
  if (fonts == NULL || fonts->count == 0) status = BROMIDE_TEXT_NO_FONT;
}

bromide_text_status bromide_text_load(char message[BROMIDE_TEXT_MESSAGE]) {
  pthread_once(&once, load);
  memcpy(message, reason, sizeof reason);
  return status;
}

void bromide_text_versions(char pango[32], char cairo[32]) {
  int is_loaded = bromide_api.pango_version_string != NULL && status == BROMIDE_TEXT_READY;
  snprintf(pango, 32, "%s", is_loaded ? bromide_api.pango_version_string() : "");
  snprintf(cairo, 32, "%s", is_loaded ? bromide_api.cairo_version_string() : "");
}
