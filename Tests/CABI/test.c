// Tests the promises of bromide.h. scripts/test-abi runs it with the folder of the test images.
#define _GNU_SOURCE
#include <bromide.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static int failures;
static const char *folder;

#define CHECK(condition) check((condition), #condition, __LINE__)

static void check(int is_true, const char *text, int line) {
  if (is_true) return;
  failures++;
  fprintf(stderr, "test.c:%d: failed: %s\n", line, text);
}

static char *path_of(const char *name) {
  static _Thread_local char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static const char *BAYER = "chart_rggb_12bit.dng";
static const char *TURNED = "landscape_gbrg_portrait_orientation6.dng";
static const char *GREY = "landscape_monochrome_12bit.dng";
static const char *XTRANS = "landscape_xtrans_10bit.dng";

static bromide_photo *opened(const char *name) {
  bromide_photo *photo = NULL;
  char *error = NULL;
  const bromide_status status = bromide_open_path(path_of(name), NULL, &photo, &error);
  if (status != BROMIDE_OK) fprintf(stderr, "%s: %s\n", name, error ? error : "no message");
  CHECK(status == BROMIDE_OK && error == NULL && photo != NULL);
  return photo;
}

typedef struct {
  bromide_layout layout;
  unsigned char *bytes;
  size_t row, count;
} picture;

static picture developed(bromide_photo *photo, const char *recipe, int sample, uint32_t threads) {
  picture made = {.layout = {.bytes = sizeof made.layout}};
  char *error = NULL;
  CHECK(bromide_size(photo, recipe, &made.layout, &error) == BROMIDE_OK);
  made.row = (size_t)made.layout.width * made.layout.channels * sample;
  made.count = made.row * made.layout.height;
  made.bytes = malloc(made.count);
  memset(made.bytes, 0xAA, made.count);
  const bromide_run run = {.bytes = sizeof run, .threads = threads};
  const bromide_status status =
    bromide_develop(photo, recipe, sample, made.bytes, made.row, made.count, &run, &error);
  if (status) fprintf(stderr, "%s\n", error ? error : "no message");
  CHECK(status == BROMIDE_OK);
  return made;
}

static int equal(picture a, picture b) {
  return a.count == b.count && memcmp(a.bytes, b.bytes, a.count) == 0;
}

static char *contents(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  *count = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(*count);
  if (fread(bytes, 1, *count, file) != *count) abort();
  fclose(file);
  return bytes;
}

// Path, descriptor and bytes give the same picture, and the descriptor's position does not change.
static void inputs_agree(void) {
  bromide_photo *by_path = opened(BAYER);
  picture expected = developed(by_path, NULL, BROMIDE_U8, 0);
  const int fd = open(path_of(BAYER), O_RDONLY);
  lseek(fd, 7, SEEK_SET);
  bromide_photo *by_fd = NULL, *by_bytes = NULL;
  CHECK(bromide_open_fd(fd, NULL, &by_fd, NULL) == BROMIDE_OK);
  picture from_fd = developed(by_fd, NULL, BROMIDE_U8, 0);
  CHECK(lseek(fd, 0, SEEK_CUR) == 7);
  close(fd);
  size_t count = 0;
  char *bytes = contents(path_of(BAYER), &count);
  CHECK(bromide_open_bytes(bytes, count, NULL, &by_bytes, NULL) == BROMIDE_OK);
  // Bromide copied the bytes.
  memset(bytes, 0, count);
  picture from_bytes = developed(by_bytes, NULL, BROMIDE_U8, 0);
  CHECK(equal(expected, from_fd) && equal(expected, from_bytes));
  char *json = NULL;
  CHECK(bromide_info(by_path, &json, NULL) == BROMIDE_OK && strstr(json, "\"path\":") != NULL);
  bromide_free(json);
  CHECK(bromide_info(by_bytes, &json, NULL) == BROMIDE_OK && strstr(json, "\"path\":") == NULL);
  CHECK(strstr(json, "/proc/") == NULL);
  bromide_free(json);
  free(bytes), free(expected.bytes), free(from_fd.bytes), free(from_bytes.bytes);
  bromide_close(by_path), bromide_close(by_fd), bromide_close(by_bytes);
}

// A part equals the same pixels of the complete picture, for every sample type. Memory between rows
// stays unchanged.
static void parts_and_strides_agree(const char *name, const char *recipe) {
  for (int sample = 1; sample <= 4; sample *= 2) {
    bromide_photo *photo = opened(name);
    picture whole = developed(photo, recipe, sample, 0);
    const size_t stride = whole.row + 12;
    const size_t count = stride * (whole.layout.height - 1) + whole.row;
    unsigned char *spread = malloc(count + 16);
    memset(spread, 0x5C, count + 16);
    CHECK(bromide_develop(photo, recipe, sample, spread, stride, count, NULL, NULL) == BROMIDE_OK);
    int same = 1;
    for (uint32_t y = 0; y < whole.layout.height; y++) {
      same &= memcmp(spread + y * stride, whole.bytes + y * whole.row, whole.row) == 0;
      const size_t gap = y + 1 < whole.layout.height ? 12 : 16;
      for (size_t i = 0; i < gap; i++) same &= spread[y * stride + whole.row + i] == 0x5C;
    }
    CHECK(same);
    const uint32_t x = 5, y = 3, width = whole.layout.width / 2, height = whole.layout.height / 3;
    const size_t pixel = whole.layout.channels * (size_t)sample, row = width * pixel;
    CHECK(bromide_develop_part(
      photo, recipe, x, y, width, height, sample, spread, row, row * height, NULL, NULL) == BROMIDE_OK);
    for (uint32_t i = 0; i < height; i++)
      same &= memcmp(spread + i * row, whole.bytes + (y + i) * whole.row + x * pixel, row) == 0;
    CHECK(same);
    CHECK(bromide_develop_part(
      photo, recipe, whole.layout.width - 1, 0, 2, 1, sample, spread, 2 * pixel, 2 * pixel, NULL, NULL)
      == BROMIDE_REQUEST);
    free(spread), free(whole.bytes);
    bromide_close(photo);
  }
}

// The header gives the shape, and development needs exactly this memory: one byte less is an error.
static void shapes_are_exact(void) {
  const char *names[] = {BAYER, TURNED, GREY, XTRANS, "gradients_linear_16bit.dng",
    "zoneplate_bggr_masked_border_repeating_black.dng"};
  const char *recipes[] = {NULL, "size=100", "size=64x48\nfit=cover", "crop=0.1,0.2,0.5,0.6", "rotation=7",
    "orientation=keep", "crop-area=active", "demosaic=half", "size=5000\nenlarge=true", "opacity=0.5",
    "corrections=plain; size=90"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    bromide_photo *photo = opened(names[i]);
    for (size_t j = 0; j < sizeof recipes / sizeof *recipes; j++) {
      picture made = developed(photo, recipes[j], BROMIDE_U8, 0);
      char *error = NULL;
      CHECK(bromide_develop(photo, recipes[j], BROMIDE_U8, made.bytes, made.row, made.count - 1, NULL, &error)
        == BROMIDE_MISUSE);
      CHECK(error != NULL);
      bromide_free(error);
      const int turns = i == 1 && recipes[j] && !strcmp(recipes[j], "orientation=keep");
      CHECK(made.layout.orientation == (turns ? 6u : 1u));
      free(made.bytes);
    }
    bromide_close(photo);
  }
}

static void *develop_in_thread(void *photo) {
  picture *made = malloc(sizeof *made);
  *made = developed(photo, "size=200", BROMIDE_U8, 2);
  return made;
}

// Threads share a photo, or use one each. Small stacks are enough, and all threads end.
static void threads_agree(void) {
  bromide_photo *photo = opened(TURNED);
  picture expected = developed(photo, "size=200", BROMIDE_U8, 1);
  bromide_close(photo);
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 128 << 10);
  for (int shared = 0; shared < 2; shared++) {
    bromide_photo *photos[8];
    pthread_t threads[8];
    bromide_photo *one = opened(TURNED);
    for (int i = 0; i < 8; i++) {
      photos[i] = shared ? one : opened(TURNED);
      CHECK(pthread_create(&threads[i], &small, develop_in_thread, photos[i]) == 0);
    }
    for (int i = 0; i < 8; i++) {
      void *result;
      pthread_join(threads[i], &result);
      picture *made = result;
      CHECK(equal(*made, expected));
      free(made->bytes), free(made);
      if (!shared) bromide_close(photos[i]);
    }
    bromide_close(one);
  }
  pthread_attr_destroy(&small);
  free(expected.bytes);
}

