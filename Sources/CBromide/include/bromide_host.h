// What BromideC needs to know of the process that it works in. Not installed.
#ifndef BROMIDE_HOST_H
#define BROMIDE_HOST_H

#include <stdbool.h>
#include <stddef.h>

/// Begins a call. False in the child of a process that forked while a call was running: locks may then be held by threads that
/// the child does not have.
bool bromide_host_enter(void);

/// Ends a call that bromide_host_enter began.
void bromide_host_leave(void);

/// Bytes of stack that the calling thread has left for Bromide; 0 if it is not known, as on a stack that the host switched to, and for a
/// thread that forked the process, which must not run Swift's locks.
size_t bromide_host_stack(void);

#endif
