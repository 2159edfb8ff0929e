package import SystemPackage

extension FilePath {
  /// The path of `name`, which may name folders, inside this folder; an empty path is the current folder.
  package func appending(reversible name: String) -> FilePath {
    pushing(FilePath(reversible: name))
  }

  /// The last name for a person; `/` for the root.
  package var visibleName: String { lastComponent?.visible ?? visible }

  /// The last name as text that becomes the same name again: see `ByteText`.
  package var reversibleName: String { lastComponent?.reversible ?? reversible }

  /// The last name up to its last dot, as text that becomes the same again. A leading dot begins no
  /// extension.
  package var reversibleStem: String {
    let name = reversibleName
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The last name after its last dot, as text that becomes the same again; empty without a dot.
  package var reversibleExtension: String {
    let name = reversibleName
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }

  /// The extension in lower case, for comparing it with known ones; empty if there is none.
  package var lowercasedExtension: String { reversibleExtension.lowercased() }

  /// The folder that the path is in, `.` for a bare name.
  package var parent: FilePath {
    let folder = removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// The path as a key under which names that a case-insensitive file system holds equal are equal: links and `..`
  /// resolved as far as the path exists, letters folded.
  package var collisionKey: String { resolvedAsFarAsItExists.reversible.lowercased() }

  /// The path with links and `..` resolved as far as it exists.
  package var resolvedAsFarAsItExists: FilePath {
    var existing = isEmpty ? "." : self
    var rest: [Component] = []
    while true {
      let real = FileSystem.resolved(existing)
      guard real != nil || existing != existing.parent else { break }
      if let real {
        existing = real
        break
      }
      if let name = existing.lastComponent { rest.append(name) }
      existing = existing.parent
    }
    return existing.appending(rest.reversed())
  }
}
