internal import BromideLibc
package import SystemPackage

/// A temporary file for data from a stream, for example a picture on standard input, so that it can
/// be read like any other file.
///
/// It is in the system's temporary folder and is removed with this object.
package final class SpooledFile: Sendable {
  /// The file's path.
  package let path: FilePath
  private let descriptor: Int32

  /// Creates an empty file.
  package init() throws(SystemError) {
    (descriptor, path) = try Temporaries.make(for: Temporaries.folder.appending("picture"))
  }

  /// Creates a file with all bytes from a descriptor.
  ///
  /// - Parameter start: Earlier bytes that were already read from the descriptor.
  package convenience init(
    reading source: Int32, after start: [UInt8], name: FilePath
  ) throws(SystemError) {
    try self.init()
    var part = start
    while !part.isEmpty {
      try Transfer.write(part, to: descriptor, name: path)
      part = try Transfer.read(1 << 20, from: source, name: name)
    }
  }

  deinit {
    FileSystem.remove(path)
    Temporaries.forget(path)
    _ = close(descriptor)
  }
}
