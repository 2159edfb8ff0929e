internal import BromideLibc
package import SystemPackage

/// A temporary folder for the files of another program.
///
/// It is in the system's temporary folder and is removed with this object.
package final class SpooledFolder: Sendable {
  /// The folder's path.
  package let path: FilePath

  /// Creates an empty folder that only this user can read. The corresponding C function is
  /// `mkdtemp`.
  package init() throws(SystemError) {
    let parent = Temporaries.folder
    let form = parent.appending("bromide-XXXXXX")
    var text = form.bytes.map { CChar(bitPattern: $0) } + [0]
    guard unsafe mkdtemp(&text) != nil else {
      throw SystemError(operation: "make a folder in", path: parent, code: errno)
    }
    path = FilePath(bytes: text.dropLast().map { UInt8(bitPattern: $0) })
  }

  deinit {
    for name in (try? FileSystem.entries(of: path)) ?? [] {
      FileSystem.remove(path.appending(name))
    }
    _ = unsafe path.withPlatformString { unsafe rmdir($0) }
  }
}
