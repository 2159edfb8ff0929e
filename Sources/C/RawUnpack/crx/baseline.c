// CR3 for the oldest processor of the architecture.
#define NAME(name) name##_baseline
#include "body.h"
