// Finds the library; see include/CLensfun.h.
#include "loader.h"

#include <dlfcn.h>
#include <pthread.h>

#include "CLensfun.h"
#include "CLibraries.h"

static bromide_lensfun_api api;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#define BROMIDE_INTERFACE "1"
#ifdef __APPLE__
static const char file[] = "liblensfun." BROMIDE_INTERFACE ".dylib";
#else
static const char file[] = "liblensfun.so." BROMIDE_INTERFACE;
#endif

static void load(void) {
  void *const library = bromide_open_library(file);
  if (library == NULL) return;
  // POSIX guarantees that a function's address survives a void pointer; ISO C does not.
#define BROMIDE_FIND(result, name, parameters) \
  if ((*(void **)(void *)&api.name = dlsym(library, #name)) == NULL) return;
  BROMIDE_LENSFUN_FUNCTIONS(BROMIDE_FIND)
#undef BROMIDE_FIND
  is_loaded = true;
}

const bromide_lensfun_api *bromide_lensfun_load(void) {
  pthread_once(&once, load);
  return is_loaded ? &api : NULL;
}

bool bromide_lensfun_is_available(void) { return bromide_lensfun_load() != NULL; }

const char *bromide_lensfun_interface(void) { return BROMIDE_INTERFACE; }
