// libexif.
#pragma once

#include <libexif/exif-data.h>
#include <libexif/exif-entry.h>
#include <libexif/exif-mem.h>
#include <libexif/exif-tag.h>
#include <libexif/exif-utils.h>
#include <stddef.h>
#include <stdint.h>

// Adds an entry of raw bytes, in the byte order of `data`. libexif keeps a copy. You can add tags
// that libexif does not know. Returns 0, or -1 if out of memory.
int bromide_exif_add(
    ExifData *_Nonnull data, ExifIfd ifd, uint16_t tag, ExifFormat format, size_t components,
    const uint8_t *_Nonnull bytes, size_t count);

// Returns the complete block as libexif saves it, starting with "Exif\0\0", or NULL if out of
// memory. Release it with free().
uint8_t *_Nullable bromide_exif_save(ExifData *_Nonnull data, size_t *_Nonnull count);
