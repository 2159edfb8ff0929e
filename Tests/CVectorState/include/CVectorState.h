// The state of the vector registers, which results do not show.
#ifndef BROMIDE_CVECTORSTATE_H
#define BROMIDE_CVECTORSTATE_H

/// Returns whether this processor can report the state. This needs x86-64 with AVX and the state-in-use feature.
int bromide_reads_vector_state(void);

/// Sets the upper halves of the vector registers to zero.
void bromide_zero_upper_halves(void);

/// Returns whether an upper half is not zero. In this case, every SSE instruction is slow.
int bromide_upper_halves_in_use(void);
#endif
