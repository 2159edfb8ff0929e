package import BromidePhotos
internal import BromideRaw
package import BromideSystem
package import SystemPackage

/// A picture in the served folder.
package struct ServedFile: Sendable, Hashable {
  /// The path in the folder, as bytes.
  package let name: [UInt8]
  /// The path of the file, with all links resolved.
  package let path: FilePath
  /// Size, time and identity when the file was found.
  package let status: FileStatus

  /// The name as one segment of a URI.
  package var identifier: String { PercentText.encoded(name) }

  /// Whether the file is a raw.
  package var isRaw: Bool { Self.isRaw(path) }

  /// Returns whether a picture's name is a raw's name.
  private static func isRaw(_ path: FilePath) -> Bool {
    FileKind.isRawName(path) || ServedFolder.isAmbiguous(path)
  }

  /// The identities of the user's cameras and of lensfun's database when the file was found. Empty
  /// for other files than raws.
  private let sources: String

  init(name: [UInt8], path: FilePath, status: FileStatus, context: RunContext) {
    self.name = name
    self.path = path
    self.status = status
    sources =
      Self.isRaw(path)
      ? [("cameras", context.cameras?.digest), ("lenses", LensDatabase.shared.identity)]
        .compactMap { name, identity in identity.map { " \(name) \($0)" } }.joined() : ""
  }

  /// Text that changes when the file does.
  package var state: String { "\(identifier) \(status.size) \(status.modified)" }

  /// Text that changes when the file's pictures may change.
  package var pictureState: String { state + sources }
}

/// A folder of pictures to serve.
///
/// A name can be a file, a path of folders, or a link to a target in the folder. Hidden entries are
/// not served.
package struct ServedFolder: Sendable {
  /// The folder, with all links resolved.
  package let root: FilePath
  /// The means with which its pictures are opened.
  package let context: RunContext

  /// Opens a folder.
  ///
  /// - Parameter context: The means with which its pictures are opened.
  /// - Throws: `ENOENT` or `ENOTDIR` if it is not a folder.
  package init(_ path: FilePath, context: RunContext) throws(SystemError) {
    guard try FileSystem.status(path).kind == .folder, let root = FileSystem.resolved(path) else {
      throw SystemError(operation: "serve", path: path, code: 20)
    }
    self.root = root
    self.context = context
  }

  /// Finds a picture by its decoded name.
  ///
  /// - Throws: `Rejection`: 400 if a file cannot have the name here, else 404.
  package func file(_ name: [UInt8]) throws(Rejection) -> ServedFile {
    let (path, status) = try find(name)
    guard status.kind == .file, isServed(path) else { throw .missing }
    return ServedFile(name: name, path: path, status: status, context: context)
  }

  /// Returns the name of a subfolder from its relative path, or `nil` if it cannot be served.
  package func inboxName(_ path: FilePath) -> [UInt8]? {
    let parts = path.components
    guard !path.isAbsolute, !parts.isEmpty,
      parts.allSatisfy({ $0.kind == .regular && !$0.isHidden })
    else { return nil }
    return Array(parts.map { $0.bytes }.joined(separator: [UInt8(ascii: "/")]))
  }

  /// Creates a subfolder.
  ///
  /// - Throws: `SystemError`, for example if the folder is a link to a target outside.
  package func makeInbox(_ name: [UInt8]) throws(SystemError) {
    let path = root.pushing(FilePath(bytes: name))
    try FileSystem.makeFolder(path)
    guard FileSystem.resolved(path)?.starts(with: root) == true else {
      throw SystemError(operation: "make the folder", path: path, code: 20)
    }
  }

  /// Returns the path of a folder by its name. The empty name is the served folder.
  func path(ofFolder name: [UInt8]) throws(Rejection) -> FilePath {
    name.isEmpty ? root : try find(name).0
  }

  /// Lists a folder by its name. The empty name is the served folder.
  package func list(_ name: [UInt8]) throws(Rejection) -> Listing {
    let (folder, status) = name.isEmpty ? (root, nil) : try find(name)
    guard status?.kind ?? .folder == .folder,
      let entries = try? FileSystem.entries(of: folder)
    else { throw .missing }
    var listing = Listing()
    let prefix = name.isEmpty ? [] : name + [UInt8(ascii: "/")]
    for entry in entries.sortedNaturally(by: \.reversible) where !entry.isHidden {
      // Skip entries that a client could not open by name.
      guard let (path, status) = try? find(prefix + entry.bytes) else { continue }
      if status.kind == .folder {
        listing.folders.append(prefix + entry.bytes)
      } else if status.kind == .file, isServed(path) {
        listing.pictures.append(
          ServedFile(
            name: prefix + entry.bytes, path: path, status: status, context: context))
      }
      if listing.folders.count + listing.pictures.count == Self.mostListed {
        listing.isCut = true
        break
      }
    }
    return listing
  }

  /// Entries of a folder, sorted by name.
  package struct Listing: Sendable {
    /// Paths relative to the served folder.
    package var folders: [[UInt8]] = []
    package var pictures: [ServedFile] = []
    /// Whether the list is incomplete because the folder has too many entries.
    package var isCut = false
  }

  private func find(_ name: [UInt8]) throws(Rejection) -> (FilePath, FileStatus) {
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

  /// Returns whether a name is a picture's name. The content is checked when the file is opened.
  package static func isPicture(_ path: FilePath) -> Bool {
    FileKind.isPhotoName(path)
  }

  /// Returns whether a file is a picture. This reads the file only if its suffix is ambiguous.
  private func isServed(_ path: FilePath) -> Bool {
    Self.isPicture(path)
      || (Self.isAmbiguous(path) && FileKind.of(path, context: context).reading == .raw)
  }

  /// Returns whether the suffix is `raw`, which some cameras use, but also programs for planes of
  /// video.
  fileprivate static func isAmbiguous(_ path: FilePath) -> Bool {
    path.lowercasedExtension == "raw"
  }

  private static let longestName = 4096
  private static let mostListed = 20_000
}
