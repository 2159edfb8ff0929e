#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// The process's surroundings.
enum Environment {
  static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  static func size(ofFile path: String) -> Int? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  static func link(_ path: String, to other: String) {
    guard unsafe symlink(path, other) == 0 else { fail("\(other): cannot link") }
  }
}