static int32_t stop_after(void *context, double done) {
  (void)done;
  return atomic_fetch_sub((atomic_int *)context, 1) <= 0;
}

static int32_t watch(void *context, double done) {
  double *most = context;
  if (done > *most) *most = done;
  return 0;
}

// A call ends when its progress function requests it, and you can use the photo again.
static void calls_are_cancelled(void) {
  bromide_photo *photo = opened(TURNED);
  picture expected = developed(photo, NULL, BROMIDE_U8, 0);
  for (int calls = 0; calls < 4; calls++) {
    atomic_int left = calls;
    const bromide_run run = {.bytes = sizeof run, .progress = stop_after, .context = &left, .threads = 2};
    char *error = NULL;
    const bromide_status status = bromide_develop(
      photo, NULL, BROMIDE_U8, expected.bytes, expected.row, expected.count, &run, &error);
    // A picture with fewer bands than calls ends earlier.
    CHECK(status == BROMIDE_CANCELLED || (atomic_load(&left) >= 0 && status == BROMIDE_OK && calls > 0));
    bromide_free(error);
  }
  double most = 0;
  const bromide_run run = {.bytes = sizeof run, .progress = watch, .context = &most, .threads = 1};
  picture again = developed(photo, NULL, BROMIDE_U8, 0);
  CHECK(bromide_develop(photo, NULL, BROMIDE_U8, again.bytes, again.row, again.count, &run, NULL) == BROMIDE_OK);
  CHECK(most == 1);
  free(expected.bytes), free(again.bytes);
  bromide_close(photo);
}

