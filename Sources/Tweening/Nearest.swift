/// Finds the known name that is most similar to a misspelt name.
package enum Nearest {
  /// Returns the name with the smallest edit distance, ignoring case, or `nil` if no name is
  /// similar.
  ///
  /// A name is similar if at most a third of its letters differ. If a name contains the complete
  /// misspelt name, their distance is one letter. Among equal distances, the closest length wins.
  package static func name(to name: String, among names: [String]) -> String? {
    let requested = Array(name.lowercased().filter { $0.isLetter })
    guard requested.count <= 40 else { return nil }
    var best: (name: String, distance: Int, excess: Int)?
    for candidate in names {
      let known = Array(candidate.lowercased().filter { $0.isLetter })
      let holds =
        requested.count >= 3 && known.indices.contains { known[$0...].starts(with: requested) }
      let distance = holds ? min(1, known.count - requested.count) : distance(requested, known)
      guard distance <= max(1, max(known.count, requested.count) / 3) else { continue }
      let excess = abs(known.count - requested.count)
      if (distance, excess) < (best?.distance ?? .max, best?.excess ?? .max) {
        best = (candidate, distance, excess)
      }
    }
    return best?.name
  }

  /// Returns the least number of letters to insert, remove, replace, or swap with a neighbour.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in 1..<(a.count + 1) {
      var row = [i]
      for j in 1..<(b.count + 1) {
        var least = min(row[j - 1], rows[i - 1][j]) + 1
        least = min(least, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          least = min(least, rows[i - 2][j - 2] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
