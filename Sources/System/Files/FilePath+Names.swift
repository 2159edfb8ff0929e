package import SystemPackage

extension FilePath {
  /// Returns the path of `name` inside this folder. `name` can contain folders. An empty path is
  /// the current folder.
  package func appending(reversible name: String) -> FilePath {
    pushing(FilePath(reversible: name))
  }

  /// The last component in visible form, or `/` for the root.
  package var visibleName: String { lastComponent?.visible ?? visible }

  /// The last component as reversible text. See `ByteText`.
  package var reversibleName: String { lastComponent?.reversible ?? reversible }

  /// The last component up to its last dot, as reversible text. A leading dot does not begin an
  /// extension.
  package var reversibleStem: String {
    let name = reversibleName
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The last component after its last dot, as reversible text. Empty without a dot.
  package var reversibleExtension: String {
    let name = reversibleName
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }

  /// The extension in lower case, for comparisons with known ones. Empty without an extension.
  package var lowercasedExtension: String { reversibleExtension.lowercased() }

  /// The folder of the path, or `.` for a bare name.
  package var parent: FilePath {
    let folder = removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// A key that is equal for paths that collide on a case-insensitive file system.
  ///
  /// Links and `..` are resolved in the existing part of the path, and letters are folded.
  package var collisionKey: String { resolvedAsFarAsItExists.reversible.lowercased() }

  /// The path with links and `..` resolved in its existing part.
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
