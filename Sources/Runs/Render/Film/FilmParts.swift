internal import BromideSystem
internal import BromideTimelines
public import SystemPackage

/// A part of a long video: a range of frames that ffmpeg encodes separately.
struct FilmPart: Sendable, Hashable {
  /// The frames, as indices in the plan.
  let places: Range<Int>
  /// A hash of the frames and of all settings of the video, except its sound.
  var hash: String

  /// The average number of frames in a part.
  ///
  /// If a run is killed, the next run repeats at most 1.5 parts, and what ffmpeg had not written
  /// yet. Each part begins with a key frame and costs a start of ffmpeg, about 0.1 s.
  static let usualLength = 100

  /// Divides the frames of a video into parts with about the same length. The division depends only
  /// on the number of frames, so that a resumed video equals an uninterrupted one.
  static func ranges(of count: Int, _ format: FilmFormat) -> [Range<Int>] {
    let parts = format.hasParts ? max(1, (count + usualLength / 2) / usualLength) : 1
    return (0..<parts).map { $0 * count / parts..<($0 + 1) * count / parts }
  }
}

/// The complete parts of a long video, in a folder next to it: `night.mp4.parts`. A later run joins
/// them.
///
/// The name of a part contains its hash, so a run never uses parts of another timeline, other
/// settings or another ffmpeg. A part gets this name when it is complete. If it shows damaged or
/// replaced photos, it stays a draft, and the next run renders it again.
final class FilmParts {
  private let folder: FilePath
  private let lock: FolderLock
  private let parts: [FilmPart]
  private let names: [String]
  /// The number of frames in each part that exists, including drafts of this run.
  private var counts: [Int: Int]
  /// The parts of earlier runs.
  private let found: Set<Int>

  /// Opens the folder of a video and deletes the parts of other runs.
  ///
  /// - Parameters:
  ///   - film: The path of the video.
  ///   - encoder: The version of ffmpeg.
  ///   - beginsAgain: Whether to delete all parts.
  /// - Throws: `FrameError.unsupported` if another process renders the video, `FrameError.write` if
  ///   the folder cannot be created.
  init(
    of film: FilePath, _ parts: [FilmPart], encoder: String, beginsAgain: Bool
  ) throws(FrameError) {
    let folder = Self.folder(of: film)
    self.folder = folder
    self.parts = parts
    try FrameError.output { () throws(SystemError) in try FileSystem.makeFolder(folder) }
    guard let lock = FolderLock(folder) else {
      throw .unsupported("another run of Bromide renders \(film); wait for its end")
    }
    self.lock = lock
    let names = parts.map { part in
      var hash = ContentHash()
      hash.add(Array("\(part.hash) \(encoder)".utf8))
      return "\(part.places.lowerBound)-\(part.places.upperBound - 1)-\(hash.text)"
    }
    self.names = names
    let present = Self.entries(of: folder)
    let found = Set(
      names.indices.filter { !beginsAgain && present.contains(names[$0] + Self.suffix) })
    self.found = found
    counts = Dictionary(uniqueKeysWithValues: found.map { ($0, parts[$0].places.count) })
    let kept = Set(found.map { names[$0] + Self.suffix })
    for name in present where !kept.contains(name) { FileSystem.remove(folder.appending(name)) }
    Temporaries.removeAbandoned(in: folder)
  }

  /// Returns the index of the part that contains a frame.
  func index(of place: Int) -> Int {
    // The parts have nearly the same length.
    var index = min(place / max(parts[0].places.count, 1), parts.count - 1)
    while parts[index].places.lowerBound > place { index -= 1 }
    while parts[index].places.upperBound <= place { index += 1 }
    return index
  }

  /// Returns whether an earlier run has rendered a frame.
  func contains(place: Int) -> Bool { found.contains(index(of: place)) }

  /// Returns the number of frames that a part should have.
  func frameCount(_ part: Int) -> Int { parts[part].places.count }

  /// Returns the path for writing a part.
  func draft(_ part: Int) -> FilePath { folder.appending(names[part] + Self.draftSuffix) }

