internal import Lenses
internal import PhotoLoading
package import Platform
package import SystemPackage

/// A picture in the served folder.
package struct ServedFile: Sendable, Hashable {
  /// The path below the folder, as bytes.
  package let name: [UInt8]
  /// The file itself, without links.
  package let path: FilePath
  /// Size, time and identity when it was looked at.
  package let status: FileStatus

  /// The name as one segment of a URI.
  package var identifier: String { PercentText.encoded(name) }

  /// Whether it is a raw.
  package var isRaw: Bool { Self.isRaw(path) }

  /// Whether a picture's name is that of a raw.
  private static func isRaw(_ path: FilePath) -> Bool {
    FileKind.isRawName(path) || ServedFolder.isAmbiguous(path)
  }

  /// lensfun's database when it was looked at, by which a raw's lens may be corrected; nil for other files, and without one.
  private let lenses: String?

  init(name: [UInt8], path: FilePath, status: FileStatus) {
    self.name = name
    self.path = path
    self.status = status
    lenses = Self.isRaw(path) ? LensDatabase.shared.identity : nil
  }

  /// Text that changes when the file does.
  package var state: String { "\(identifier) \(status.size) \(status.modified)" }

  /// Text that changes when its pictures may.
  package var pictureState: String { lenses.map { state + " lenses " + $0 } ?? state }
}

/// A folder whose pictures are served, and nothing else.
///
/// A name is one of the folder's own names, a path of them, or a link whose end is in the folder, too. Hidden entries are
/// not served.
package struct ServedFolder: Sendable {
  /// The folder, without links.
  package let root: FilePath

  /// - Throws: `ENOENT` or `ENOTDIR` if it is no folder.
  package init(_ path: FilePath) throws(SystemError) {
    guard try FileSystem.status(path).kind == .folder, let root = FileSystem.resolved(path) else {
      throw SystemError(operation: "serve", path: path, code: 20)
    }
    self.root = root
  }

  /// The picture of a name, which is decoded already.
  ///
  /// - Throws: `Refusal`: 400 for a name that no file can have here, else 404.
  package func file(_ name: [UInt8]) throws(Refusal) -> ServedFile {
    let (path, status) = try find(name)
    guard status.kind == .file, Self.isServed(path) else { throw .missing }
    return ServedFile(name: name, path: path, status: status)
  }

  /// The name of a folder in this one, by its relative path; nil for one that could not be served.
  package func inboxName(_ path: FilePath) -> [UInt8]? {
    let parts = path.components
    guard !path.isAbsolute, !parts.isEmpty,
      parts.allSatisfy({ $0.kind == .regular && !$0.isHidden })
    else { return nil }
    return Array(parts.map { $0.bytes }.joined(separator: [UInt8(ascii: "/")]))
  }

  /// Makes a folder in this one.
  ///
  /// - Throws: `SystemError`, also if it exists and is a link that leads out.
  package func makeInbox(_ name: [UInt8]) throws(SystemError) {
    let path = root.pushing(FilePath(bytes: name))
    try FileSystem.makeFolder(path)
    guard FileSystem.resolved(path)?.starts(with: root) == true else {
      throw SystemError(operation: "make the folder", path: path, code: 20)
    }
  }

  /// What the name of a folder holds; the empty name is the served folder.
  package func list(_ name: [UInt8]) throws(Refusal) -> Listing {
    let (folder, status) = name.isEmpty ? (root, nil) : try find(name)
    guard status?.kind ?? .folder == .folder,
      let entries = try? FileSystem.entries(of: folder)
    else { throw .missing }
    var listing = Listing()
    let prefix = name.isEmpty ? [] : name + [UInt8(ascii: "/")]
    for entry in entries.sorted(by: { NaturalOrder.precedes($0, $1) }) where !entry.isHidden {
      // What cannot be reached by its name is not listed.
      guard let (path, status) = try? find(prefix + entry.bytes) else { continue }
      if status.kind == .folder {
        listing.folders.append(prefix + entry.bytes)
      } else if status.kind == .file, Self.isServed(path) {
        listing.pictures.append(
          ServedFile(name: prefix + entry.bytes, path: path, status: status))
      }
      if listing.folders.count + listing.pictures.count == Self.mostListed {
        listing.isCut = true
        break
      }
    }
    return listing
  }

  /// Entries of a folder, in the order of their names.
  package struct Listing: Sendable {
    /// Names from the served folder on.
    package var folders: [[UInt8]] = []
    package var pictures: [ServedFile] = []
    /// Whether there are more than are listed.
    package var isCut = false
  }

  private func find(_ name: [UInt8]) throws(Refusal) -> (FilePath, FileStatus) {
    let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard name.count <= Self.longestName, !name.contains(0),
      parts.allSatisfy({ !$0.isEmpty && $0 != [0x2E] && $0 != [0x2E, 0x2E] })
    else { throw .wrong("no file here can have that name") }
    guard !parts.contains(where: { $0.first == UInt8(ascii: ".") }),
      let path = FileSystem.resolved(root.pushing(FilePath(bytes: name))),
      path.starts(with: root), path != root,
      !path.components.dropFirst(root.components.count).contains(where: \.isHidden),
      let status = try? FileSystem.status(path)
    else { throw .missing }
    return (path, status)
  }

  /// Whether a name is that of a picture; what the file holds shows when it is opened.
  package static func isPicture(_ path: FilePath) -> Bool {
    FileKind.isPhotoName(path)
  }

  /// Whether a file is a picture, by its name, or by its content if other files have such names too.
  private static func isServed(_ path: FilePath) -> Bool {
    isPicture(path) || (isAmbiguous(path) && FileKind.of(path).reading == .raw)
  }

  /// Whether the suffix is `raw`. Some cameras write it, and so do programs for planes of video.
  fileprivate static func isAmbiguous(_ path: FilePath) -> Bool {
    path.lowercasedExtension == "raw"
  }

  private static let longestName = 4096
  private static let mostListed = 5000
}
