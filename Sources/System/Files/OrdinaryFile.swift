internal import BromideLibc
package import SystemPackage

/// The reason why a named file could not be read completely.
package enum OrdinaryFileProblem: Error, Sendable, Hashable {
  /// The system could not open or read it.
  case system(SystemError)
  /// It is a folder, a pipe or a device, which can be endless.
  case notAFile
  /// It has more than this number of bytes.
  case tooLarge(limit: Int)

  /// The end of a sentence that begins with the file's name.
  package var reason: String {
    switch self {
    case .system(let error): "cannot be read: \(error.reason)"
    case .notAFile: "is not a file"
    case .tooLarge(let limit): "is larger than \(limit >> 20) MiB"
    }
  }
}

extension FileSystem {
  /// Returns all bytes of an ordinary file.
  ///
  /// The open descriptor determines the file's kind, and opening does not wait. So a pipe instead
  /// of the file is rejected.
  /// - Parameter limit: The maximum number of bytes, as a multiple of 1 MiB.
  package static func ordinaryContents(
    of path: FilePath, limit: Int
  ) throws(OrdinaryFileProblem) -> [UInt8] {
    do throws(SystemError) {
      let descriptor = try Transfer.descriptor(opening: path, O_RDONLY | O_NONBLOCK)
      defer { close(descriptor) }
      let status = try status(descriptor: descriptor, name: path)
      if status.kind == .file, status.size <= limit {
        return try contents(descriptor: descriptor, name: path, limit: limit)
      }
      if status.kind != .file { throw SystemError(operation: "read", path: path, code: EISDIR) }
      throw SystemError(operation: "read", path: path, code: EFBIG)
    } catch {
      switch error.code {
      case EISDIR: throw .notAFile
      case EFBIG: throw .tooLarge(limit: limit)
      default: throw .system(error)
      }
    }
  }
}
