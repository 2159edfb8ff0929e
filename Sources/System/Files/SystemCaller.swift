package import SystemPackage

/// An error type with a case for a failed system call.
package protocol SystemCaller: Error {
  /// Creates the case for a failed call. `code` is the errno.
  static func io(path: FilePath, operation: String, code: Int32) -> Self
}

extension SystemCaller {
  /// Makes system calls and converts their errors to `io`.
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
