package import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A folder for the files of another program, in the system's folder for such things; gone with this object.
package final class SpooledFolder: Sendable {
  /// Where it is.
  package let path: FilePath

  /// An empty folder that only this user can look into. The corresponding C function is `mkdtemp`.
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
