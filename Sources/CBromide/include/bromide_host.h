// Functions that give BromideC information about the process. Not installed.
#ifndef BROMIDE_HOST_H
#define BROMIDE_HOST_H

#include <fenv.h>
#include <stdbool.h>
#include <stddef.h>

/// The host's rounding mode, traps, and handling of subnormal numbers.
typedef struct {
  fenv_t arithmetic;
} bromide_host_state;

/// Begins a call: stores the host's floating-point environment, and sets the default one. Threads of the call inherit it. Otherwise,
/// the host's rounding would change pixels, and a trap would end the process. Returns false in a child that was forked during a
/// call, because threads that the child does not have can hold locks.
bool bromide_host_enter(bromide_host_state *host);

/// Ends a call that bromide_host_enter began, and restores the host's floating-point environment.
void bromide_host_leave(const bromide_host_state *host);

/// Returns the bytes of stack that remain for Bromide on the calling thread. Returns 0 if they are unknown, for example on a
/// stack of the host. Also returns 0 for a thread that forked the process, because it must not use Swift's locks.
size_t bromide_host_stack(void);

#endif
