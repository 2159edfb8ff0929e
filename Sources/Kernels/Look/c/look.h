// Look tables: curves and cubes of codes. LookTable.swift has the formulas.
#ifndef BROMIDE_LOOK_H
#define BROMIDE_LOOK_H

#include <stddef.h>

/// Entries of a table: `count` along an axis. Code c is at index (c − low)·scale.
typedef struct {
  const float *values;
  int count;
  float low[3], scale[3];
} bromide_look_entries;

/// A curve with entries of three numbers, then a cube with entries of four, red fastest. Either is
/// skipped if its values are null. `strength` mixes the result with the input.
typedef struct {
  bromide_look_entries curve, cube;
  float strength;
} bromide_look;

/// Replaces `count` codes from 0 to 1. NaN is treated as 0.
void bromide_look_row(
  const bromide_look *look, float *red, float *green, float *blue, size_t count);

#endif
