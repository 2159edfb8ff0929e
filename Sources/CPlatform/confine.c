// Rights that a process gives up for good: it keeps reading files and computing.
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
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
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

#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define REFUSE(code) ANSWER(SECCOMP_RET_ERRNO | (code))
/// Refuses a call.
#define WITHOUT(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), REFUSE(EPERM)
/// Refuses a call whose argument (its low half, little-endian) has one of these bits.
#define WITHOUT_BITS(call, index, bits)                                                                              \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), FIELD(args[index]),                                         \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, 1), REFUSE(EACCES), FIELD(nr)

enum { WRITES = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC };

/// What a decoder of pictures has no use for: other programs and processes, the network, changes to files.
static const struct sock_filter rules[] = {
    FIELD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    ANSWER(SECCOMP_RET_KILL_PROCESS),
    FIELD(nr),
#if defined(__x86_64__)
    // The calls of x32 have this bit.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    REFUSE(ENOSYS),
    WITHOUT_BITS(open, 1, WRITES),
    WITHOUT(creat),
    WITHOUT(fork),
    WITHOUT(vfork),
    WITHOUT(unlink),
    WITHOUT(rename),
    WITHOUT(mkdir),
    WITHOUT(rmdir),
    WITHOUT(link),
    WITHOUT(symlink),
    WITHOUT(mknod),
    WITHOUT(chmod),
    WITHOUT(chown),
    WITHOUT(lchown),
    WITHOUT(utime),
    WITHOUT(utimes),
    WITHOUT(futimesat),
#endif
    WITHOUT_BITS(openat, 2, WRITES),
    // Threads are made with `clone`, which the C library falls back to; without CLONE_THREAD it makes processes.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
    FIELD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
    REFUSE(EPERM),
    FIELD(nr),
#if defined(SYS_clone3)
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
    REFUSE(ENOSYS),
#endif
#if defined(SYS_openat2)
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
    REFUSE(ENOSYS),
#endif
    WITHOUT(execve),
    WITHOUT(execveat),
    WITHOUT(socket),
    WITHOUT(socketpair),
    WITHOUT(connect),
    WITHOUT(bind),
    WITHOUT(listen),
    WITHOUT(accept),
    WITHOUT(accept4),
    WITHOUT(kill),
    WITHOUT(tkill),
    WITHOUT(ptrace),
    WITHOUT(process_vm_readv),
    WITHOUT(process_vm_writev),
    WITHOUT(unlinkat),
    WITHOUT(renameat),
    WITHOUT(renameat2),
    WITHOUT(mkdirat),
    WITHOUT(linkat),
    WITHOUT(symlinkat),
    WITHOUT(mknodat),
    WITHOUT(fchmod),
    WITHOUT(fchmodat),
    WITHOUT(fchown),
    WITHOUT(fchownat),
    WITHOUT(utimensat),
    WITHOUT(truncate),
    WITHOUT(ftruncate),
    WITHOUT(setxattr),
    WITHOUT(lsetxattr),
    WITHOUT(fsetxattr),
    WITHOUT(removexattr),
    WITHOUT(lremovexattr),
    WITHOUT(fremovexattr),
    WITHOUT(mount),
    WITHOUT(umount2),
    WITHOUT(chroot),
    WITHOUT(pivot_root),
    WITHOUT(unshare),
    WITHOUT(setns),
    WITHOUT(bpf),
    WITHOUT(perf_event_open),
    WITHOUT(userfaultfd),
    WITHOUT(add_key),
    WITHOUT(request_key),
    WITHOUT(keyctl),
#if defined(SYS_io_uring_setup)
    WITHOUT(io_uring_setup),
#endif
#if defined(SYS_pidfd_open)
    WITHOUT(pidfd_open),
    WITHOUT(pidfd_send_signal),
#endif
#if defined(SYS_pidfd_getfd)
    WITHOUT(pidfd_getfd),
#endif
    ANSWER(SECCOMP_RET_ALLOW),
};

/// The same once more for files, by Landlock: whichever call it is, nothing is written, made, removed or run.
static void confine_files(void) {
#if defined(HAS_LANDLOCK) && defined(SYS_landlock_create_ruleset)
  const struct landlock_ruleset_attr attributes = {
      .handled_access_fs =
          LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
          LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
          LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
          LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM};
  const int set =
      (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0);
  if (set < 0) return;
  syscall(SYS_landlock_restrict_self, set, 0);
  close(set);
#endif
}

void bromide_confine(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
  confine_files();
  const struct sock_fprog program = {
      .len = sizeof rules / sizeof rules[0], .filter = (struct sock_filter *)rules};
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

#else

void bromide_confine(void) {}

#endif
