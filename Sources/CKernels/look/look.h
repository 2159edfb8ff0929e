// Look tables: curves and cubes of codes. LookTable.swift states the formulas.
#ifndef BROMIDE_LOOK_H
#define BROMIDE_LOOK_H

#include <stddef.h>

/// Entries of a table: `count` along an axis; code c has the place (c − low)·scale.
typedef struct {
  const float *values;
  int count;
  float low[3], scale[3];
} bromide_look_entries;

/// A curve of entries of three numbers (null values: none), then a cube of entries of four, red fastest (null values: none), mixed
/// with what was there.
typedef struct {
  bromide_look_entries curve, cube;
  float strength;
} bromide_look;

/// Replaces `count` codes, which count from 0 to 1; NaN counts as 0.
void bromide_look_row(
  const bromide_look *look, float *red, float *green, float *blue, size_t count);

#endif
