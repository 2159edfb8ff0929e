internal import BromideValues

/// A preloaded library that makes LibRaw misbehave if a photo's description requests it.
public enum TroubledLibRaw {
  /// The effect on the process.
  public enum Trouble: String, CaseIterable, Sendable {
    case fault, abort, exit, hang, grow
    /// Tries actions that a decoder does not need. Status 10 means that all of them failed.
    case escape
  }

  /// The step with the trouble.
  public enum Step: String, CaseIterable, Sendable {
    case open, unpack
  }

  /// The compiled library, or `nil` without a compiler or if the system cannot preload libraries.
  public static let library = TroubledLibrary.compile(program, as: "troubled-libraw")

  /// Environment variables that preload the library.
  public static var environment: [String: String] { library.map { ["LD_PRELOAD": $0] } ?? [:] }

  /// Returns a small valid photo that requests trouble.
  public static func photo(_ trouble: Trouble, at step: Step) -> [UInt8] {
    photo(describedAs: "\(step.rawValue):\(trouble.rawValue)")
  }

  /// Returns a small valid photo. While LibRaw unpacks its pixels, LibRaw appends a byte to the
  /// file named by the variable `TROUBLED_FILE`, as another program would. It only works if LibRaw
  /// can write: with `--isolation off`.
  public static func growingPhoto() -> [UInt8] {
    photo(describedAs: "unpack:append")
  }

  /// Returns a small valid photo. LibRaw unpacks its pixels only after another program has appended
  /// to the file. This also works in workers, which can describe their descriptors.
  public static func awaitingPhoto() -> [UInt8] {
    photo(describedAs: "unpack:await")
  }

  /// Uses lossless JPEG in a DNG before 1.1, because Bromide leaves it to LibRaw.
  private static func photo(describedAs description: String) -> [UInt8] {
    var photo = SyntheticPhoto(.chart, size: Size(width: 64, height: 48))
    photo.options.metadata.imageDescription = description
    photo.options.version = [1, 0, 0, 0]
    photo.options.storage.compression = .losslessJPEG(predictor: 1)
    return photo.file()
  }

  private static let program = """
    #include <cerrno>
    #include <csignal>
    #include <cstdlib>
    #include <cstring>
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <libraw/libraw.h>
    #include <sys/socket.h>
    #include <sys/stat.h>
    #include <sys/syscall.h>
    #include <time.h>
    #include <unistd.h>

    // The bytes of all open files together.
    static long long open_bytes() {
      long long bytes = 0;
      for (int i = 3; i < 64; i++) {
        struct stat status;
        if (syscall(SYS_fstat, i, &status) == 0 && S_ISREG(status.st_mode)) bytes += status.st_size;
      }
      return bytes;
    }

    static void misbehave(LibRaw *raw, const char *step) {
      const char *wish = raw->imgdata.other.desc;
      const size_t length = strlen(step);
      if (strncmp(wish, step, length) != 0) return;
      wish += length;
      if (!strcmp(wish, "fault")) *(volatile int *)nullptr = 0;
      if (!strcmp(wish, "abort")) abort();
      if (!strcmp(wish, "exit")) _exit(3);
      if (!strcmp(wish, "hang")) for (;;) pause();
      if (!strcmp(wish, "append")) {
        const int file = open(getenv("TROUBLED_FILE"), O_WRONLY | O_APPEND);
        if (file < 0 || write(file, "x", 1) != 1) abort();
        close(file);
      }
      if (!strcmp(wish, "await")) {
        const struct timespec pause = {0, 20'000'000};
        const long long before = open_bytes();
        for (int i = 0; i < 3000 && open_bytes() == before; i++) nanosleep(&pause, nullptr);
        if (open_bytes() == before) abort();
      }
      if (!strcmp(wish, "grow")) {
        while (void *volatile more = malloc(64 << 20)) (void)more;
        abort();
      }
      if (!strcmp(wish, "escape")) {
        if (open("escaped", O_WRONLY | O_CREAT, 0600) >= 0) _exit(11);
        if (socket(AF_UNIX, SOCK_STREAM, 0) >= 0) _exit(12);
        if (unlink("in/a.dng") == 0) _exit(13);
        if (fork() >= 0) _exit(14);
        execl("/bin/true", "true", nullptr);
        if (kill(getppid(), SIGKILL) == 0) _exit(15);
        _exit(10);
      }
    }

    extern "C" int openTroubled(LibRaw *raw, LibRaw_abstract_datastream *stream)
        asm("_ZN6LibRaw15open_datastreamEP26LibRaw_abstract_datastream");
    extern "C" int openTroubled(LibRaw *raw, LibRaw_abstract_datastream *stream) {
      typedef int (*Open)(LibRaw *, LibRaw_abstract_datastream *);
      static Open const open =
          (Open)dlsym(RTLD_NEXT, "_ZN6LibRaw15open_datastreamEP26LibRaw_abstract_datastream");
      const int status = open(raw, stream);
      misbehave(raw, "open:");
      return status;
    }

    extern "C" int unpackTroubled(LibRaw *raw) asm("_ZN6LibRaw6unpackEv");
    extern "C" int unpackTroubled(LibRaw *raw) {
      typedef int (*Unpack)(LibRaw *);
      static Unpack const unpack = (Unpack)dlsym(RTLD_NEXT, "_ZN6LibRaw6unpackEv");
      misbehave(raw, "unpack:");
      return unpack(raw);
    }
    """
}
