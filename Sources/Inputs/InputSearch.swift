public import Platform
public import SystemPackage

/// The files that arguments name: paths, folders, lists.
public struct InputSearch: Sendable {
  /// The files found.
  public let paths: [FilePath]
  /// Arguments that gave nothing, each with its reason.
  public let failures: [InputFailure]
  /// Files of folders that are not of the kind that is looked for.
  public let leftOut: [FilePath]
  /// Files that were found more than once.
  public let duplicates: [FilePath]

  /// - Parameters:
  ///   - arguments: Paths of files and folders, `@list.txt`, `@-` for paths on standard input.
  ///   - kind: What a file is called that counts, as "raw photo".
  ///   - isOne: Whether a file of a folder counts; files that are named always do.
  /// - Throws: `UsageError` where standard input is wanted twice.
  public init(
    _ arguments: [String], isRecursive: Bool, kind: String,
    isOne: @escaping (FilePath) -> Bool
  ) throws(UsageError) {
    var finder = InputFinder(
      isRecursive: isRecursive, kind: kind, isWanted: isOne,
      standardInput: { () throws(SystemError) in
        try FileSystem.contents(descriptor: 0, name: "standard input")
      })
    for argument in arguments { try finder.add(argument: argument) }
    paths = finder.found.map(\.path)
    failures = finder.failures
    leftOut = finder.leftOut
    duplicates = finder.duplicates
  }

  /// What a text file holds, for lists that are no inputs.
  ///
  /// - Throws: `UsageError` where it cannot be read.
  public static func text(of path: FilePath) throws(UsageError) -> String {
    do throws(SystemError) {
      return String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
    } catch {
      throw UsageError("\(path) cannot be read: \(error.reason)")
    }
  }
}
