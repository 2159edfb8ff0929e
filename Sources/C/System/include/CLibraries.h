// Opens optional libraries when they are first needed.
#pragma once

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

/// Opens version `interface` of a shared library, from the system's folders or Homebrew's folders,
/// which macOS does not search. Returns NULL if it is missing. The corresponding C function is
/// `dlopen`. The library stays open.
///
/// `name` has no "lib" in front. `interface` is the number in the file name, such as "2".
void *bromide_open_library(const char *name, const char *interface);

/// Sets the member `name` of `functions` to the function with this name, or to NULL. The expression
/// is true if the library has the function.
///
/// POSIX guarantees that you can store a function's address in a void pointer. ISO C does not.
#define BROMIDE_FIND(functions, library, name) \
  ((*(void **)(void *)&(functions).name = dlsym(library, #name)) != NULL)

/// Whether `library` is open and has all functions that `list` passes to its parameter, as `X(name)`.
/// Their addresses go to the table `api`.
#define BROMIDE_FIND_ALL(list) (library != NULL list(BROMIDE_AND_FIND))
#define BROMIDE_AND_FIND(name) &&BROMIDE_FIND(api, library, name)

/// The members of a table of the functions in `list`, whose types are in the library's header.
#define BROMIDE_MEMBERS(list) list(BROMIDE_MEMBER)
#define BROMIDE_MEMBER(name) __typeof__(&name) name;

/// Declares the table `api` of the functions in `list`, and `is_loaded`, which fills it once per
/// process. It returns whether the library is open and has all of them, and is usable.
///
/// `opened` is the handle from `bromide_open_library`.
#define BROMIDE_LIBRARY(list, opened, is_usable) \
  static struct { BROMIDE_MEMBERS(list) } api; \
  static bool was_loaded; \
  static void load(void) { \
    void *const library = opened; \
    was_loaded = BROMIDE_FIND_ALL(list) && (is_usable); \
  } \
  static bool is_loaded(void) { \
    static pthread_once_t once = PTHREAD_ONCE_INIT; \
    pthread_once(&once, load); \
    return was_loaded; \
  }
