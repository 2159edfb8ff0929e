// Calls of the system that Swift's modules of the C library lack, or show only as variadic functions and macros.
#pragma once

#include <stddef.h>

/// Processors this process may run on, as taskset and containers allow; 0 if the system does not tell.
int bromide_allowed_processors(void);

/// Makes blocks of at least `threshold` bytes return to the system as soon as they are freed, where the C library
/// can be told so.
void bromide_return_blocks(int threshold);

/// Renames a file unless something has the new name. Returns 0, or -1 with errno, EEXIST if the name is taken.
int bromide_rename_new(const char *from, const char *to);

/// Columns and lines of the terminal behind a descriptor. Returns 0, or -1 with errno if there is none.
int bromide_terminal_size(int descriptor, int *columns, int *lines);
