// See include/CExif.h.
#include "CExif.h"

#include <limits.h>
#include <string.h>

int bromide_exif_add(
    ExifData *data, ExifIfd ifd, uint16_t tag, ExifFormat format, size_t components,
    const uint8_t *bytes, size_t count) {
  // The library's allocator also frees these bytes, so they must come from it.
  ExifMem *memory = exif_mem_new_default();
  if (memory == NULL) return -1;
  ExifEntry *entry = exif_entry_new_mem(memory);
  uint8_t *copy = entry != NULL && count <= UINT_MAX ? exif_mem_alloc(memory, (ExifLong)count) : NULL;
  exif_mem_unref(memory);
  if (copy == NULL) {
    if (entry != NULL) exif_entry_unref(entry);
    return -1;
  }
  memcpy(copy, bytes, count);
  entry->tag = (ExifTag)tag;
  entry->format = format;
  entry->components = components;
  entry->data = copy;
  entry->size = (unsigned int)count;
  exif_content_add_entry(data->ifd[ifd], entry);
  // If out of memory, the content has not accepted the entry.
  int status = entry->parent == data->ifd[ifd] ? 0 : -1;
  exif_entry_unref(entry);
  return status;
}

uint8_t *bromide_exif_save(ExifData *data, size_t *count) {
  unsigned char *bytes = NULL;
  unsigned int size = 0;
  exif_data_save_data(data, &bytes, &size);
  *count = size;
  return bytes;
}
