package import PhotoLoading
package import Platform
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
  /// The file that `-` stands for, which lives as long as this; nil without one.
  package let spooled: SpooledFile?

  /// - Parameters:
  ///   - arguments: Paths of files and folders, `@list.txt`, `@-` for paths on standard input.
  ///   - kind: The name of the wanted kind of file in messages, such as "raw photo".
  ///   - isOne: Whether the content of a folder's file is of the wanted kind; named files always count.
  ///   - shard: The share of the inputs that counts; nil for all.
  ///   - streams: The command that takes a file on standard input as `-`; nil if it takes none.
  ///   - isNamedSo: Whether a name in a folder is that of such a file. One that is no file is a failure.
  /// - Throws: `InputError.standardInputTwice` and `.noFileOnStandardInput`.
  package init(
    _ arguments: [String], isRecursive: Bool, kind: String, shard: InputShare? = nil,
    streams: FileKind.Command? = nil, isOne: @escaping (FilePath) -> Bool,
    isNamedSo: @escaping (FilePath) -> Bool
  ) throws(InputError) {
    var finder = InputFinder(
      isRecursive: isRecursive, kind: kind, isOne: isOne, isNamedSo: isNamedSo,
      standardInput: { () throws(SystemError) in
        try FileSystem.contents(descriptor: 0, name: "standard input")
      }, streams: streams)
    for argument in arguments { try finder.add(argument: argument) }
    paths = finder.found.filter { shard?.takes($0.relativePath) ?? true }.map(\.path)
    failures = finder.failures.filter { $0.belongs(to: shard) }
    leftOut = finder.leftOut
    duplicates = finder.duplicates
    spooled = finder.spooled
  }

  /// The path of an input for a person: `-` for the file on standard input.
  @Sendable package func shown(_ path: FilePath) -> FilePath { path == spooled?.path ? "-" : path }

  /// The content of a text file, in UTF-8 or UTF-16, without its byte order mark, for lists that are not inputs.
  ///
  /// - Throws: `InputError.unreadable` and `.noText`.
  public static func text(of path: FilePath) throws(InputError) -> String {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try FileSystem.contents(of: path) } catch {
      throw .unreadable(path, error)
    }
    return try text(bytes, of: path)
  }

  /// All of standard input as text, without a byte order mark.
  ///
  /// - Throws: `InputError.unreadable` and `.noText`.
  public static func standardInputText() throws(InputError) -> String {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.contents(descriptor: 0, name: "standard input")
    } catch {
      throw .unreadable("-", error)
    }
    return try text(bytes, of: "-")
  }

  private static func text(_ bytes: [UInt8], of path: FilePath) throws(InputError) -> String {
    do throws(ListText.Problem) {
      return String(decoding: try ListText.utf8(bytes, wanted: "a text"), as: UTF8.self)
    } catch {
      throw .noText(path, error.reason)
    }
  }
}
