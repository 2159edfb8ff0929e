#ifndef BROMIDE_ROWS_H
#define BROMIDE_ROWS_H

#include <stddef.h>
#include <stdint.h>

#endif
