internal import BromideSystem
package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The bytes that contain a TIFF's directories.
package protocol TIFFSource: AnyObject {
  /// The number of bytes.
  var size: Int { get }
  /// Returns bytes that start at an offset, or `nil` if the source does not contain all of them.
  func bytes(at offset: Int, count: Int) -> [UInt8]?
}

/// Bytes in memory.
package final class TIFFBytes: TIFFSource {
  private let all: [UInt8]

  /// - Parameter bytes: All bytes, starting at the byte-order mark.
  package init(_ bytes: [UInt8]) { all = bytes }

  package var size: Int { all.count }

  package func bytes(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
    return Array(all[offset..<offset + count])
  }
}

/// An ordinary file, read through one window, because directories are close to each other.
package final class TIFFFileSource: TIFFSource {
  private static let windowSize = 1 << 14

  private let path: FilePath
  private let descriptor: Int32
  private var window: [UInt8] = []
  private var windowStart = 0
  package let size: Int

  /// Opens a file, or returns `nil` if it cannot be read or is not an ordinary file.
  package init?(_ path: FilePath) {
    guard let status = try? FileSystem.status(path), status.kind == .file,
      let descriptor = try? Transfer.descriptor(opening: path, O_RDONLY | O_NONBLOCK)
    else { return nil }
    self.path = path
    self.descriptor = descriptor
    size = Int(status.size)
  }

  deinit { close(descriptor) }

  package func bytes(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
    if count > Self.windowSize { return read(offset, count) }
    if offset < windowStart || offset + count > windowStart + window.count {
      guard let bytes = read(offset, min(Self.windowSize, size - offset)) else { return nil }
      (window, windowStart) = (bytes, offset)
    }
    let first = offset - windowStart
    return Array(window[first..<first + count])
  }

  private func read(_ offset: Int, _ count: Int) -> [UInt8]? {
    guard let bytes = try? Transfer.read(count, from: descriptor, at: offset, name: path),
      bytes.count == count
    else { return nil }
    return bytes
  }
}
