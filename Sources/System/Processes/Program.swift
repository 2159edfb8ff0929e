internal import BromideLibc
package import SystemPackage

/// Other programs in the package.
package enum Program {
  /// Returns the path of a program in this program's folder, or `nil` if there is no such program.
  package static func nextTo(_ name: String) -> FilePath? {
    guard let own = Machine.executable.flatMap({ FileSystem.resolved($0) }) else { return nil }
    let path = own.removingLastComponent().appending(name)
    let isThere = unsafe path.withPlatformString { unsafe access($0, X_OK) } == 0
    return isThere && !FileSystem.isFolder(path) ? path : nil
  }

  /// Replaces the program of this process. The corresponding C function is `execv`.
  ///
  /// - Parameter arguments: Reversible text (`ByteText`), without the program's name.
  /// - Returns: The error, if the program could not be started.
  package static func become(_ path: FilePath, _ arguments: [String]) -> SystemError {
    let texts = [path.bytes] + arguments.map { ByteText.bytes(of: $0) }
    var places = unsafe texts.map { bytes in
      unsafe strdup((bytes + [0]).map { CChar(bitPattern: $0) })
    }
    unsafe places.append(nil)
    _ = unsafe path.withPlatformString { unsafe execv($0, places) }
    let code = errno
    for i in unsafe places.indices { unsafe free(places[i]) }
    return SystemError(operation: "start", path: path, code: code)
  }
}
