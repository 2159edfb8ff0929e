// Little CMS 2.
#pragma once

#include <lcms2.h>
