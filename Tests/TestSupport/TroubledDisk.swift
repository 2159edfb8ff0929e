/// A library that, loaded before the command's own, makes the disk under raw photos fail from a place on.
public enum TroubledDisk {
  /// The compiled library; nil without a compiler, or where libraries cannot be put before others.
  public static let library = TroubledLibrary.compile(program, as: "troubled-disk")

  /// What makes reading `.dng` files fail with EIO from a byte on.
  public static func environment(from byte: Int) -> [String: String] {
    library.map { ["LD_PRELOAD": $0, "TROUBLED_FROM": "\(byte)"] } ?? [:]
  }

  private static let program = """
    #include <cerrno>
    #include <cstdio>
    #include <cstdlib>
    #include <cstring>
    #include <sys/syscall.h>
    #include <unistd.h>

    static ssize_t troubled(int file, void *bytes, size_t count, off_t offset) {
      const char *const from = getenv("TROUBLED_FROM");
      char link[64], name[4096];
      snprintf(link, sizeof link, "/proc/self/fd/%d", file);
      const ssize_t length = readlink(link, name, sizeof name - 1);
      if (from && length > 4 && !strncmp(name + length - 4, ".dng", 4)) {
        const off_t bound = atoll(from);
        if (offset >= bound) {
          errno = EIO;
          return -1;
        }
        if (offset + (off_t)count > bound) count = bound - offset;
      }
      return syscall(SYS_pread64, file, bytes, count, offset);
    }

    extern "C" ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
      return troubled(file, bytes, count, offset);
    }

    extern "C" ssize_t pread64(int file, void *bytes, size_t count, off_t offset) {
      return troubled(file, bytes, count, offset);
    }
    """
}
