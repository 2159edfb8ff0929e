#include "CLibraries.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>

void *bromide_open_library(const char *file) {
  static const char *const folders[] = {
      "",
#ifdef __APPLE__
      "/opt/homebrew/lib/",
      "/usr/local/lib/",
#endif
  };
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    char path[128];
    snprintf(path, sizeof path, "%s%s", folders[i], file);
    void *const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library != NULL) return library;
  }
  return NULL;
}
