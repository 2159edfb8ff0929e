// Tests the library in unusual programs. Examples are a fork before the first call, coroutines, and few descriptors.
// scripts/test-abi runs it with the folder of the test images.
#define _GNU_SOURCE
#include <bromide.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum { WIDTH = 96, HEIGHT = 64, CHANNELS = 3 };
static const char *RECIPE = "size=96\nnoise-reduction=best";
static int failures;
static char chart[4096];

#define CHECK(condition) check((condition), #condition, __LINE__)

static void check(int is_true, const char *text, int line) {
  if (is_true) return;
  failures++;
  fprintf(stderr, "hosts.c:%d: failed: %s\n", line, text);
}

typedef struct {
  float pixels[WIDTH * HEIGHT * CHANNELS];
  double color[3];
} result;

// Opens the chart, and returns pixels and a colour.
static result results(void) {
  result made;
  memset(&made, 0, sizeof made);
  bromide_photo *photo = NULL;
  char *error = NULL;
  CHECK(bromide_open_path(chart, NULL, &photo, &error) == BROMIDE_OK);
  const size_t row = WIDTH * CHANNELS * sizeof(float);
  CHECK(bromide_develop(photo, RECIPE, BROMIDE_F32, made.pixels, row, sizeof made.pixels, NULL, &error) == BROMIDE_OK);
  const double xy[2] = {0.25, 0.125};
  CHECK(bromide_sample(photo, "window=15", "xyz", xy, 1, made.color, &error) == BROMIDE_OK);
  if (error) fprintf(stderr, "%s\n", error);
  bromide_free(error);
  bromide_close(photo);
  return made;
}

static int32_t note_thread(void *thread, double done) {
  (void)done;
  *(pid_t *)thread = gettid();
  return 0;
}

// Returns the thread that develops the chart for a call on one thread, or -1.
static pid_t developing_thread(void) {
  bromide_photo *photo = NULL;
  if (bromide_open_path(chart, NULL, &photo, NULL) != BROMIDE_OK) return -1;
  pid_t thread = -1;
  const bromide_run run = {.bytes = sizeof run, .progress = note_thread, .context = &thread, .threads = 1};
  static unsigned char pixels[WIDTH * HEIGHT * CHANNELS];
  const bromide_status status =
    bromide_develop(photo, "size=96", BROMIDE_U8, pixels, WIDTH * CHANNELS, sizeof pixels, &run, NULL);
  bromide_close(photo);
  return status == BROMIDE_OK ? thread : -1;
}

// If a program forks before its first call, the child develops on a new thread. Swift's locks use the parent's number for the child's
// main thread, so two threads could wait for each other.
static void children_of_an_unused_library_work(void) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    const pid_t thread = developing_thread();
    _exit(thread < 0 ? 2 : thread == getpid() ? 3 : 0);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static ucontext_t caller, coroutine;
static pid_t coroutine_thread;

static void develop_in_coroutine(void) { coroutine_thread = developing_thread(); }

// A stack of the host on the main thread is small, although the stack of the thread is large.
static void coroutines_have_small_stacks(void) {
  CHECK(developing_thread() == getpid());
  const size_t size = 128 << 10;
  coroutine_thread = -1;
  CHECK(getcontext(&coroutine) == 0);
  coroutine.uc_stack.ss_sp = malloc(size);
  coroutine.uc_stack.ss_size = size;
  coroutine.uc_link = &caller;
  makecontext(&coroutine, develop_in_coroutine, 0);
  CHECK(swapcontext(&caller, &coroutine) == 0);
  CHECK(coroutine_thread > 0 && coroutine_thread != getpid());
  free(coroutine.uc_stack.ss_sp);
}

// The host's rounding, traps and flags do not change pixels or colours, and are the same after a call.
static void arithmetic_of_the_host_is_unused(void) {
  const result expected = results();
  const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    CHECK(fesetround(modes[i]) == 0);
    const result found = results();
    CHECK(fegetround() == modes[i]);
    CHECK(fesetround(FE_TONEAREST) == 0);
    CHECK(memcmp(&found, &expected, sizeof found) == 0);
  }
#ifdef __x86_64__
  // Subnormal numbers become 0 on the host's side only.
  const unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(before | 0x8040);
  const result flushed = results();
  CHECK((__builtin_ia32_stmxcsr() & 0x8040) == 0x8040);
  __builtin_ia32_ldmxcsr(before);
  CHECK(memcmp(&flushed, &expected, sizeof flushed) == 0);
#endif
#ifdef __GLIBC__
  // Machines without traps return -1.
  const int traps = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW;
  feclearexcept(FE_ALL_EXCEPT);
  if (feenableexcept(traps) >= 0) {
    const result trapped = results();
    CHECK(fegetexcept() == traps);
    CHECK(fetestexcept(FE_ALL_EXCEPT) == 0);
    fedisableexcept(traps);
    CHECK(memcmp(&trapped, &expected, sizeof trapped) == 0);
  }
