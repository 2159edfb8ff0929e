// Opens optional libraries when they are first needed.
#ifndef BROMIDE_LIBRARIES_H
#define BROMIDE_LIBRARIES_H

#include <dlfcn.h>

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

#endif
