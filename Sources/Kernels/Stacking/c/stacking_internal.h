// The variants of stacking for each instruction set.
#ifndef BROMIDE_STACKING_INTERNAL_H
#define BROMIDE_STACKING_INTERNAL_H

#include "CVariants.h"
#include "stacking.h"

typedef void stack_middles(
  const bromide_stack *stack, uint16_t *scratch, uint16_t *lower, uint16_t *upper);
stack_middles bromide_stack_middles_baseline;
stack_middles bromide_stack_middles_v3;
stack_middles bromide_stack_middles_v4;

typedef void stack_sums(
  const bromide_stack *stack, const float *light, const float *first, float *sums, float *squares);
stack_sums bromide_stack_sums_baseline;
stack_sums bromide_stack_sums_v3;
stack_sums bromide_stack_sums_v4;

typedef void stack_reject(
  const bromide_stack *stack, const float *light, const float *first, const uint16_t *lowest,
  const uint16_t *highest, float *sums, int32_t *accepted);
stack_reject bromide_stack_reject_baseline;
stack_reject bromide_stack_reject_v3;
stack_reject bromide_stack_reject_v4;

#endif
