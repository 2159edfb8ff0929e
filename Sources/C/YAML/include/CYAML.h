// libyaml.
#ifndef BROMIDE_CYAML_H
#define BROMIDE_CYAML_H
#include <yaml.h>
#endif
