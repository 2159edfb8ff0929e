// libexpat.
#ifndef BROMIDE_CEXPAT_H
#define BROMIDE_CEXPAT_H
#include <expat.h>
#endif
