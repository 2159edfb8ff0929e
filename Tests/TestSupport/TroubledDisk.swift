/// A preloaded library that makes reading a file fail after a byte, or changes the file when a byte
/// is read.
public enum TroubledDisk {
  /// The compiled library, or `nil` without a compiler or if the system cannot preload libraries.
  public static let library = TroubledLibrary.compile(program, as: "troubled-disk")

  /// Returns environment variables that make reading a file fail with EIO after a byte.
  public static func environment(of path: String, from byte: Int) -> [String: String] {
    library.map {
      ["LD_PRELOAD": $0, "TROUBLED_FILE": path, "TROUBLED_FROM": "\(byte)"]
    } ?? [:]
  }

  /// Returns environment variables that append a byte to a file, as another program would. This
  /// happens at the first read of a piece above 1024 bytes around a byte. It only works if the
  /// reader can write: with `--isolation off`.
  public static func environment(growing path: String, at byte: Int) -> [String: String] {
    library.map {
      ["LD_PRELOAD": $0, "TROUBLED_FILE": path, "TROUBLED_GROWTH": "\(byte)"]
    } ?? [:]
  }

  private static let program = """
    #include <cerrno>
    #include <cstdlib>
    #include <fcntl.h>
    #include <sys/stat.h>
    #include <sys/syscall.h>
    #include <unistd.h>

    // Found before a worker confines itself, because later it cannot look up names.
    static struct stat wanted;

    __attribute__((constructor)) static void find_wanted() {
      const char *const name = getenv("TROUBLED_FILE");
      if (!name || stat(name, &wanted) != 0) wanted.st_ino = 0;
    }

    static void grow(off_t offset, size_t count) {
      static int isDone;
      const off_t place = atoll(getenv("TROUBLED_GROWTH"));
      // Looking at a file reads small pieces of it, and decoding reads large ones.
      if (count <= 1024) return;
      if (place < offset || place >= offset + (off_t)count || __sync_fetch_and_add(&isDone, 1)) return;
      const int file = open(getenv("TROUBLED_FILE"), O_WRONLY | O_APPEND);
      if (file < 0 || write(file, "x", 1) != 1) abort();
      close(file);
    }

    static ssize_t troubled(int file, void *bytes, size_t count, off_t offset) {
      const char *const from = getenv("TROUBLED_FROM");
      struct stat found;
      if (wanted.st_ino != 0 && fstat(file, &found) == 0 && found.st_ino == wanted.st_ino
          && found.st_dev == wanted.st_dev) {
        if (getenv("TROUBLED_GROWTH")) grow(offset, count);
        const off_t bound = from ? atoll(from) : offset + (off_t)count;
        if (from && offset >= bound) {
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
