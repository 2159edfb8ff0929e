/// Paths as text, with `/` between names.
package enum Path {
  /// The last name.
  package static func name(of path: String) -> String {
    let trimmed = trimmed(path)
    guard let slash = trimmed.lastIndex(of: "/"), trimmed != "/" else { return trimmed }
    return String(trimmed[trimmed.index(after: slash)...])
  }

  /// The path without its last name: empty for a bare name, `/` for one in the root.
  package static func folder(of path: String) -> String {
    let trimmed = trimmed(path)
    guard let slash = trimmed.lastIndex(of: "/") else { return "" }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// `name` inside `folder`; an empty folder is the current one.
  package static func join(_ folder: String, _ name: String) -> String {
    if folder.isEmpty { return name }
    if name.isEmpty { return folder }
    return folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// What stands before a name's last dot; a leading dot begins no extension.
  package static func stem(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// What stands behind a name's last dot, as written; empty where there is none.
  package static func pathExtension(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }

  /// The path as the key under which names that a case-insensitive file system holds equal are equal:
  /// links and `..` resolved as far as the path exists, letters folded.
  package static func collisionKey(_ path: String) -> String {
    var existing = path.isEmpty ? "." : trimmed(path)
    var rest = ""
    while true {
      if let real = FileSystem.resolved(existing) { return join(real, rest).lowercased() }
      rest = join(name(of: existing), rest)
      let parent = folder(of: existing)
      if parent == existing { return rest.lowercased() }
      existing = parent.isEmpty ? "." : parent
    }
  }

  private static func trimmed(_ path: String) -> String {
    var result = path[...]
    while result.count > 1 && result.hasSuffix("/") { result = result.dropLast() }
    return String(result)
  }
}