#endif
}

// A closed photo is misuse, and closing it again has no effect, also if another photo is open.
static void closed_photos_are_misuse(void) {
  bromide_photo *closed = NULL, *open = NULL;
  CHECK(bromide_open_path(chart, NULL, &closed, NULL) == BROMIDE_OK);
  bromide_close(closed);
  CHECK(bromide_open_path(chart, NULL, &open, NULL) == BROMIDE_OK && open != closed);
  bromide_photo *const wrong[] = {closed, (bromide_photo *)8, (bromide_photo *)&failures, (bromide_photo *)UINTPTR_MAX};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char *error = NULL, *json = NULL;
    double xy[2] = {0.5, 0.5}, values[3];
    bromide_layout layout = {.bytes = sizeof layout};
    CHECK(bromide_size(wrong[i], NULL, &layout, &error) == BROMIDE_MISUSE);
    CHECK(error && strstr(error, "closed"));
    bromide_free(error);
    CHECK(bromide_develop(wrong[i], NULL, BROMIDE_U8, values, 8, sizeof values, NULL, NULL) == BROMIDE_MISUSE);
    CHECK(bromide_sample(wrong[i], NULL, NULL, xy, 1, values, NULL) == BROMIDE_MISUSE);
    CHECK(bromide_info(wrong[i], &json, NULL) == BROMIDE_MISUSE && json == NULL);
    CHECK(bromide_notes(wrong[i], &json, NULL) == BROMIDE_MISUSE && json == NULL);
    bromide_close(wrong[i]);
  }
  char *json = NULL;
  CHECK(bromide_info(open, &json, NULL) == BROMIDE_OK);
  bromide_free(json);
  bromide_close(open);
}

// If descriptors are missing, the error contains the system's reason. The file is not damaged.
static void missing_descriptors_are_not_damage(void) {
  struct rlimit before;
  getrlimit(RLIMIT_NOFILE, &before);
  const struct rlimit few = {64, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &few);
  int taken[64], count = 0;
  while (count < 64 && (taken[count] = open("/dev/null", O_RDONLY)) >= 0) count++;
  CHECK(count > 8);
  int opened = 0;
  for (int free_ones = 0; free_ones < 8; free_ones++) {
    bromide_photo *photo = NULL;
    char *error = NULL;
    const bromide_status status = bromide_open_path(chart, NULL, &photo, &error);
    opened += status == BROMIDE_OK;
    CHECK(status == BROMIDE_OK || (status == BROMIDE_INPUT && error && strstr(error, strerror(EMFILE))));
    bromide_free(error);
    bromide_close(photo);
    close(taken[--count]);
  }
  CHECK(opened > 0 && opened < 8);
  while (count > 0) close(taken[--count]);
  setrlimit(RLIMIT_NOFILE, &before);
}

// A descriptor is enough if its file may not be opened again, as for a process without rights that receives descriptors.
static void descriptors_work_without_permission(const char *copy) {
  const int fd = open(copy, O_RDONLY);
  CHECK(fd >= 0 && chmod(copy, 0) == 0);
  lseek(fd, 7, SEEK_SET);
  const pid_t child = fork();
  if (child == 0) {
    // The superuser may open every file.
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(2);
    bromide_photo *photo = NULL;
    char *error = NULL, *json = NULL;
    if (bromide_open_fd(fd, NULL, &photo, &error) != BROMIDE_OK) {
      fprintf(stderr, "%s\n", error ? error : "no message");
      _exit(3);
    }
    if (bromide_info(photo, &json, NULL) != BROMIDE_OK || strstr(json, "\"path\"")) _exit(4);
    unsigned char pixels[WIDTH * HEIGHT * CHANNELS];
    if (bromide_develop(photo, "size=96", BROMIDE_U8, pixels, WIDTH * CHANNELS, sizeof pixels, NULL, NULL) != BROMIDE_OK)
      _exit(5);
    bromide_close(photo);
    _exit(lseek(fd, 0, SEEK_CUR) == 7 ? 0 : 6);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
  if (WEXITSTATUS(status)) fprintf(stderr, "the child ended with %d\n", WEXITSTATUS(status));
  CHECK(WEXITSTATUS(status) == 0);
  close(fd);
}

int main(int argc, char **argv) {
  if (argc != 3) return fprintf(stderr, "usage: hosts TESTIMAGES COPY\n"), 64;
  snprintf(chart, sizeof chart, "%s/chart_rggb_12bit.dng", argv[1]);
  children_of_an_unused_library_work();
  descriptors_work_without_permission(argv[2]);
  coroutines_have_small_stacks();
  arithmetic_of_the_host_is_unused();
  closed_photos_are_misuse();
  missing_descriptors_are_not_damage();
  if (failures) return fprintf(stderr, "hosts.c: %d failures\n", failures), 1;
  printf("hosts.c: all passed\n");
  return 0;
}
