internal import Platform
internal import SystemPackage

/// Where lensfun keeps its database.
enum DatabaseFolders {
  /// The newest of those that a system has and `lensfun-update-data` fetches, and the user's own entries; or the folder that
  /// `BROMIDE_LENSFUN` names.
  static func present() -> [FilePath] {
    if let folder = Console.environment("BROMIDE_LENSFUN") { return [FilePath(folder)] }
    let home = Console.environment("HOME").map { FilePath($0).appending(".local/share/lensfun") }
    var distributed =
      [
        "/usr/share/lensfun/version_1", "/usr/local/share/lensfun/version_1",
        "/opt/homebrew/share/lensfun/version_1", "/var/lib/lensfun-updates/version_1",
      ].map { FilePath($0) }
    if let home { distributed.append(home.appending("updates/version_1")) }
    // The first of equally new ones.
    var newest: (folder: FilePath, time: Int)?
    for folder in distributed {
      guard let time = time(of: folder), time > newest?.time ?? -1 else { continue }
      newest = (folder, time)
    }
    return [newest?.folder, home].compactMap(\.self)
  }

  /// When a database was made: its `timestamp.txt`, 0 without one; nil if there is no folder.
  private static func time(of folder: FilePath) -> Int? {
    guard FileSystem.isFolder(folder) else { return nil }
    let path = folder.appending("timestamp.txt")
    guard let text = try? FileSystem.contents(of: path, limit: 1 << 10) else { return 0 }
    return Int(String(decoding: text.prefix { (0x30...0x39).contains($0) }, as: UTF8.self)) ?? 0
  }

  /// The XML files of some folders, by name; those that are not there have none.
  static func files(in folders: [FilePath]) -> [DatabaseFile] {
    folders.flatMap { folder in
      ((try? FileSystem.entries(of: folder)) ?? [])
        .map { (name: $0.string, entry: $0) }
        .filter { $0.name.utf8.suffix(4).elementsEqual(".xml".utf8) }
        .sorted { $0.name < $1.name }.prefix(mostFiles)
        .compactMap { DatabaseFile(folder.appending($0.entry), name: $0.name) }
    }
  }

  /// Whether liblensfun is where systems have it; false proves nothing. To load it takes some milliseconds.
  static func hasLibrary() -> Bool {
    let name = "liblensfun.so.\(LensDatabase.interface)"
    return [
      "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
    ].contains { FileSystem.exists(FilePath($0).appending(name)) }
  }

  private static let mostFiles = 512
}

/// A file of a database, as it was when it was looked at.
struct DatabaseFile: Sendable, Hashable {
  let path: FilePath
  private let name: String
  /// In bytes.
  let size: Int
  /// In nanoseconds.
  private let modified: Int64

  /// Nil if it is none.
  init?(_ path: FilePath, name: String) {
    guard let status = try? FileSystem.status(path), status.kind == .file else { return nil }
    self.path = path
    self.name = name
    size = status.size
    modified = status.modified
  }

  /// A text that differs with names, sizes and times of files; nil without files.
  static func identity(of files: [DatabaseFile]) -> String? {
    guard !files.isEmpty else { return nil }
    var hash = ContentHash()
    for file in files {
      hash.add([UInt8]("\(file.name) \(file.size) \(file.modified / 1_000_000_000);".utf8))
    }
    return hash.text
  }
}
