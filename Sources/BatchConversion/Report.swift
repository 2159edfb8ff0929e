#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file of JSON lines, one `Outcome` each, in the order in which inputs end. A line is in the file as soon as
/// its input has ended.
public final class Report {
  private let descriptor: Int32
  private let path: String
  /// Why lines are missing; nil as long as all were written.
  public private(set) var failure: String?

  /// Makes the file, or empties the one that is there.
  public init(path: String) throws(UsageError) {
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw UsageError("the report \(path) cannot be written: \(SystemError.words(errno))")
    }
  }

  deinit { close(descriptor) }

  public func add(_ outcome: Outcome) {
    guard failure == nil else { return }
    do throws(SystemError) {
      let line = [UInt8]((JSONText.encode(outcome) + "\n").utf8)
      try FileSystem.write(line, to: descriptor, name: path)
    } catch {
      failure = "the report \(path) is incomplete: \(error.reason)"
    }
  }
}
