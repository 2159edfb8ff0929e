// Permanently removes rights from a process, so that it can only compute with the descriptors that
// it received.
#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CPlatform.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__has_include)
#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#define HAS_LANDLOCK 1
#endif
#endif

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/// Calls that are allowed with any arguments. They only affect this process and its open
/// descriptors.
static const int allowed[] = {
    // Threads and locks.
    SYS_futex, SYS_set_robust_list, SYS_sched_yield, SYS_gettid, SYS_getpid, SYS_exit, SYS_exit_group,
#if defined(SYS_rseq)
    SYS_rseq,
#endif
    // Memory.
    SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_getrandom,
    // Descriptors.
    SYS_read, SYS_pread64, SYS_lseek, SYS_fstat, SYS_dup, SYS_close, SYS_recvmsg, SYS_ppoll,
#if defined(SYS_poll)
    SYS_poll,
#endif
    // Signals that this process catches.
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall,
    // Time and resource usage.
    SYS_clock_gettime, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getrusage, SYS_sysinfo,
#if defined(SYS_time)
    SYS_time,
#endif
};

/// The descriptor of the channel to the parent.
enum { CHANNEL = 3 };
/// More rules than the program needs.
enum { MOST_RULES = 256 };

struct program {
  struct sock_filter rules[MOST_RULES];
  unsigned short count;
};

static void add(struct program *program, uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false) {
  if (program->count < MOST_RULES)
    program->rules[program->count++] = (struct sock_filter){code, if_true, if_false, value};
}

static void answer(struct program *program, uint32_t value) { add(program, BPF_RET | BPF_K, value, 0, 0); }

/// Loads four bytes of the kernel's data about a call. For an argument, this is the low half.
///
/// The kernel only uses the low half of the arguments that are compared here: processes, signals,
/// descriptors, commands, and the tested flags have 32 bits.
static void load(struct program *program, size_t place) {
  add(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)place, 0, 0);
}

#define ARGUMENT(index) (offsetof(struct seccomp_data, args) + (index) * sizeof(uint64_t))

/// A condition for an argument: the bits of `mask` must have this value.
struct condition {
  int argument;
  uint32_t mask, value;
};

/// Allows a call if all conditions are true, otherwise rejects it. The call's number must be
/// loaded. It stays loaded for other calls.
static void allow_if(struct program *program, int call, const struct condition *conditions, int count) {
  // A load, a mask and a comparison per condition, then two answers.
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, (uint8_t)(3 * count + 2));
  for (int i = 0; i < count; i++) {
    load(program, ARGUMENT((size_t)conditions[i].argument));
    add(program, BPF_ALU | BPF_AND | BPF_K, conditions[i].mask, 0, 0);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, conditions[i].value, 0, (uint8_t)(3 * (count - 1 - i) + 1));
  }
  answer(program, SECCOMP_RET_ALLOW);
  answer(program, SECCOMP_RET_ERRNO | EPERM);
}

/// Allows a call if the list contains its argument, otherwise rejects it.
static void allow_one_of(struct program *program, int call, int argument, const uint32_t *values, int count) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, (uint8_t)(count + 3));
  load(program, ARGUMENT((size_t)argument));
  for (int i = 0; i < count; i++)
    add(program, BPF_JMP | BPF_JEQ | BPF_K, values[i], (uint8_t)(count - i), 0);
  answer(program, SECCOMP_RET_ERRNO | EPERM);
  answer(program, SECCOMP_RET_ALLOW);
}

/// Always answers a call in this way.
static void answer_to(struct program *program, int call, uint32_t value) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
  answer(program, value);
}

#define ALLOW_IF(call, ...)                                                                                          \
  allow_if(program, call, (const struct condition[]){__VA_ARGS__},                                                   \
           (int)(sizeof((const struct condition[]){__VA_ARGS__}) / sizeof(struct condition)))

