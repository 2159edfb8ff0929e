// Counts the allocations of this process. The functions replace the C library's allocator.
#ifndef BROMIDE_CALLOCATIONS_H
#define BROMIDE_CALLOCATIONS_H

// Calls of malloc, calloc, realloc, posix_memalign and aligned_alloc until now, or -1 if they cannot be counted.
long bromide_allocations(void);
#endif
