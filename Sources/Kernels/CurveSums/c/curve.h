// Sums many numbers under a curve, using a table.
#ifndef BROMIDE_CURVE_H
#define BROMIDE_CURVE_H

#include <stddef.h>

/// A node of the table: the curve's value, and the difference to the next node.
typedef struct {
  double value, rise;
} bromide_curve_node;

enum { BROMIDE_CURVE_LANES = 24 };

/// Sums over every 24th number: of the curve's values, and of the numbers. 24 is eight pixels with
/// three channels, so each lane belongs to one channel.
typedef struct {
  double curved[BROMIDE_CURVE_LANES], plain[BROMIDE_CURVE_LANES];
} bromide_curve_sums;

/// Adds blocks of 24 numbers while all numbers of the block are in 0 ≤ number < `end`.
///
/// - Parameters:
///   - nodes: `steps` nodes per unit from 0 to `end`.
///   - Returns: The count of added numbers, a multiple of 24.
size_t bromide_curve_add(
  const bromide_curve_node *nodes, double steps, float end, const float *numbers, size_t count,
  bromide_curve_sums *sums);

#endif
