// The second search for one X-Trans site, and the first search for each instruction set.
#ifndef BROMIDE_XTRANS_DEFECTS_INTERNAL_H
#define BROMIDE_XTRANS_DEFECTS_INTERNAL_H

#include "CVariants.h"
#include "xtrans_defects.h"

/// Returns whether a site is a defect, and sets its replacement.
int bromide_is_xtrans_defect(
  const bromide_xtrans_defect_search *search, ptrdiff_t x, ptrdiff_t y, bromide_repair *repair);

typedef ptrdiff_t find_xtrans_defects(
  const bromide_xtrans_defect_search *search, ptrdiff_t y, bromide_repair *found);
find_xtrans_defects bromide_find_xtrans_defects_baseline;
find_xtrans_defects bromide_find_xtrans_defects_v3;
find_xtrans_defects bromide_find_xtrans_defects_v4;

#endif
