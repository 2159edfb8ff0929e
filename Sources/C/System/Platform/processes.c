// Worker processes, and the messages to and from them.
#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include "CPlatform.h"

#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 34)
#define HAS_CLOSEFROM 1
#endif
#endif

extern char **environ;

/// Disables the crash handler of Swift's runtime, which needs another process and seconds.
static char quiet[] = "SWIFT_BACKTRACE=enable=no";
/// Makes glibc keep the memory of each frame, because the kernel would clear it for the next one.
/// The largest block that glibc can keep is 32 MiB. Other C libraries ignore these variables.
static char keep_blocks[] = "MALLOC_MMAP_THRESHOLD_=33554432";
static char keep_rest[] = "MALLOC_TRIM_THRESHOLD_=4294967296";
static char take_much[] = "MALLOC_TOP_PAD_=67108864";

/// Returns this process's variables, with the first `count` of the variables above as replacements.
/// Returns NULL if there is not enough memory.
static char **make_environment(size_t count) {
  char *const own[] = {quiet, keep_blocks, keep_rest, take_much};
  size_t all = 0, kept = 0;
  while (environ[all]) all++;
  char **const made = malloc((all + count + 1) * sizeof *made);
  if (!made) return NULL;
  for (size_t i = 0; i < all; i++) {
    int is_own = 0;
    for (size_t k = 0; k < count; k++)
      is_own |= strncmp(environ[i], own[k], (size_t)(strchr(own[k], '=') - own[k]) + 1) == 0;
    if (!is_own) made[kept++] = environ[i];
  }
  for (size_t k = 0; k < count; k++) made[kept++] = own[k];
  made[kept] = NULL;
  return made;
}

/// The number of the program's descriptor for its end of the channel.
enum { CHANNEL = 3 };

/// Creates two connected ends that programs do not inherit.
static int make_pair(int pair[2]) {
#if defined(SOCK_CLOEXEC)
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0 ? 0 : errno;
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return errno;
  for (int i = 0; i < 2; i++) {
    fcntl(pair[i], F_SETFD, FD_CLOEXEC);
#if defined(SO_NOSIGPIPE)
    setsockopt(pair[i], SOL_SOCKET, SO_NOSIGPIPE, &(int){1}, sizeof(int));
#endif
  }
  return 0;
#endif
}

#if !defined(POSIX_SPAWN_CLOEXEC_DEFAULT) && !defined(HAS_CLOSEFROM)
/// Marks all descriptors from 3 as not inherited, if a new process cannot close them itself.
static void keep_descriptors(void) {
#if defined(SYS_close_range)
  // CLOSE_RANGE_CLOEXEC is 4.
  if (syscall(SYS_close_range, 3, ~0u, 4) == 0) return;
#endif
  const long most = sysconf(_SC_OPEN_MAX);
  for (int i = 3; i < most; i++) fcntl(i, F_SETFD, FD_CLOEXEC);
}
#endif

/// Starts a program that only gets these descriptors, up to `most`, and releases `files`.
///
/// The program has a new session without a terminal, so it cannot write or type there. It does not
/// get the terminal's signals, because its parent ends it. `variables` is the parameter of
/// `make_environment`.
static int spawn(
    const char *program, char *const *arguments, size_t variables, posix_spawn_file_actions_t *files, int most,
    pid_t *started) {
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  sigaddset(&blocked, SIGQUIT);
  sigaddset(&blocked, SIGHUP);
  posix_spawnattr_setsigmask(&attributes, &blocked);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID;
  // By default, programs inherit descriptors, including those of the caller and of libraries.
#if defined(POSIX_SPAWN_CLOEXEC_DEFAULT)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
  (void)most;
#elif defined(HAS_CLOSEFROM)
  posix_spawn_file_actions_addclosefrom_np(files, most + 1);
#else
  (void)most;
  keep_descriptors();
#endif
  posix_spawnattr_setflags(&attributes, flags);
  char **const environment = make_environment(variables);
  const int error = environment ? posix_spawn(started, program, files, &attributes, arguments, environment) : ENOMEM;
  free(environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(files);
  return error;
}

/// Creates an unnamed file that programs do not inherit. Returns -1 if this fails.
static int make_nameless_file(void) {
  FILE *const file = tmpfile();
  if (!file) return -1;
  const int descriptor = fcntl(fileno(file), F_DUPFD_CLOEXEC, 3);
  fclose(file);
  return descriptor;
}

/// Starts a program that ends with the calling thread. -1 stands for an empty descriptor. The
/// parameter `variables` is the parameter of `make_environment`.
static int start_bound(
    const char *program, char *const *arguments, size_t variables, int *descriptors, int count, int *process) {
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nowhere < 0) return errno;
  for (int i = 0; i < count; i++)
    if (descriptors[i] < 0) descriptors[i] = nowhere;
  char **const environment = make_environment(variables);
  const int error = environment ? bromide_start_bound(program, arguments, environment, descriptors, count, process)
                                : ENOMEM;
  free(environment);
  close(nowhere);
  return error;
}

