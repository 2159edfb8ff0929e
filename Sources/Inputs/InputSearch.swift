public import Platform
public import SystemPackage

/// The files that arguments name: paths, folders, lists.
public struct InputSearch: Sendable {
  /// The files found.
  public let paths: [FilePath]
  /// Arguments that name no usable file, each with its reason.
  public let failures: [InputFailure]
  /// Files of folders that are not of the wanted kind.
  public let leftOut: [FilePath]
  /// Files that were found more than once.
  public let duplicates: [FilePath]

  /// - Parameters:
  ///   - arguments: Paths of files and folders, `@list.txt`, `@-` for paths on standard input.
  ///   - kind: The name of the wanted kind of file in messages, such as "raw photo".
  ///   - isOne: Whether a file of a folder is of the wanted kind; named files always count.
  /// - Throws: `InputError.standardInputTwice`.
  public init(
    _ arguments: [String], isRecursive: Bool, kind: String,
    isOne: @escaping (FilePath) -> Bool
  ) throws(InputError) {
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

  /// The content of a text file, for lists that are not inputs.
  ///
  /// - Throws: `InputError.unreadable`.
  public static func text(of path: FilePath) throws(InputError) -> String {
    do throws(SystemError) {
      return String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
    } catch {
      throw .unreadable(path, error)
    }
  }

  /// The first bytes of a file, which identify its kind; fewer if the file is shorter.
  ///
  /// - Returns: The bytes, or the system's error if the file cannot be read.
  public static func beginning(of path: FilePath, count: Int) -> Result<[UInt8], SystemError> {
    do throws(SystemError) {
      return .success(try FileSystem.bytes(of: path, at: 0, count: count))
    } catch {
      return .failure(error)
    }
  }

  /// A file's size in bytes; nil if there is no such file.
  public static func byteCount(of path: FilePath) -> Int? { (try? FileSystem.status(path))?.size }
}
