/* libFuzzer's entry is declared only: the library comes with the compiler's -fsanitize=fuzzer. */
#include "CFuzzer.h"
