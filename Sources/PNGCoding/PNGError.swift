internal import Platform
public import SystemPackage

/// Why a PNG cannot be written or read.
public enum PNGError: Error, Sendable, Hashable {
  /// The file is no PNG or a damaged one.
  case malformed(path: FilePath, reason: String)
  /// The picture cannot be a PNG (too large, …).
  case unsupported(reason: String)
  /// Writing or reading failed; `code` is errno.
  case io(path: FilePath, operation: String, code: Int32)
}

extension PNGError {
  /// Makes calls to the system and turns their failure into `io`.
  static func calling<Result>(
    _ work: () throws(SystemError) -> Result
  ) throws(PNGError) -> Result {
    do throws(SystemError) {
      return try work()
    } catch {
      throw .io(path: error.path, operation: error.operation, code: error.code)
    }
  }
}
