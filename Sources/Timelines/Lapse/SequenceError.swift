internal import BromideSystem
public import SystemPackage

/// A problem with a list of photos.
public enum SequenceError: Error, Sendable, Hashable {
  /// No path was named.
  case nothingNamed
  /// A folder or pattern contains no photo.
  case noPhotos(FilePath)
  /// A folder cannot be read. `code` is errno.
  case unreadable(path: FilePath, code: Int32)
  /// A file cannot be written. `code` is errno.
  case unwritable(path: FilePath, code: Int32)
}

extension SequenceError: CustomStringConvertible {
  /// A sentence about the error and the accepted values.
  public var description: String {
    switch self {
    case .nothingNamed: "no photo is named; expected folders, files, and names with * and ?"
    case .noPhotos(let path) where PathPattern.isOne(path):
      "\(path): no photo has such a name"
    case .noPhotos(let path): "\(path): no photo in this folder"
    case .unreadable(let path, let code):
      "\(path): it cannot be read: \(SystemError.words(code))"
    case .unwritable(let path, let code):
      "\(path): it cannot be written: \(SystemError.words(code))"
    }
  }
}
