// Functions that give BromideC information about the process. Not installed.
#ifndef BROMIDE_HOST_H
#define BROMIDE_HOST_H

#include <stdbool.h>
#include <stddef.h>

/// Begins a call. Returns false in a child that was forked during a call, because threads that the child does not have can
/// hold locks.
bool bromide_host_enter(void);

/// Ends a call that bromide_host_enter began.
void bromide_host_leave(void);

/// Returns the bytes of stack that remain for Bromide on the calling thread. Returns 0 if they are unknown, for example on a
/// stack of the host. Also returns 0 for a thread that forked the process, because it must not use Swift's locks.
size_t bromide_host_stack(void);

#endif
