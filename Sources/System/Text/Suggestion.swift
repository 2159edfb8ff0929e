/// Suggests a known name for a misspelt one.
public enum Suggestion {
  /// Returns `; did you mean “…”?`, or an empty text if no name is similar. Numbers are never
  /// corrected.
  public static func text(for typed: String, among names: [String]) -> String {
    guard !typed.isEmpty, Double(typed) == nil else { return "" }
    let text = typed.lowercased()
    let near = names.map { (name: $0, distance: distance(text, $0.lowercased())) }
      .min { $0.distance < $1.distance }
    if let near, near.distance <= (near.name.count <= 3 ? 1 : max(1, typed.count / 3)) {
      return "; did you mean “\(near.name)”?"
    }
    let beginning = names.filter { typed.count > 1 && $0.lowercased().hasPrefix(text) }
    return beginning.count == 1 ? "; did you mean “\(beginning[0])”?" : ""
  }

  /// Returns the number of letters to insert, remove, replace or swap with the next letter (F. J.
  /// Damerau, 1964; no letter moves twice).
  package static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    var before: [Int] = []
    var above = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        let replaced = above[j] + (left[i] == right[j] ? 0 : 1)
        var best = min(replaced, above[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = min(best, before[j - 1] + 1)
        }
        row.append(best)
      }
      (before, above) = (above, row)
    }
    return above[right.count]
  }
}
