// Starts programs that work for this process and end with it, even if it is killed.
#if defined(__linux__)
#define _GNU_SOURCE
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CPlatform.h"

#if defined(__linux__)
/// Whether the current thread runs until the process ends.
static _Thread_local bool lasts;

/// The maximum number of descriptors of a program: its standard streams and a channel.
enum { MOST_DESCRIPTORS = 4 };

/// Closes all descriptors from `first`. Containers can reject the call that closes them at once.
static void close_from(int first) {
#if defined(SYS_close_range)
  if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0) return;
#endif
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  for (rlim_t i = (rlim_t)first; i < limit.rlim_max && i < INT_MAX; i++) close((int)i);
}

/// The child's part. It shares the parent's memory until the new program starts, so it must only
/// make system calls.
static void become(
    const char *program, char *const *arguments, char *const *environment, const int *descriptors, int count,
    pid_t parent) {
  // The system ends this process when the thread that started it ends.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) return;
  // A new session does not have a terminal, so the program cannot write or type there.
  if (setsid() < 0) return;
  // Descriptors with low numbers move first, because the new ones would replace them.
  int held[MOST_DESCRIPTORS];
  for (int i = 0; i < count; i++) {
    held[i] = descriptors[i] < count ? fcntl(descriptors[i], F_DUPFD_CLOEXEC, count) : descriptors[i];
    if (held[i] < 0) return;
  }
  for (int i = 0; i < count; i++)
    if (dup2(held[i], i) < 0) return;
  close_from(count);
  execve(program, arguments, environment);
}
#endif

void bromide_outlast(void) {
#if defined(__linux__)
  lasts = true;
#endif
}

int bromide_start_bound(
    const char *program, char *const *arguments, char *const *environment, const int *descriptors, int count,
    int *process) {
#if defined(__linux__)
  if (!lasts) return ENOSYS;
  sigset_t all, terminal, before;
  sigfillset(&all);
  sigemptyset(&terminal);
  sigaddset(&terminal, SIGINT);
  sigaddset(&terminal, SIGQUIT);
  sigaddset(&terminal, SIGHUP);
  if (count > MOST_DESCRIPTORS) return EINVAL;
  // Signal handlers of this process must not run in the child.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t parent = getpid();
  volatile int error = 0;
  const pid_t started = vfork();
  if (started == 0) {
    pthread_sigmask(SIG_SETMASK, &terminal, NULL);
    become(program, arguments, environment, descriptors, count, parent);
    error = errno ? errno : ESRCH;
    _exit(127);
  }
  if (started < 0) error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error && started > 0) waitpid(started, NULL, 0);
  *process = (int)started;
  return error;
#else
  (void)program, (void)arguments, (void)environment, (void)descriptors, (void)count, (void)process;
  return ENOSYS;
#endif
}

int bromide_wait_for(int process, int milliseconds) {
  // Most programs end quickly. Poll, because POSIX cannot wait for one process with a time limit.
  for (long waited = 0, step = 1; waited <= milliseconds; waited += step, step = step < 16 ? 2 * step : 16) {
    siginfo_t information = {0};
    const int state = waitid(P_PID, (id_t)process, &information, WEXITED | WNOHANG | WNOWAIT);
    if (state != 0 && errno != EINTR) return 1;
    if (state == 0 && information.si_pid == process) return 1;
    nanosleep(&(struct timespec){.tv_nsec = step * 1000000}, NULL);
  }
  return 0;
}
