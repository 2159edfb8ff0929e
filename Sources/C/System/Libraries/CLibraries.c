#include "CLibraries.h"

#include <stddef.h>
#include <stdio.h>

#ifdef __APPLE__
static const char format[] = "%slib%s.%s.dylib";
#else
static const char format[] = "%slib%s.so.%s";
#endif

void *bromide_open_library(const char *name, const char *interface) {
  static const char *const folders[] = {
      "",
#ifdef __APPLE__
      "/opt/homebrew/lib/",
      "/usr/local/lib/",
#endif
  };
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    char path[128];
    snprintf(path, sizeof path, format, folders[i], name, interface);
    void *const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library != NULL) return library;
  }
  return NULL;
}