static void make_program(struct program *program) {
  const uint32_t all = UINT32_MAX;
  program->count = 0;
  load(program, offsetof(struct seccomp_data, arch));
  add(program, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  answer(program, SECCOMP_RET_KILL_PROCESS);
  // Numbers of x32 calls have an extra bit, so they are rejected at the end.
  load(program, offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++)
    answer_to(program, allowed[i], SECCOMP_RET_ALLOW);

  ALLOW_IF(SYS_sendmsg, {0, all, CHANNEL});
  // No new executable memory.
  ALLOW_IF(SYS_mmap, {2, PROT_EXEC, 0});
  ALLOW_IF(SYS_mprotect, {2, PROT_EXEC, 0});
  // Threads are allowed, but not processes and namespaces.
  const uint32_t thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD;
  const uint32_t other = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID
                         | CLONE_NEWNET | CLONE_PARENT | CLONE_VFORK | CLONE_PTRACE | CLONE_PIDFD;
  ALLOW_IF(SYS_clone, {0, thread | other, thread});
  // The C library then uses `clone`, because a filter can check its arguments.
#if defined(SYS_clone3)
  answer_to(program, SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);
#endif
  // Copies of a descriptor and its close-on-exec flag are allowed, but for example not the owner of
  // its signals.
  allow_one_of(program, SYS_fcntl, 1, (const uint32_t[]){F_DUPFD_CLOEXEC, F_DUPFD, F_GETFD, F_SETFD, F_GETFL}, 5);
  // The limits of this process.
  ALLOW_IF(SYS_prlimit64, {0, all, 0});
  ALLOW_IF(SYS_sched_getaffinity, {0, all, 0});
  // `abort` is allowed, so that the parent receives the reason.
  ALLOW_IF(SYS_tgkill, {0, all, (uint32_t)getpid()}, {2, all, SIGABRT});
  // Older C libraries use this call for `fstat`. `describe_descriptor` does it instead, because the
  // call can also describe files by name.
  answer_to(program, SYS_newfstatat, SECCOMP_RET_TRAP);
  answer(program, SECCOMP_RET_ERRNO | EPERM);
}

/// Performs `newfstatat` for an open descriptor and rejects it for a name. The arguments belong to
/// the trapped call.
static void describe_descriptor(int signal, siginfo_t *information, void *context) {
  (void)signal;
  const int error = errno;
  ucontext_t *const state = context;
#if defined(__x86_64__)
  greg_t *const registers = state->uc_mcontext.gregs;
  const long descriptor = registers[REG_RDI], flags = registers[REG_R10];
  const char *const name = (const char *)registers[REG_RSI];
  void *const status = (void *)registers[REG_RDX];
#else
  unsigned long long *const registers = state->uc_mcontext.regs;
  const long descriptor = (long)registers[0], flags = (long)registers[3];
  const char *const name = (const char *)registers[1];
  void *const status = (void *)registers[2];
#endif
  long result = -EPERM;
  if (information->si_syscall == SYS_newfstatat && flags == AT_EMPTY_PATH && name && *name == 0)
    result = syscall(SYS_fstat, descriptor, status) == 0 ? 0 : -errno;
#if defined(__x86_64__)
  registers[REG_RAX] = result;
#else
  registers[0] = (unsigned long long)result;
#endif
  errno = error;
}

/// Also blocks files with Landlock, so that no call can open, write, create, remove or run a file.
static void confine_files(void) {
#if defined(HAS_LANDLOCK) && defined(SYS_landlock_create_ruleset)
  // All rights of Landlock's first version. Later versions keep them.
  const struct landlock_ruleset_attr attributes = {.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
  const int set =
      (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0);
  if (set < 0) return;
  syscall(SYS_landlock_restrict_self, set, 0);
  close(set);
#endif
}

int bromide_confine(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  // Otherwise, the C library checks the time zone's file at every conversion of a time.
  if (getenv("TZ") == NULL) setenv("TZ", ":/etc/localtime", 1);
  tzset();
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  action.sa_sigaction = describe_descriptor;
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGSYS, &action, NULL) != 0) return -1;
  confine_files();
  struct program program;
  make_program(&program);
  const struct sock_fprog filter = {.len = program.count, .filter = program.rules};
  // Also for other threads, although other threads should not exist.
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) == 0 ? 0 : -1;
}

#else

int bromide_confine(void) { return -1; }

#endif
