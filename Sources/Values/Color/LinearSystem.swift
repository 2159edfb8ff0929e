/// Systems of linear equations.
package enum LinearSystem {
  /// Solves a system with the same number of equations and unknowns, by Gaussian elimination with
  /// partial pivoting.
  ///
  /// - Parameter rows: For each equation, the factors of the unknowns and the right-hand side.
  /// - Returns: The unknowns. They are not finite if the equations do not determine them.
  package static func solution(_ rows: [[Double]]) -> [Double] {
    var rows = rows
    let count = rows.count
    for k in 0..<count {
      let pivot = (k..<count).max { abs(rows[$0][k]) < abs(rows[$1][k]) } ?? k
      rows.swapAt(k, pivot)
      for i in 0..<count where i != k {
        let factor = rows[i][k] / rows[k][k]
        for j in k...count { rows[i][j] -= factor * rows[k][j] }
      }
    }
    return (0..<count).map { rows[$0][count] / rows[$0][$0] }
  }

  /// Solves more equations than there are unknowns so that the squares of the remainders are least.
  ///
  /// - Parameter rows: As for `solution(_:)`.
  package static func leastSquares(_ rows: [[Double]]) -> [Double] {
    guard let columns = rows.first?.count else { return [] }
    var normal = [[Double]](repeating: [Double](repeating: 0, count: columns), count: columns - 1)
    for row in rows {
      for i in 0..<columns - 1 {
        for j in 0..<columns { normal[i][j] += row[i] * row[j] }
      }
    }
    return solution(normal)
  }
}
