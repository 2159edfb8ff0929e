internal import BromideLibc
package import BromideSystem
package import SystemPackage

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

/// An ordinary file, read through two windows: the tags of a directory are close to each other, and
/// their values can be at the other end of the file.
package final class TIFFFileSource: TIFFSource {
  private static let windowSize = 1 << 14

  private let path: FilePath
  private let descriptor: Int32
  /// The last two windows, the latest first.
  private var windows: [(start: Int, bytes: [UInt8])] = []
  package let size: Int

  /// Opens a file, or returns `nil` if it cannot be read or is not an ordinary file.
  package convenience init?(_ path: FilePath) {
    do throws(SystemError) { try self.init(opening: path) } catch { return nil }
  }

  /// Opens a file.
  ///
  /// - Throws: The system's error, or `EINVAL` for a file that is not ordinary.
  package init(opening path: FilePath) throws(SystemError) {
    let status = try FileSystem.status(path)
    guard status.kind == .file else {
      throw SystemError(operation: "open", path: path, code: EINVAL)
    }
    descriptor = try Transfer.descriptor(opening: path, O_RDONLY | O_NONBLOCK)
    self.path = path
    size = Int(status.size)
  }

  deinit { close(descriptor) }

  package func bytes(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
    if count > Self.windowSize { return read(offset, count) }
    let known = windows.firstIndex {
      offset >= $0.start && offset + count <= $0.start + $0.bytes.count
    }
    if known == nil {
      guard let bytes = read(offset, min(Self.windowSize, size - offset)) else { return nil }
      windows = [(offset, bytes)] + windows.prefix(1)
    } else if known == 1 {
      windows.swapAt(0, 1)
    }
    let first = offset - windows[0].start
    return Array(windows[0].bytes[first..<first + count])
  }

  private func read(_ offset: Int, _ count: Int) -> [UInt8]? {
    guard let bytes = try? Transfer.read(count, from: descriptor, at: offset, name: path),
      bytes.count == count
    else { return nil }
    return bytes
  }
}
