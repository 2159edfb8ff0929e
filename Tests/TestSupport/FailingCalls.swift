/// A program that runs another program with some system calls refused, as on unusual file systems.
public enum FailingCalls {
  /// The compiled program, or `nil` without a compiler or if the system cannot refuse calls.
  public static let program = TroubledLibrary.compile(program: text, as: "refuse")

  // Arguments: pairs of a call and an error, then `--` and the command.
  private static let text = """
    #include <errno.h>
    #include <linux/filter.h>
    #include <linux/seccomp.h>
    #include <stddef.h>
    #include <stdio.h>
    #include <string.h>
    #include <sys/prctl.h>
    #include <sys/syscall.h>
    #include <unistd.h>

    static const struct { const char *name; int number; } calls[] = {
      {"renameat2", SYS_renameat2}, {"linkat", SYS_linkat}, {"fsync", SYS_fsync}, {"fdatasync", SYS_fdatasync},
    #ifdef SYS_link
      {"link", SYS_link},
    #endif
    #ifdef SYS_close_range
      {"close_range", SYS_close_range},
    #endif
    }, errors[] = {{"EINVAL", EINVAL}, {"EPERM", EPERM}, {"ENOSYS", ENOSYS}, {"ENOTSUP", ENOTSUP}, {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT}, {"EROFS", EROFS}};

    int main(int count, char **words) {
      struct sock_filter rules[64] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
      unsigned short length = 1;
      int i = 1;
      for (; i + 1 < count && strcmp(words[i], "--"); i += 2) {
        int number = -1, error = -1;
        for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
          if (!strcmp(calls[k].name, words[i])) number = calls[k].number;
        for (size_t k = 0; k < sizeof errors / sizeof *errors; k++)
          if (!strcmp(errors[k].name, words[i + 1])) error = errors[k].number;
        if (error < 0) return 125;
        if (number < 0) continue;
        rules[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
        rules[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error);
      }
      rules[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
      struct sock_fprog filter = {length, rules};
      if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) return 126;
      execv(words[i + 1], words + i + 1);
      return 127;
    }
    """
}
