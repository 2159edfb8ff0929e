// See include/CWhole.h.
#include "CWhole.h"

#include <stdlib.h>

const char *const bromide_file_shortage = "not enough memory for the file";

void bromide_file_free(struct bromide_file *file) {
  free(file->bytes);
  *file = (struct bromide_file){0};
}

int bromide_file_reserve(struct bromide_file *file, size_t count) {
  if (count <= file->capacity) return 1;
  const size_t doubled = 2 * file->capacity;
  const size_t capacity = count > doubled ? count : doubled;
  uint8_t *const bytes = realloc(file->bytes, capacity);
  if (bytes == NULL) return 0;
  file->bytes = bytes;
  file->capacity = capacity;
  return 1;
}
