internal import BromideSystem
internal import SystemPackage

/// Finds lensfun's database.
enum DatabaseFolders {
  /// Returns the folder in `BROMIDE_LENSFUN`. If it is not set, returns the newest folder from the
  /// system or from `lensfun-update-data`, and the user's folder.
  static func present() -> [FilePath] {
    if let folder = Console.environment("BROMIDE_LENSFUN") { return [FilePath(folder)] }
    let home = Console.environment("HOME").map { FilePath($0).appending(".local/share/lensfun") }
    var distributed =
      [
        "/usr/share/lensfun/version_1", "/usr/local/share/lensfun/version_1",
        "/opt/homebrew/share/lensfun/version_1", "/var/lib/lensfun-updates/version_1",
      ].map { FilePath($0) }
    if let home { distributed.append(home.appending("updates/version_1")) }
    // If several are equally new, use the first.
    var newest: (folder: FilePath, time: Int)?
    for folder in distributed {
      guard let time = time(of: folder), time > newest?.time ?? -1 else { continue }
      newest = (folder, time)
    }
    return [newest?.folder, home].compactMap(\.self)
  }

  /// Returns the time of a database from `timestamp.txt`, 0 without this file, or `nil` without a
  /// folder.
  private static func time(of folder: FilePath) -> Int? {
    guard FileSystem.isFolder(folder) else { return nil }
    let path = folder.appending("timestamp.txt")
    guard let text = try? FileSystem.contents(of: path, limit: 1 << 10) else { return 0 }
    return Int(String(decoding: text.prefix { (0x30...0x39).contains($0) }, as: UTF8.self)) ?? 0
  }

  /// Returns the XML files of some folders, sorted by name. Missing folders are ignored.
  static func files(in folders: [FilePath]) -> [DatabaseFile] {
    folders.flatMap { folder in
      ((try? FileSystem.entries(of: folder)) ?? [])
        .map { (name: $0.string, entry: $0) }
        .filter { $0.name.utf8.suffix(4).elementsEqual(".xml".utf8) }
        .sorted { $0.name < $1.name }.prefix(mostFiles)
        .compactMap { DatabaseFile(folder.appending($0.entry), name: $0.name) }
    }
  }

  /// Returns whether liblensfun is in a standard folder. It can also be elsewhere. Loading it would
  /// take some milliseconds.
  static func hasLibrary() -> Bool {
    let name = "liblensfun.so.\(LensDatabase.interface)"
    return [
      "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
    ].contains { FileSystem.exists(FilePath($0).appending(name)) }
  }

  private static let mostFiles = 512
}

/// A file of a database, with its state when it was checked.
struct DatabaseFile: Sendable, Hashable {
  let path: FilePath
  private let name: String
  /// The size in bytes.
  let size: Int
  /// The time in nanoseconds.
  private let modified: Int64

  /// Returns `nil` if the path is not a file.
  init?(_ path: FilePath, name: String) {
    guard let status = try? FileSystem.status(path), status.kind == .file else { return nil }
    self.path = path
    self.name = name
    size = status.size
    modified = status.modified
  }

  /// Returns a text that depends on the names, sizes and times of files, or `nil` without files.
  static func identity(of files: [DatabaseFile]) -> String? {
    guard !files.isEmpty else { return nil }
    var hash = ContentHash()
    for file in files {
      hash.add([UInt8]("\(file.name) \(file.size) \(file.modified / 1_000_000_000);".utf8))
    }
    return hash.text
  }
}
