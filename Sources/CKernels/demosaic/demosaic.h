#ifndef BROMIDE_DEMOSAIC_H
#define BROMIDE_DEMOSAIC_H

#include <stddef.h>
#include <stdint.h>

#endif
