/// A library that, loaded before the command's own, makes the disk under a file fail from a place on.
public enum TroubledDisk {
  /// The compiled library; nil without a compiler, or where libraries cannot be put before others.
  public static let library = TroubledLibrary.compile(program, as: "troubled-disk")

  /// What makes reading a file fail with EIO from a byte on.
  public static func environment(of path: String, from byte: Int) -> [String: String] {
    library.map {
      ["LD_PRELOAD": $0, "TROUBLED_FILE": path, "TROUBLED_FROM": "\(byte)"]
    } ?? [:]
  }

  private static let program = """
    #include <cerrno>
    #include <cstdlib>
    #include <sys/stat.h>
    #include <sys/syscall.h>
    #include <unistd.h>

    // Found before a worker confines itself, which then may ask for no names.
    static struct stat wanted;

    __attribute__((constructor)) static void find_wanted() {
      const char *const name = getenv("TROUBLED_FILE");
      if (!name || stat(name, &wanted) != 0) wanted.st_ino = 0;
    }

    static ssize_t troubled(int file, void *bytes, size_t count, off_t offset) {
      const char *const from = getenv("TROUBLED_FROM");
      struct stat found;
      if (from && wanted.st_ino != 0 && fstat(file, &found) == 0 && found.st_ino == wanted.st_ino
          && found.st_dev == wanted.st_dev) {
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
