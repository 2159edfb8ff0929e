// libexif.
#ifndef BROMIDE_CEXIF_H
#define BROMIDE_CEXIF_H
#include <libexif/exif-data.h>
#include <libexif/exif-entry.h>
#include <libexif/exif-mem.h>
#include <libexif/exif-tag.h>
#include <libexif/exif-utils.h>
#endif
