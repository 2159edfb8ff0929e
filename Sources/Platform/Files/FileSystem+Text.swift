internal import SystemPackage

// Paths that are still text.
extension FileSystem {
  package static func status(_ path: String) throws(SystemError) -> FileStatus {
    try status(FilePath(path))
  }
  package static func isFolder(_ path: String) -> Bool { isFolder(FilePath(path)) }
  package static func exists(_ path: String) -> Bool { exists(FilePath(path)) }
  package static func entries(of folder: String) throws(SystemError) -> [String] {
    try entries(of: FilePath(folder)).map(\.string)
  }
  package static func resolved(_ path: String) -> String? { resolved(FilePath(path))?.string }
  package static func makeFolder(_ path: String) throws(SystemError) {
    try makeFolder(FilePath(path))
  }
  package static func contents(of path: String) throws(SystemError) -> [UInt8] {
    try contents(of: FilePath(path))
  }
  package static func bytes(of path: String, at offset: Int, count: Int) throws(SystemError)
    -> [UInt8]
  { try bytes(of: FilePath(path), at: offset, count: count) }
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    try replace(FilePath(path), with: bytes)
  }
}
extension ContentHash {
  package static func file(_ path: String) throws(SystemError) -> String {
    try file(FilePath(path))
  }
}
