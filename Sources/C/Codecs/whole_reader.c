// See include/CWholeReader.h.
#include "CWholeReader.h"

#include <stdatomic.h>
#include <string.h>

static atomic_bool misses_library;

enum bromide_read_status bromide_read_failed(
  struct bromide_picture *picture, enum bromide_read_status status, const char *reason) {
  picture->reason = reason;
  return status;
}

enum bromide_read_status bromide_read_without_library(struct bromide_picture *picture) {
  atomic_store(&misses_library, true);
  return bromide_read_failed(picture, BROMIDE_READ_NO_LIBRARY, "its library is not installed");
}

enum bromide_read_status bromide_read_check_size(
  const struct bromide_read_request *request, struct bromide_picture *picture) {
  const uint64_t row = (uint64_t)picture->width * (uint64_t)(picture->channels * picture->bits / 8);
  if (row == 0 || picture->height == 0)
    return bromide_read_failed(picture, BROMIDE_READ_DAMAGED, "it has no pixels");
  if (row > request->limit / picture->height)
    return bromide_read_failed(picture, BROMIDE_READ_UNSUPPORTED, "it takes more memory than allowed");
  if (request->pixels != NULL && row * picture->height != request->capacity)
    return bromide_read_failed(picture, BROMIDE_READ_DAMAGED, "its size is not clear");
  return BROMIDE_READ_DONE;
}

bool bromide_read_copy(struct bromide_file *file, const void *bytes, size_t count) {
  if (count == 0) return true;
  if (!bromide_file_reserve(file, count)) return false;
  memcpy(file->bytes, bytes, count);
  file->count = count;
  return true;
}

void bromide_picture_free(struct bromide_picture *picture) {
  bromide_file_free(&picture->profile);
  bromide_file_free(&picture->exif);
}

void bromide_readers_load(void) {
  (void)bromide_jxl_load_reader();
  (void)bromide_avif_load_reader();
  (void)bromide_webp_load_reader();
}

bool bromide_readers_miss_library(void) { return atomic_load(&misses_library); }
