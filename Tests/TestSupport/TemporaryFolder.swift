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
    // macOS keeps temporary files behind a link.
    guard let real = unsafe realpath(template, nil) else { throw Files.error(parent, "realpath") }
    defer { unsafe free(real) }
    path = unsafe String(cString: real)
  }

  deinit { Files.remove(path) }

  /// The path of a name in the folder.
  public func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Names of what lies in the folder, sorted, hidden ones too.
  public var names: [String] { Files.names(in: path) }

  /// Writes a file into the folder, makes the folders that its name has, and returns its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, as name: String) throws(FileError) -> String {
    let path = self(name)
    if let slash = path.lastIndex(of: "/") { try Files.makeFolder(String(path[..<slash])) }
    try Files.write(Array(bytes), to: path)
    return path
  }
}
