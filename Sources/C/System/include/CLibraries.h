// Opens optional libraries when they are first needed.
#ifndef BROMIDE_LIBRARIES_H
#define BROMIDE_LIBRARIES_H

/// Opens a shared library by its file name, from the system's folders or Homebrew's folders, which
/// macOS does not search. Returns NULL if it is missing. The corresponding C function is `dlopen`.
/// The library stays open.
void *bromide_open_library(const char *file);

#endif
