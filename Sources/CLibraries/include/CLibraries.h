// Opens libraries that a machine may lack, when they are first needed.
#ifndef BROMIDE_LIBRARIES_H
#define BROMIDE_LIBRARIES_H

/// Opens a shared library by its file name: where the system finds it, then in Homebrew's folders, which macOS does
/// not search. NULL if there is none. The corresponding C function is `dlopen`; the library stays open.
void *bromide_open_library(const char *file);

#endif
