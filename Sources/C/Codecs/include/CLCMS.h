// Little CMS 2.
#ifndef BROMIDE_CLCMS_H
#define BROMIDE_CLCMS_H
#include <lcms2.h>
#endif
