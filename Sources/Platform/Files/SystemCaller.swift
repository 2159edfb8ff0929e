package import SystemPackage

/// An error type with a case for a call to the system that failed.
package protocol SystemCaller: Error {
  /// The case for a call that failed; `code` is errno.
  static func io(path: FilePath, operation: String, code: Int32) -> Self
}

extension SystemCaller {
  /// Makes calls to the system and turns their failure into `io`.
  package static func calling<Result>(
    _ work: () throws(SystemError) -> Result
  ) throws(Self) -> Result {
    do throws(SystemError) {
      return try work()
    } catch {
      throw .io(path: error.path, operation: error.operation, code: error.code)
    }
  }
}
