// How often memory was asked for in this process, counted by standing in for the C library's allocator.
#ifndef BROMIDE_CALLOCATIONS_H
#define BROMIDE_CALLOCATIONS_H

// Calls of malloc, calloc, realloc, posix_memalign and aligned_alloc so far; -1 where they cannot be counted.
long bromide_allocations(void);
#endif
