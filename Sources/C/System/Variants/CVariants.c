// SwiftPM builds no C target without a source file.
#include "CVariants.h"
