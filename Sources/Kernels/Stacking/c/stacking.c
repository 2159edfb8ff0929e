// The choice of the variant.
#include "stacking_internal.h"

void bromide_stack_middles(
  int isa, const bromide_stack *stack, uint16_t *scratch, uint16_t *lower, uint16_t *upper) {
  DISPATCH(isa, bromide_stack_middles, stack, scratch, lower, upper);
}

void bromide_stack_sums(
  int isa, const bromide_stack *stack, const float *light, const float *first, float *sums,
  float *squares) {
  DISPATCH(isa, bromide_stack_sums, stack, light, first, sums, squares);
}

void bromide_stack_reject(
  int isa, const bromide_stack *stack, const float *light, const float *first,
  const uint16_t *lowest, const uint16_t *highest, float *sums, int32_t *accepted) {
  DISPATCH(isa, bromide_stack_reject, stack, light, first, lowest, highest, sums, accepted);
}
