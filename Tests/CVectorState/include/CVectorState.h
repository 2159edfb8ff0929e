// The state of the vector registers, which no result shows.
#ifndef BROMIDE_CVECTORSTATE_H
#define BROMIDE_CVECTORSTATE_H

/// Whether this processor tells the state: x86-64 with AVX that can report what is in use.
int bromide_tells_vector_state(void);

/// Zeroes the upper halves of the vector registers.
void bromide_zero_upper_halves(void);

/// Whether an upper half holds anything but zero. Until none does, every SSE instruction is slow.
int bromide_upper_halves_in_use(void);
#endif
