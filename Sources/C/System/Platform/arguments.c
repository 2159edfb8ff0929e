#include <stdlib.h>

#include "CPlatform.h"

static int argument_count;
static char **argument_values;

char **bromide_arguments(int *count) {
  *count = argument_count;
  return argument_values;
}

#if defined(__GLIBC__)
static void keep_arguments(int count, char **values, char **environment) {
  (void)environment;
  argument_count = count;
  argument_values = values;
}

// glibc calls these functions before main, with its arguments.
__attribute__((section(".init_array"), used)) static void (*const keep)(int, char **, char **) = keep_arguments;
#endif
