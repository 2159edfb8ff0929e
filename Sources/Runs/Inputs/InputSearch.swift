package import BromidePhotos
package import BromideRaw
package import BromideSystem
public import SystemPackage

/// Finds the files of arguments: paths, folders and lists.
public struct InputSearch: Sendable {
  /// The files.
  public let paths: [FilePath]
  /// The files with their positions in the search.
  let found: [FoundInput]
  /// Arguments without a usable file, with the reason.
  public let failures: [InputFailure]
  /// Files of other types in folders.
  public let leftOut: [FilePath]
  /// Subfolders that were not searched, without the subfolders of failures.
  public var skippedFolders: [FilePath] { unsearchedFolders.outside(failures) }
  let unsearchedFolders: [FilePath]
  private let namedFolders: Set<FilePath>
  /// Files that were found more than once.
  public let duplicates: [FilePath]
  /// The number of files that the choice skips.
  public let unchosen: Int
  /// Warnings about sidecars with marks that the choice cannot use.
  package let warnings: [Warning]
  /// The file for `-`, or `nil` without one. It exists as long as this value.
  package let spooled: SpooledFile?

  /// Searches for files.
  ///
  /// - Parameters:
  ///   - arguments: Paths of files and folders, `@list.txt`, or `@-` for paths on standard input.
  ///   - kind: The name of the file type in messages, such as "raw photo".
  ///   - isOne: Returns whether a folder's file has the right content. Named files are always
  ///     accepted.
  ///   - shard: The share of the inputs to use, or `nil` to use all.
  ///   - choice: The files to use, by their marks, time and camera.
  ///   - headerless: The user's format for files without a header, or `nil`.
  ///   - streams: The command that accepts a file from standard input as `-`, or `nil` if it does
  ///     not.
  ///   - context: The means with which the choice reads marks.
  ///   - standardInput: Reads standard input.
  ///   - isNamedSo: Returns whether a name in a folder fits the type. If the entry is not a file,
  ///     it becomes a failure.
  /// - Throws: `InputError.standardInputTwice` and `.noFileOnStandardInput`.
  package init(
    _ arguments: [String], isRecursive: Bool, kind: String, shard: InputShare? = nil,
    choice: PhotoChoice = PhotoChoice(), headerless: HeaderlessRaw? = nil,
    streams: FileKind.Command? = nil, context: RunContext,
    standardInput: @escaping () throws(SystemError) -> [UInt8] = Self.standardInputBytes,
    isOne: @escaping (FilePath) -> Bool,
    isNamedSo: @escaping (FilePath) -> Bool
  ) throws(InputError) {
    var finder = InputFinder(
      isRecursive: isRecursive, kind: kind, isOne: isOne, isNamedSo: isNamedSo,
      standardInput: standardInput, streams: streams)
    for argument in arguments { try finder.add(argument: argument) }
    let all = finder.found.filter { shard?.takes($0.relativePath) ?? true }
    var warnings: [Warning] = []
    found = all.filter {
      choice.takes($0.path, as: headerless, by: streams ?? .convert, context: context, &warnings)
    }
    paths = found.map(\.path)
    self.warnings = warnings
    unchosen = all.count - found.count
    failures = finder.failures.filter { $0.belongs(to: shard) }
    leftOut = finder.leftOut
    unsearchedFolders = finder.unsearchedFolders
    namedFolders = finder.namedFolders
    duplicates = finder.duplicates
    spooled = finder.spooled
  }

  /// Returns the skipped folders of searches that belong together. A folder that one of them
  /// searched is not skipped.
  package static func skippedFolders(of searches: [InputSearch]) -> [FilePath] {
    let named = searches.reduce(into: Set()) { $0.formUnion($1.namedFolders) }
    return searches.flatMap(\.skippedFolders).without(named)
  }

  /// Returns the sentence about subfolders that were not searched, or `nil` without any.
  ///
  /// - Parameter remedy: The beginning of the advice how to use them.
  package static func remark(skippedFolders folders: [FilePath], remedy: String) -> String? {
    guard let first = folders.first else { return nil }
    let parents = Set(folders.map { $0.removingLastComponent() }).count
    let place = parents == 1 ? "\(first.parent)" : "\(parents) folders"
    let (noun, pronoun) = folders.count == 1 ? ("subfolder", "it") : ("subfolders", "them")
    return "skipped \(folders.count) \(noun) of \(place); \(remedy) \(pronoun)"
  }

  /// Returns the path to show to a person: `-` for the file from standard input.
  @Sendable package func shown(_ path: FilePath) -> FilePath { path == spooled?.path ? "-" : path }

  /// Reads a text file in UTF-8 or UTF-16 without its byte order mark. Use this for lists that are
  /// not inputs.
  ///
  /// - Parameter isStrict: Whether other bytes cause an error. Otherwise, they become U+FFFD.
  /// - Throws: `InputError.unreadable` and `.noText`.
  public static func text(
    of path: FilePath, isStrict: Bool = true
  ) throws(InputError) -> String {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try FileSystem.contents(of: path) } catch {
      throw .unreadable(path, error)
    }
    return try text(bytes, of: path, isStrict: isStrict)
  }

  /// Reads standard input as text, without a byte order mark.
  ///
  /// - Throws: `InputError.unreadable` and `.noText`.
  public static func standardInputText() throws(InputError) -> String {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try standardInputBytes() } catch {
      throw .unreadable("standard input", error)
    }
    return try text(bytes, of: "standard input")
  }

  /// Reads standard input.
  package static func standardInputBytes() throws(SystemError) -> [UInt8] {
    try FileSystem.contents(descriptor: 0, name: "standard input")
  }

  private static func text(
    _ bytes: [UInt8], of path: FilePath, isStrict: Bool = true
  ) throws(InputError) -> String {
    let text: [UInt8]
    do throws(ListText.Problem) { text = try ListText.utf8(bytes, expected: "a text") } catch {
      throw .noText(path, error.reason)
    }
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    if isStrict,
      let index = lines.firstIndex(where: { String(validating: $0, as: UTF8.self) == nil })
    {
      throw .noText(path, "is not UTF-8 in line \(index + 1); save it as UTF-8")
    }
    return String(decoding: text, as: UTF8.self)
  }
}
