// The second search for one site, and the first search for each instruction set.
#ifndef BROMIDE_DEFECTS_INTERNAL_H
#define BROMIDE_DEFECTS_INTERNAL_H

#include "CVariants.h"
#include "defects.h"

/// Returns whether a site is a defect, and sets its replacement.
int bromide_is_defect(
  const bromide_defect_search *search, ptrdiff_t x, ptrdiff_t y, bromide_repair *repair);

typedef ptrdiff_t find_defects(
  const bromide_defect_search *search, ptrdiff_t y, bromide_repair *found);
find_defects bromide_find_defects_baseline;
find_defects bromide_find_defects_v3;
find_defects bromide_find_defects_v4;

#endif
