/// A program that runs a command in a new pseudo terminal, as a shell does, and prints the number
/// of bytes that were typed into it: `typed 5`. The command's output does not go to the terminal.
public enum TypingTerminal {
  /// The compiled program, or `nil` without a compiler or on other systems than Linux.
  public static let program = TroubledLibrary.compile(program: text, as: "terminal")

  /// Whether a process can type into its terminal here. Linux can forbid it with
  /// `dev.tty.legacy_tiocsti`.
  public static let canType: Bool = {
    guard let program, let message = try? ForeignProgram(at: program)?.run(["--type"]) else {
      return false
    }
    return message.contains("typed 5")
  }()

  // Without a command, `--type` types a line itself.
  private static let text = """
    #define _GNU_SOURCE
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/ioctl.h>
    #include <sys/wait.h>
    #include <termios.h>
    #include <unistd.h>

    int main(int count, char **words) {
      const int master = posix_openpt(O_RDWR | O_NOCTTY);
      if (count < 2 || master < 0 || grantpt(master) || unlockpt(master)) return 125;
      const int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
      if (slave < 0) return 125;
      // Single keys arrive, not only lines.
      struct termios state;
      if (tcgetattr(slave, &state)) return 125;
      state.c_lflag &= ~(tcflag_t)ICANON;
      tcsetattr(slave, TCSANOW, &state);
      const pid_t child = fork();
      if (child == 0) {
        if (setsid() < 0 || ioctl(slave, TIOCSCTTY, 0) || dup2(slave, 0) < 0) _exit(125);
        if (!strcmp(words[1], "--type")) {
          for (const char *key = "true\\n"; *key; key++) ioctl(0, TIOCSTI, key);
          _exit(0);
        }
        execvp(words[1], words + 1);
        _exit(125);
      }
      int ending = 0;
      if (child < 0 || waitpid(child, &ending, 0) != child) return 125;
      char typed[100];
      fcntl(slave, F_SETFL, O_NONBLOCK);
      const ssize_t length = read(slave, typed, sizeof typed);
      printf("typed %zd\\n", length < 0 ? 0 : length);
      return WIFEXITED(ending) ? WEXITSTATUS(ending) : 128 + WTERMSIG(ending);
    }
    """
}