// The program's end of the pipe becomes its descriptor `inner`, 0 or 1. The other one is empty.
static int start_with_pipe(
  const char *program, char *const *arguments, int inner, int *process, int *outer, int *messages) {
  int ends[2];
#if defined(__linux__)
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
#else
  if (pipe(ends) != 0) return errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
#if defined(F_SETPIPE_SZ)
  // A frame of 1920x1080 then takes three writes instead of fifty. Unprivileged processes can have
  // a megabyte.
  fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
#endif
  const int file = make_nameless_file();
  if (file < 0) {
    const int error = errno;
    close(ends[0]);
    close(ends[1]);
    return error;
  }
  int started = 0;
  int descriptors[] = {inner == 0 ? ends[0] : -1, inner == 1 ? ends[1] : -1, file};
  int error = start_bound(program, arguments, 4, descriptors, 3, &started);
  if (error == ENOSYS) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[inner], inner);
    posix_spawn_file_actions_addopen(&files, 1 - inner, "/dev/null", inner ? O_RDONLY : O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files, file, 2);
    error = spawn(program, arguments, 4, &files, 2, &started);
  }
  close(ends[inner]);
  if (error) {
    close(ends[1 - inner]);
    close(file);
    return error;
  }
  *process = started;
  *outer = ends[1 - inner];
  *messages = file;
  return 0;
}

int bromide_start_piped(const char *program, char *const *arguments, int *process, int *input, int *messages) {
  return start_with_pipe(program, arguments, 0, process, input, messages);
}

int bromide_start_reading(const char *program, char *const *arguments, int *process, int *output, int *messages) {
  return start_with_pipe(program, arguments, 1, process, output, messages);
}

int bromide_start(const char *program, char *const *arguments, int *process, int *channel) {
  int pair[2];
  int error = make_pair(pair);
  if (error) return error;
  int started = 0;
  int descriptors[CHANNEL + 1] = {-1, -1, -1, pair[1]};
  error = start_bound(program, arguments, 1, descriptors, CHANNEL + 1, &started);
  if (error == ENOSYS) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, pair[1], CHANNEL);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    error = spawn(program, arguments, 1, &files, CHANNEL, &started);
  }
  close(pair[1]);
  if (error) {
    close(pair[0]);
    return error;
  }
  *process = started;
  *channel = pair[0];
  return 0;
}

int bromide_wait(int process, int *signal, int *status) {
  int state = 0;
  while (waitpid(process, &state, 0) < 0)
    if (errno != EINTR) return errno;
  *signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
  *status = WIFEXITED(state) ? WEXITSTATUS(state) : 0;
  return 0;
}

/// The maximum number of descriptors per message.
enum { MOST_DESCRIPTORS = 2 };
#define CONTROL_BYTES CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))

