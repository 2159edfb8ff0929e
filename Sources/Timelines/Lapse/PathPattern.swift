internal import BromideSystem
internal import SystemPackage

/// A name with `*` for any letters and `?` for one.
struct PathPattern {
  private let pattern: [Character]

  init(_ pattern: String) { self.pattern = Array(pattern) }

  /// Whether a path's last name has one of the signs.
  static func isOne(_ path: FilePath) -> Bool {
    path.reversibleName.contains { $0 == "*" || $0 == "?" }
  }

  /// Returns whether the complete name matches.
  ///
  /// - Complexity: O(name × pattern). If a star fails, its next letter is tried, and only the last
  ///   star must match.
  func matches(_ name: String) -> Bool {
    let name = Array(name)
    var (i, j) = (0, 0)
    var retry: (name: Int, pattern: Int)?
    while i < name.count {
      if j < pattern.count, pattern[j] == "*" {
        retry = (i, j)
        j += 1
      } else if j < pattern.count, pattern[j] == "?" || pattern[j] == name[i] {
        i += 1
        j += 1
      } else if let star = retry {
        retry = (star.name + 1, star.pattern)
        (i, j) = (star.name + 1, star.pattern + 1)
      } else {
        return false
      }
    }
    return pattern[j...].allSatisfy { $0 == "*" }
  }
}
