package import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file for what came another way, such as a picture on standard input, so that it can be read like any other: in the
/// system's folder for such files, and gone with this object.
package final class SpooledFile: Sendable {
  /// Where it is.
  package let path: FilePath
  private let descriptor: Int32

  /// An empty file.
  package init() throws(SystemError) {
    (descriptor, path) = try Temporaries.make(for: Temporaries.folder.appending("picture"))
  }

  /// A file of all that a descriptor gives.
  ///
  /// - Parameter start: Bytes before it, which were taken from it already.
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
