// Sums of many numbers under a curve, by a table of it.
#ifndef BROMIDE_CURVE_H
#define BROMIDE_CURVE_H

#include <stddef.h>

/// A node of the table: the curve there, and the way to the next node.
typedef struct {
  double value, rise;
} bromide_curve_node;

enum { BROMIDE_CURVE_LANES = 24 };

/// Sums of every 24th number: of what the curve makes of it, and of itself. 24 is eight pixels of three channels, so that
/// a lane belongs to a channel.
typedef struct {
  double curved[BROMIDE_CURVE_LANES], plain[BROMIDE_CURVE_LANES];
} bromide_curve_sums;

/// Adds blocks of 24 numbers as long as all of a block lie in 0 ≤ number < `end`.
///
/// - Parameters:
///   - nodes: As many as `steps` for each 1 up to `end`, from 0 on.
///   - Returns: How many numbers were added, a multiple of 24.
size_t bromide_curve_add(
  const bromide_curve_node *nodes, double steps, float end, const float *numbers, size_t count,
  bromide_curve_sums *sums);

#endif
