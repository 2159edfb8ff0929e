// Develops a raw to a PPM file: the example of Documentation/c.md. It is C and C++.
#include <bromide.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc != 3) return fprintf(stderr, "usage: example RAW PPM\n"), 64;
  const char *recipe = "size=512\nexposure=0.5";
  bromide_photo *photo = NULL;
  char *error = NULL;
  bromide_layout layout;
  memset(&layout, 0, sizeof layout);
  layout.bytes = sizeof layout;
  bromide_status status = bromide_open_path(argv[1], NULL, &photo, &error);
  if (status == BROMIDE_OK) status = bromide_size(photo, recipe, &layout, &error);
  const size_t stride = (size_t)layout.width * layout.channels;
  const size_t count = stride * layout.height;
  unsigned char *pixels = (unsigned char *)malloc(count ? count : 1);
  if (status == BROMIDE_OK)
    status = bromide_develop(photo, recipe, BROMIDE_U8, pixels, stride, count, NULL, &error);
  if (status == BROMIDE_OK) {
    FILE *file = fopen(argv[2], "wb");
    if (!file) return perror(argv[2]), 1;
    fprintf(file, "P%d\n%u %u\n255\n", layout.channels == 1 ? 5 : 6, layout.width, layout.height);
    fwrite(pixels, 1, count, file);
    fclose(file);
  } else {
    fprintf(stderr, "%s\n", error ? error : "no message");
  }
  bromide_free(error);
  bromide_close(photo);
  free(pixels);
  return status == BROMIDE_OK ? 0 : 1;
}