long bromide_send(int channel, const void *bytes, size_t count, const int *descriptors, int descriptor_count) {
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  _Alignas(struct cmsghdr) char control[CONTROL_BYTES];
  if (descriptor_count > MOST_DESCRIPTORS) {
    errno = EINVAL;
    return -1;
  }
  if (descriptor_count > 0) {
    const size_t size = (size_t)descriptor_count * sizeof(int);
    memset(control, 0, sizeof control);
    message.msg_control = control;
    message.msg_controllen = (socklen_t)CMSG_SPACE(size);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = (socklen_t)CMSG_LEN(size);
    memcpy(CMSG_DATA(header), descriptors, size);
  }
#if defined(MSG_NOSIGNAL)
  return sendmsg(channel, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
#else
  return sendmsg(channel, &message, MSG_DONTWAIT);
#endif
}

// Without a control buffer, the system discards descriptors.
long bromide_receive(int channel, void *bytes, size_t count) { return recv(channel, bytes, count, 0); }

long bromide_receive_descriptors(
    int channel, void *bytes, size_t count, int descriptors[2], int *descriptor_count) {
  struct iovec part = {bytes, count};
  _Alignas(struct cmsghdr) char control[CONTROL_BYTES];
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
#if defined(MSG_CMSG_CLOEXEC)
  const ssize_t got = recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
#else
  const ssize_t got = recvmsg(channel, &message, 0);
#endif
  *descriptor_count = 0;
  if (got < 0) return got;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    const size_t came = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < came; i++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
#if !defined(MSG_CMSG_CLOEXEC)
      fcntl(descriptor, F_SETFD, FD_CLOEXEC);
#endif
      if (*descriptor_count < MOST_DESCRIPTORS)
        descriptors[(*descriptor_count)++] = descriptor;
      else
        close(descriptor);
    }
  }
  return got;
}

int bromide_await(int channel, bool for_room, int milliseconds) {
  struct pollfd waited = {.fd = channel, .events = for_room ? POLLOUT : POLLIN};
  return poll(&waited, 1, milliseconds);
}

void bromide_await_end(int channel) {
#if defined(POLLRDHUP)
  struct pollfd waited = {.fd = channel, .events = POLLRDHUP};
  while (poll(&waited, 1, -1) < 0 && errno == EINTR) {}
#else
  // poll does not report only the end of a channel here, so check for it at intervals.
  for (;;) {
    char byte;
    struct pollfd waited = {.fd = channel};
    poll(&waited, 1, 500);
    if (waited.revents & (POLLHUP | POLLERR | POLLNVAL)) return;
    if (recv(channel, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) return;
  }
#endif
}

int bromide_shared_memory(size_t size) {
#if defined(__linux__)
  const int made = memfd_create("bromide", MFD_CLOEXEC | MFD_ALLOW_SEALING);
#else
  char name[32];
  snprintf(name, sizeof name, "/bromide-%x-%x", getpid(), arc4random());
  const int made = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
  if (made >= 0) shm_unlink(name);
#endif
  if (made < 0) return -1;
  int failed = ftruncate(made, (off_t)size);
#if defined(F_ADD_SEALS)
  failed = failed || fcntl(made, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL);
#endif
  if (!failed) return made;
  const int error = errno;
  close(made);
  errno = error;
  return -1;
}

/// Lowers a limit, but never raises it.
static void lower(int which, rlim_t limit) {
  struct rlimit now;
  if (getrlimit(which, &now) != 0) return;
  if (now.rlim_cur == RLIM_INFINITY || now.rlim_cur > limit) now.rlim_cur = limit;
  if (now.rlim_max == RLIM_INFINITY || now.rlim_max > limit) now.rlim_max = limit;
  setrlimit(which, &now);
}

void bromide_limit_memory(size_t bytes) {
  lower(RLIMIT_CORE, 0);
  // Since Linux 4.7, this covers all private writable memory, but not shared memory and reserved
  // addresses.
  lower(RLIMIT_DATA, bytes);
}

void bromide_limit_time(long seconds) {
  struct rusage usage;
  struct rlimit limit;
  if (getrusage(RUSAGE_SELF, &usage) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return;
  const rlim_t needed = (rlim_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + seconds + 1);
  limit.rlim_cur = limit.rlim_max != RLIM_INFINITY && limit.rlim_max < needed ? limit.rlim_max : needed;
  setrlimit(RLIMIT_CPU, &limit);
}
