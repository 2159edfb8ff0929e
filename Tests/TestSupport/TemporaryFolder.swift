internal import BromideLibc

/// A new folder that is removed with its contents when its last reference is released.
public final class TemporaryFolder: Sendable {
  /// The path, without a trailing slash.
  public let path: String

  /// Creates a folder in `TMPDIR`, or else in `/tmp`.
  public init() throws(FileError) {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array((parent + "/bromide-test-XXXXXX").utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Files.error(parent, "mkdtemp") }
    // On macOS, temporary files are behind a link.
    guard let real = unsafe realpath(template, nil) else { throw Files.error(parent, "realpath") }
    defer { unsafe free(real) }
    path = unsafe String(cString: real)
  }

  /// A new folder for the stored property of a suite, which cannot throw.
  public static var fresh: TemporaryFolder {
    do throws(FileError) { return try TemporaryFolder() } catch { fatalError("\(error)") }
  }

  deinit { Files.remove(path) }

  /// The path of a name in the folder.
  public func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Names in the folder, sorted, hidden ones included.
  public var names: [String] { Files.names(in: path) }

  /// Writes a file into the folder, creates the subfolders in its name, and returns its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, as name: String) throws(FileError) -> String {
    let path = self(name)
    if let slash = path.lastIndex(of: "/") { try Files.makeFolder(String(path[..<slash])) }
    try Files.write(Array(bytes), to: path)
    return path
  }
}
