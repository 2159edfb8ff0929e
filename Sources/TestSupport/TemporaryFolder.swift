#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// A fresh folder that disappears, with all in it, when nobody holds it any more.
public final class TemporaryFolder: Sendable {
  /// Without a slash at its end.
  public let path: String

  /// Makes a folder in `TMPDIR`, else in `/tmp`.
  public init() throws(FileError) {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array((parent + "/bromide-test-XXXXXX").utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Files.error(parent, "mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Files.remove(path) }

  /// The path of a name in the folder.
  public func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Writes a file into the folder and returns its path.
  @discardableResult
  public func write(_ bytes: [UInt8], as name: String) throws(FileError) -> String {
    let path = self(name)
    try Files.write(bytes, to: path)
    return path
  }
}
