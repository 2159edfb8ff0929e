// The plain form of a plan's loop.
#include "packed.h"

void packed_steps_baseline(
    const struct packed_plan *plan, const uint8_t *bytes, size_t count, uint16_t *out) {
  for (; count > 0; count--, bytes += plan->bytes, out += plan->samples) {
    for (uint32_t i = 0; i < plan->samples; i++) {
      const uint8_t *const quad = bytes + plan->offset[i / 4];
      const uint8_t *const index = plan->shuffle[i / 4] + i % 4 * 4;
      uint32_t word = 0;
      for (unsigned k = 0; k < 4; k++)
        if (index[k] < 16) word |= (uint32_t)quad[index[k]] << (8 * k);
      out[i] = (uint16_t)(word >> plan->shift[i] & plan->mask);
    }
  }
}