  /// Adds a part that is complete.
  ///
  /// - Parameters:
  ///   - frames: The number of its frames.
  ///   - isWhole: Whether all photos of these frames exist and are intact, so that later runs can
  ///     use the part.
  func add(_ part: Int, frames: Int, isWhole: Bool) throws(FrameError) {
    counts[part] = frames
    guard isWhole, frames == frameCount(part) else { return }
    try FrameError.output { () throws(SystemError) in
      try FileSystem.rename(draft(part), to: path(part))
    }
  }

  /// The number of frames in all parts.
  var frameCount: Int { counts.values.reduce(0, +) }

  /// The size of all parts in bytes.
  var byteCount: Int {
    counts.keys.reduce(0) { $0 + ((try? FileSystem.status(current($1)).size) ?? 0) }
  }

  /// Writes the list of the parts for ffmpeg's demuxer `concat`, and returns its path.
  func writeList(_ rate: FrameRate) throws(FrameError) -> FilePath {
    var lines = "ffconcat version 1.0\n"
    for (part, count) in counts.sorted(by: { $0.key < $1.key }) {
      // Set the length, because Matroska stores it in milliseconds only.
      let microseconds = (Double(count * 1_000_000) / rate.value).rounded()
      lines += "file \(current(part).lastComponent!.string)\nduration \(Int(microseconds))us\n"
    }
    let list = folder.appending(Self.list)
    let bytes = Array(lines.utf8)
    try FrameError.output { () throws(SystemError) in
      try FileSystem.replace(list, with: bytes, durability: .unsynced)
    }
    return list
  }

  /// Deletes all parts and their folder.
  func remove() { Self.remove(folder) }

  private func path(_ part: Int) -> FilePath { folder.appending(names[part] + Self.suffix) }

  private func current(_ part: Int) -> FilePath {
    FileSystem.exists(path(part)) ? path(part) : draft(part)
  }

  // MARK: The folder

  private static let suffix = ".part"
  private static let draftSuffix = "-draft.part"
  private static let list = "list.txt"

  /// Returns the folder for the parts of a video.
  static func folder(of film: FilePath) -> FilePath {
    FilePath(bytes: film.bytes + Array(".parts".utf8))
  }

  /// Deletes the parts of a video that is complete, unless another process uses them.
  static func remove(of film: FilePath) {
    let folder = folder(of: film)
    guard FileSystem.isFolder(folder), FolderLock(folder) != nil else { return }
    remove(folder)
  }

  private static func remove(_ folder: FilePath) {
    for name in entries(of: folder) { FileSystem.remove(folder.appending(name)) }
    Temporaries.removeAbandoned(in: folder)
    FileSystem.removeEmptyFolder(folder)
  }

  /// Returns the names of all parts and lists in a folder. Other files could belong to the user.
  private static func entries(of folder: FilePath) -> Set<String> {
    let names = ((try? FileSystem.entries(of: folder)) ?? []).map(\.string)
    return Set(names.filter { $0 == list || isPart($0) })
  }

  private static func isPart(_ name: String) -> Bool {
    guard name.hasSuffix(suffix) else { return false }
    let words = name.dropLast(suffix.count).split(separator: "-", omittingEmptySubsequences: false)
    return (words.count == 3 || words.count == 4 && words[3] == "draft")
      && words[0...1].allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
      && words[2].utf8.count == 16
      && words[2].utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Returns the number of complete parts in a folder.
  fileprivate static func completeParts(in folder: FilePath) -> Int {
    entries(of: folder).count { $0 != list && !$0.hasSuffix(draftSuffix) }
  }
}

extension Film {
  /// The folder with complete parts from a run that did not finish this video, and their number, or
  /// `nil` without any.
  public var keptParts: (folder: FilePath, count: Int)? {
    let folder = FilmParts.folder(of: path)
    let count = FilmParts.completeParts(in: folder)
    return count > 0 ? (folder, count) : nil
  }
}
