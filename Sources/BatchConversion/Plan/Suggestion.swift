/// The known name that somebody probably meant.
public enum Suggestion {
  /// `; did you mean “…”?`, or nothing where no name is near.
  public static func text(for typed: String, among names: [String]) -> String {
    let near = names.map { (name: $0, distance: distance(typed.lowercased(), $0.lowercased())) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance <= max(1, typed.count / 3) else { return "" }
    return "; did you mean “\(near.name)”?"
  }

  /// Letters to insert, remove or replace (V. Levenshtein, 1966).
  static func distance(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (i, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in right.indices {
        let replaced = diagonal + (letter == right[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