static void fails(bromide_status expected, bromide_status found, char *error, const char *part, int line) {
  if (found != expected || !error || !strstr(error, part)) {
    failures++;
    fprintf(stderr, "test.c:%d: status %d, message: %s\n", line, found, error ? error : "none");
  }
  bromide_free(error);
}

#define FAILS(expected, call, part) \
  do { \
    char *error = NULL; \
    const bromide_status found = call; \
    fails(expected, found, error, part, __LINE__); \
  } while (0)

// Wrong requests name the problem.
static void requests_are_checked(void) {
  bromide_photo *photo = opened(BAYER);
  unsigned char byte[64];
  double point[2] = {0.5, 0.5}, outside[2] = {1.5, 0.5}, nan[2] = {0, 0}, value[3];
  memset(nan, 0xFF, sizeof nan);
  const struct { const char *recipe, *part; } wrong[] = {
    {"exposur=1", "exposure"}, {"exposure=x", "exposure"}, {"exposure=1\nexposure=2", "set twice"},
    {"exposure", "NAME=VALUE"}, {"space=srgbb", "srgb"}, {"depth=16", "type of the samples"},
    {"corrections=plain\nca=auto", "corrections=plain"}, {"fit=cover", "size"}, {"output-sharpen=2", "size"},
    {"{\"exposure\": [}", "line"}, {"size=0", "size"}, {"lut=/nowhere.cube", "lut"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    bromide_layout layout = {.bytes = sizeof layout};
    char *error = NULL;
    const bromide_status status = bromide_size(photo, wrong[i].recipe, &layout, &error);
    if (i == 9) CHECK(status == BROMIDE_REQUEST), bromide_free(error);
    else fails(BROMIDE_REQUEST, status, error, wrong[i].part, __LINE__);
  }
  FAILS(BROMIDE_REQUEST, bromide_sample(photo, NULL, "labb", point, 1, value, &error), "lab");
  FAILS(BROMIDE_REQUEST, bromide_sample(photo, NULL, "lab", outside, 1, value, &error), "outside");
  CHECK(bromide_sample(photo, NULL, "lab", nan, 1, value, NULL) == BROMIDE_REQUEST);
  FAILS(BROMIDE_REQUEST, bromide_sample(photo, "contrast=1.2", "lab", point, 1, value, &error),
    "light=convert");
  CHECK(bromide_sample(photo, "contrast=1.2;light=convert", "lab", point, 1, value, NULL) == BROMIDE_OK);
  CHECK(bromide_sample(photo, "window=15", NULL, point, 1, value, NULL) == BROMIDE_OK);
  FAILS(BROMIDE_MISUSE, bromide_develop(photo, NULL, 3, byte, 64, 64, NULL, &error), "sample");
  FAILS(BROMIDE_MISUSE, bromide_develop(photo, NULL, 1, byte, 64, 64, NULL, &error), "stride");
  FAILS(BROMIDE_MISUSE, bromide_develop(photo, NULL, 1, byte, SIZE_MAX / 2, 64, NULL, &error), "count");
  // Numbers above half of the address space.
  FAILS(BROMIDE_MISUSE, bromide_develop(photo, NULL, 1, byte, SIZE_MAX, 64, NULL, &error), "stride is larger");
  FAILS(BROMIDE_MISUSE, bromide_develop(photo, NULL, 2, byte, SIZE_MAX, 64, NULL, &error), "stride is larger");
  FAILS(BROMIDE_MISUSE, bromide_develop(photo, NULL, 1, byte, 64, SIZE_MAX, NULL, &error), "count is larger");
  FAILS(BROMIDE_MISUSE, bromide_develop(photo, NULL, 1, byte, 1 << 20, 0, NULL, &error), "count is 0");
  FAILS(BROMIDE_MISUSE, bromide_develop(photo, NULL, 1, NULL, 64, SIZE_MAX, NULL, &error), "pixels is NULL");
  FAILS(BROMIDE_MISUSE, bromide_develop(photo, "\xff", 1, byte, 64, 64, NULL, &error), "UTF-8");
  bromide_photo *none = photo;
  FAILS(BROMIDE_INPUT, bromide_open_path("/nowhere.dng", NULL, &none, &error), "/nowhere.dng");
  CHECK(none == NULL);
  FAILS(BROMIDE_REQUEST, bromide_open_path(path_of(BAYER), "damagd=keep", &none, &error), "damaged");
  FAILS(BROMIDE_MEMORY, bromide_open_path(path_of(BAYER), "memory=1000", &none, &error), "allows 1000 bytes");
  FAILS(BROMIDE_MEMORY, bromide_open_path(path_of(BAYER), "memory=1K", &none, &error), "allows 1024 bytes");
  FAILS(BROMIDE_INPUT, bromide_open_bytes("no photo", 8, NULL, &none, &error), "not a raw");
  // A TIFF without its folder. Messages about bytes do not name the path of a descriptor.
  char *about_bytes = NULL;
  CHECK(bromide_open_bytes("II*\0\x08\0\0\0\1\0", 10, NULL, &none, &about_bytes) != BROMIDE_OK);
  CHECK(about_bytes && !strstr(about_bytes, "/proc/"));
  bromide_free(about_bytes);
  int pipes[2];
  CHECK(pipe(pipes) == 0);
  CHECK(bromide_open_fd(pipes[0], NULL, &none, NULL) == BROMIDE_INPUT);
  CHECK(bromide_open_fd(-1, NULL, &none, NULL) == BROMIDE_INPUT);
  close(pipes[0]), close(pipes[1]);
  bromide_close(photo);
}

// A NULL argument is an error or has no effect, and never crashes.
static void nulls_are_misuse(void) {
  bromide_photo *photo = opened(BAYER), *none;
  bromide_layout layout = {.bytes = sizeof layout}, unset = {.bytes = 0};
  double point[2] = {0.5, 0.5}, value[3];
  unsigned char byte = 0;
  char *json;
  void *bytes;
  size_t count;
  CHECK(bromide_open_path(NULL, NULL, &none, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_open_path(path_of(BAYER), NULL, NULL, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_open_bytes(NULL, 1, NULL, &none, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_open_bytes(&byte, 0, NULL, &none, NULL) == BROMIDE_INPUT);
  CHECK(bromide_open_bytes(&byte, SIZE_MAX, NULL, &none, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_size(NULL, NULL, &layout, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_size(photo, NULL, NULL, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_size(photo, NULL, &unset, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_develop(NULL, NULL, 1, &byte, 1, 1, NULL, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_develop(photo, NULL, 1, NULL, 1, 1, NULL, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_develop_part(photo, NULL, 0, 0, 0, 0, 1, &byte, 1, 1, NULL, NULL) == BROMIDE_REQUEST);
  CHECK(bromide_develop_part(photo, NULL, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, 1, &byte, 1, 1, NULL, NULL)
    == BROMIDE_REQUEST);
  CHECK(bromide_sample(NULL, NULL, NULL, point, 1, value, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_sample(photo, NULL, NULL, NULL, 1, value, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_sample(photo, NULL, NULL, point, 1, NULL, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_sample(photo, NULL, NULL, NULL, 0, NULL, NULL) == BROMIDE_OK);
  CHECK(bromide_info(NULL, &json, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_info(photo, NULL, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_notes(photo, NULL, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_preview(photo, NULL, NULL, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_profile(NULL, NULL, NULL, NULL) == BROMIDE_MISUSE);
  CHECK(bromide_profile("display-p3", &bytes, &count, NULL) == BROMIDE_OK && count > 128);
  CHECK(memcmp((char *)bytes + 36, "acsp", 4) == 0);
  bromide_free(bytes);
  CHECK(bromide_profile("nothing", &bytes, &count, NULL) == BROMIDE_REQUEST && bytes == NULL);
  CHECK(bromide_is_raw(NULL, 9) == 0 && bromide_is_raw("FUJIFILMCCD-RAW ", 16) == 1);
  CHECK(bromide_is_raw("\x89PNG\r\n\x1a\n", 8) == 0 && bromide_is_raw("II*\0\x08\0\0\0", 8) == -1);
  bromide_free(NULL);
  bromide_close(NULL);
  bromide_close(photo);
}

// With a structure of an older version, Bromide does not use the missing fields.
static void sizes_of_structures_count(void) {
  bromide_photo *photo = opened(BAYER);
  bromide_layout layout = {.bytes = offsetof(bromide_layout, channels), .channels = 77, .orientation = 78};
  CHECK(bromide_size(photo, NULL, &layout, NULL) == BROMIDE_OK);
  CHECK(layout.width > 0 && layout.height > 0 && layout.channels == 77 && layout.orientation == 78);
  picture made = developed(photo, NULL, BROMIDE_U8, 0);
  // If a run contains only its size, Bromide must not read other fields.
  size_t *only = malloc(sizeof *only);
  *only = sizeof *only;
  CHECK(bromide_develop(photo, NULL, BROMIDE_U8, made.bytes, made.row, made.count, (bromide_run *)only, NULL)
    == BROMIDE_OK);
  free(only), free(made.bytes);
  bromide_close(photo);
}

static int count_of(const char *path) {
  DIR *open = opendir(path);
  int count = 0;
  while (open && readdir(open)) count++;
  if (open) closedir(open);
  return count;
}

typedef struct {
  struct sigaction actions[32];
  mode_t mask;
  char folder[4096], locale[256];
  int descriptors, threads, variables;
} state;

static state state_now(void) {
  state now;
  memset(&now, 0, sizeof now);
  for (int signal = 1; signal < 32; signal++) sigaction(signal, NULL, &now.actions[signal]);
  umask(now.mask = umask(0));
  if (!getcwd(now.folder, sizeof now.folder)) abort();
  snprintf(now.locale, sizeof now.locale, "%s", setlocale(LC_ALL, NULL));
  now.descriptors = count_of("/proc/self/fd");
  now.threads = count_of("/proc/self/task");
  for (char **entry = environ; *entry; entry++) now.variables++;
  return now;
}

static void process_is_unchanged(const state *before) {
  const state after = state_now();
  for (int signal = 1; signal < 32; signal++)
    if (before->actions[signal].sa_handler != after.actions[signal].sa_handler ||
        before->actions[signal].sa_flags != after.actions[signal].sa_flags) {
      failures++;
      fprintf(stderr, "the handler of signal %d has changed\n", signal);
    }
  CHECK(before->mask == after.mask && before->variables == after.variables);
  CHECK(strcmp(before->folder, after.folder) == 0 && strcmp(before->locale, after.locale) == 0);
  CHECK(before->descriptors == after.descriptors);
  CHECK(before->threads == after.threads);
}

static atomic_bool is_done;

static void *work(void *unused) {
  (void)unused;
  while (!atomic_load(&is_done)) {
    bromide_photo *photo = opened(BAYER);
    picture made = developed(photo, "size=64", BROMIDE_U8, 1);
    free(made.bytes);
    bromide_close(photo);
  }
  return NULL;
}

// Children of an idle process work. Children of a busy process work or get MISUSE. They never die
// or hang.
static void forks_are_safe(int busy, int count) {
  pthread_t worker;
  atomic_store(&is_done, false);
  if (busy) CHECK(pthread_create(&worker, NULL, work, NULL) == 0);
  for (int i = 0; i < count; i++) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);
      bromide_photo *photo = NULL;
      const bromide_status status = bromide_open_path(path_of(BAYER), NULL, &photo, NULL);
      if (status == BROMIDE_MISUSE && busy) _exit(0);
      if (status != BROMIDE_OK) _exit(2);
      unsigned char byte[64 * 64 * 3];
      // More threads than processors wait for each other.
      const bromide_run run = {.bytes = sizeof run, .threads = 8};
      const int failed = bromide_develop(photo, "size=64", BROMIDE_U8, byte, 64 * 3, sizeof byte, &run, NULL);
      bromide_close(photo);
      _exit(failed ? 3 : 0);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  atomic_store(&is_done, true);
  if (busy) pthread_join(worker, NULL);
}

// Every file of a folder ends with a status and a message, with any content.
static void files_never_crash(const char *path) {
  DIR *open = opendir(path);
  if (!open) return;
  for (struct dirent *entry; (entry = readdir(open));) {
    if (entry->d_name[0] == '.') continue;
    char name[8192];
    snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
    bromide_photo *photo = NULL;
    char *error = NULL;
    bromide_status status = bromide_open_path(name, "memory=2G", &photo, &error);
    bromide_layout layout = {.bytes = sizeof layout};
    if (status == BROMIDE_OK) status = bromide_size(photo, "size=64", &layout, &error);
    unsigned char *pixels = malloc(64 * 64 * 4);
    if (status == BROMIDE_OK)
      status = bromide_develop(photo, "size=64", BROMIDE_U8, pixels, 64 * 4, 64 * 64 * 4, NULL, &error);
    if ((status == BROMIDE_OK) != (error == NULL)) failures++, fprintf(stderr, "%s: no message\n", name);
    free(pixels);
    bromide_free(error);
    bromide_close(photo);
  }
  closedir(open);
}

int main(int argc, char **argv) {
  if (argc < 2) return fprintf(stderr, "usage: test TESTIMAGES [--quick] [FOLDER…]\n"), 64;
  folder = argv[1];
  const int is_quick = argc > 2 && strcmp(argv[2], "--quick") == 0;
  CHECK(bromide_abi() == BROMIDE_ABI && strlen(bromide_version()) >= 5);
  // Libraries open persistent files at their first use.
  inputs_agree();
  const state before = state_now();
  inputs_agree();
  parts_and_strides_agree(TURNED, "size=150");
  parts_and_strides_agree(GREY, NULL);
  calls_are_cancelled();
  requests_are_checked();
  nulls_are_misuse();
  sizes_of_structures_count();
  threads_agree();
  if (!is_quick) {
    parts_and_strides_agree(XTRANS, "crop=0.1,0.1,0.7,0.7\nsharpen=0.5");
    shapes_are_exact();
    process_is_unchanged(&before);
    forks_are_safe(0, 300);
    forks_are_safe(1, 400);
  }
  for (int i = 2; i < argc; i++) files_never_crash(argv[i]);
  if (failures) return fprintf(stderr, "test.c: %d failures\n", failures), 1;
  printf("test.c: all passed\n");
  return 0;
}
