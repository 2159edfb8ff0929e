package import BromidePhotos
public import BromideSystem
public import SystemPackage

/// A file with its position in the search.
package struct FoundInput: Sendable, Hashable {
  package var path: FilePath
  /// The path from the searched folder to the file's folder, empty at the top.
  package var mirrored: FilePath
  /// Whether the user named the file, so that Bromide tries it with any content.
  package var isExplicit: Bool

  /// The path from the searched folder, which determines the file's share.
  package var relativePath: FilePath {
    path.lastComponent.map { mirrored.appending($0) } ?? path
  }
}

/// An error in the input arguments.
public enum InputError: Error, Sendable, Hashable {
  /// Standard input is named twice, but can be read only once.
  case standardInputTwice
  /// The command does not read a file from standard input (`-`). Use `@-` for a list of paths.
  case noFileOnStandardInput
  /// A text file does not contain text.
  case noText(FilePath, String)
  /// A text file cannot be read.
  case unreadable(FilePath, SystemError)
}

extension InputError: CustomStringConvertible {
  /// A sentence about the error, without a full stop.
  public var description: String {
    switch self {
    case .standardInputTwice: "standard input can be read only once"
    case .noFileOnStandardInput:
      "- is a file on standard input, which this command does not read; a list of paths is @-"
    case .noText(let path, let reason): "\(path) \(reason)"
    case .unreadable(let path, let error): "\(path) cannot be read: \(error.reason)"
    }
  }
}

/// An argument without a usable file.
public struct InputFailure: Sendable, Hashable {
  /// The argument, or the path in a list.
  public var input: FilePath
  /// A sentence without the input's name.
  public var reason: String
  /// Whether the input is a folder with subfolders that were not searched.
  public var hasUnsearchedFolders = false
  /// Whether the input came from a list.
  package var isListed = false
  /// Whether there is no such file or folder.
  package var isMissing = false

  /// Returns whether a shard must report this failure, so that only one shard reports it.
  package func belongs(to shard: InputShare?) -> Bool {
    shard?.takes(input.lastComponent.map { FilePath(root: nil, components: $0) } ?? input) ?? true
  }
}

extension [FilePath] {
  /// The folders without the subfolders of failures, whose remedy is the same.
  func outside(_ failures: [InputFailure]) -> [FilePath] {
    let parents = Set(failures.filter(\.hasUnsearchedFolders).map(\.input))
    return filter { !parents.contains($0.removingLastComponent()) }
  }

  /// The folders that are not in a set of folders without links.
  func without(_ folders: Set<FilePath>) -> [FilePath] {
    filter { !folders.contains(FileSystem.resolved($0) ?? $0) }
  }
}

