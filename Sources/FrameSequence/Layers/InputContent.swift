internal import Platform
internal import Synchronization
internal import SystemPackage

/// What tells the content of a file apart from others, looked at once.
final class InputContent: Sendable {
  let path: FilePath
  private let known = Mutex<Result<String, SystemError>?>(nil)

  init(_ path: FilePath) { self.path = path }

  /// - Throws: `FrameError.input` where the file cannot be read.
  func hash() throws(FrameError) -> String {
    let result = known.withLock { known in
      let result = known ?? Result { () throws(SystemError) in try ContentHash.file(path) }
      known = result
      return result
    }
    switch result {
    case .success(let text): return text
    case .failure(let error): throw .input(path: path, reason: error.reason)
    }
  }
}
