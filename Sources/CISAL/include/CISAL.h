// ISA-L's checksums, which give the same sums on every processor.
#ifndef BROMIDE_CISAL_H
#define BROMIDE_CISAL_H
#include <isa-l/igzip_lib.h>
#include <isa-l/crc.h>
#include <isa-l/crc64.h>
// For the version alone.
#include <isa-l.h>
#endif