/// Finds the files of arguments.
package struct InputFinder {
  var isRecursive: Bool
  /// The name of the file type in messages.
  var kind: String
  /// Returns whether a file's content has the right type.
  ///
  /// This opens only files with other names. Files with a matching name are opened later in
  /// parallel, so that a slow file does not delay the first result.
  var isOne: (FilePath) -> Bool
  /// Returns whether a name has a suffix of the right type.
  var isNamedSo: (FilePath) -> Bool
  var standardInput: () throws(SystemError) -> [UInt8]
  /// The command that accepts a file from standard input as `-`, or `nil` if it does not.
  var streams: FileKind.Command?

  package private(set) var found: [FoundInput] = []
  /// Inputs without a usable file, with the reason.
  package private(set) var failures: [InputFailure] = []
  /// Files of other types in folders.
  package private(set) var leftOut: [FilePath] = []
  /// Files that were named more than once.
  package private(set) var duplicates: [FilePath] = []

  /// Subfolders that were not searched, because the search is not recursive and the user did not
  /// name them.
  var unsearchedFolders: [FilePath] { unsearched.without(namedFolders) }
  /// The folders that the user named, without links.
  private(set) var namedFolders: Set<FilePath> = []

  private var unsearched: [FilePath] = []
  private var seenFiles: Set<FilePath> = []
  private var seenFolders: Set<[UInt64]> = []
  /// The file from standard input. It exists as long as this value.
  package private(set) var spooled: SpooledFile?
  private var readsStandardInput = false

  package init(
    isRecursive: Bool, kind: String, isOne: @escaping (FilePath) -> Bool,
    isNamedSo: @escaping (FilePath) -> Bool,
    standardInput: @escaping () throws(SystemError) -> [UInt8],
    streams: FileKind.Command? = nil
  ) {
    self.streams = streams
    self.isRecursive = isRecursive
    self.kind = kind
    self.isOne = isOne
    self.isNamedSo = isNamedSo
    self.standardInput = standardInput
  }

  /// Adds the files of an argument.
  ///
  /// - Parameter argument: The text from `ArgumentText`.
  package mutating func add(argument: String) throws(InputError) {
    do {
      if argument == "-" || argument == "@-" {
        guard !readsStandardInput else { throw InputError.standardInputTwice }
        readsStandardInput = true
        if argument == "-" {
          guard let streams else { throw InputError.noFileOnStandardInput }
          try addStream(to: streams)
        } else {
          add(list: try standardInput(), named: "standard input")
        }
      } else if argument.hasPrefix("@") {
        let path = FilePath(reversible: String(argument.dropFirst()))
        add(list: try FileSystem.contents(of: path), named: path)
      } else {
        add(path: FilePath(reversible: argument))
      }
    } catch let error as SystemError {
      fail(FilePath(reversible: argument), "the list cannot be read: \(error.reason)")
    } catch let error as InputError {
      throw error
    } catch {
      fail(FilePath(reversible: argument), "\(error)")
    }
  }

  /// Adds the file from standard input, if the command can read it.
  private mutating func addStream(to command: FileKind.Command) throws(SystemError) {
    let start = try Transfer.read(FileKind.startLength, from: 0, name: "standard input")
    let kind = FileKind.of(stream: start)
    if kind == .text {
      fail("standard input", "it is a text, not a photo; a list of paths is @-")
    } else if kind == .empty {
      fail("standard input", "it is empty")
    } else if kind.isIdentified, let reason = kind.rejection(by: command) {
      fail("standard input", reason)
    } else {
      let file = try SpooledFile(reading: 0, after: start, name: "standard input")
      spooled = file
      found.append(FoundInput(path: file.path, mirrored: "", isExplicit: true))
    }
  }

  private mutating func add(list: [UInt8], named name: FilePath) {
    do throws(ListText.Problem) {
      let paths = try ListText.paths(in: list)
      if paths.isEmpty { fail(name, "the list does not contain a path") }
      let before = failures.count
      for path in paths { add(path: path) }
      for index in failures.indices.dropFirst(before) { failures[index].isListed = true }
    } catch {
      let advice = name == "standard input" && streams != nil ? "; - reads a photo" : ""
      fail(name, "it \(error.reason)\(advice)")
    }
  }

  private mutating func add(path: FilePath) {
    do throws(SystemError) {
      switch try FileSystem.status(path).kind {
      case .folder: addFolder(path)
      case .file: add(file: FoundInput(path: path, mirrored: "", isExplicit: true))
      case .other: fail(path, "it is neither a file nor a folder")
      }
    } catch {
      var failure = InputFailure(input: path, reason: error.reason)
      failure.isMissing = error.code == Errno.noSuchFileOrDirectory.rawValue
      failures.append(failure)
    }
  }

  private mutating func add(file: FoundInput) {
    let key = FileSystem.resolved(file.path) ?? file.path
    guard seenFiles.insert(key).inserted else {
      duplicates.append(file.path)
      return
    }
    found.append(file)
  }

  private mutating func addFolder(_ folder: FilePath) {
    let before = (found.count, failures.count, duplicates.count)
    let (others, skipped) = (leftOut.count, unsearched.count)
    namedFolders.insert(FileSystem.resolved(folder) ?? folder)
    seenFolders = []
    scan(folder, mirrored: "")
    guard (found.count, failures.count, duplicates.count) == before else { return }
    failures.append(
      InputFailure(
        input: folder,
        reason: "no \(kind) in this folder" + remark(on: leftOut[others...], in: folder),
        hasUnsearchedFolders: unsearched.count > skipped))
  }

  /// Returns the advice to name finished pictures, because `convert` reads them only if the user
  /// names them, and `sheet` does not read frames in folders. It is empty for other commands and
  /// without pictures.
  private func remark(on names: ArraySlice<FilePath>, in folder: FilePath) -> String {
    guard streams == .convert || streams == .sheet else { return "" }
    let isSheet = streams == .sheet
    let pictures = names.filter(FileKind.isPhotoName)
    guard let suffix = pictures.first?.extension else { return "" }
    let (one, many) =
      isSheet ? ("a picture", "pictures") : ("a finished picture", "finished pictures")
    let count = pictures.count == 1 ? one : "\(pictures.count) \(many)"
    let (example, verb) = isSheet ? (", such as frames", "show") : ("", "convert")
    return ", but \(count)\(example); name files to \(verb) them: \(folder.visible)/*.\(suffix)"
  }

  private mutating func scan(_ folder: FilePath, mirrored: FilePath) {
    let names: [FilePath.Component]
    do throws(SystemError) {
      // Enter each folder only once, because links can lead back up.
      guard seenFolders.insert(try FileSystem.status(folder).identity).inserted else { return }
      names = try FileSystem.entries(of: folder)
      Temporaries.removeAbandoned(names, in: folder)
    } catch {
      fail(folder, "the folder cannot be read: \(error.reason)")
      return
    }
    for name in names.sortedNaturally(by: \.reversible) where !name.isHidden {
      let path = folder.appending(name)
      switch (try? FileSystem.status(path))?.kind {
      case .folder where isRecursive: scan(path, mirrored: mirrored.appending(name))
      case .folder: unsearched.append(path)
      case .file where isNamedSo(path) || isOne(path):
        add(file: FoundInput(path: path, mirrored: mirrored, isExplicit: false))
      case .other where isNamedSo(path): fail(path, "it is neither a file nor a folder")
      case nil where isNamedSo(path): fail(path, "it is a link that leads nowhere")
      case .file, .other, nil: leftOut.append(path)
      }
    }
  }

  private mutating func fail(_ input: FilePath, _ reason: String) {
    failures.append(InputFailure(input: input, reason: reason))
  }
}
