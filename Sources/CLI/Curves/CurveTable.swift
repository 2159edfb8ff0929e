internal import BromideSystem
internal import Tweening

/// Values of curves, or of a course with detours, at equal steps including both ends.
struct CurveTable {
  private let columns: [String]
  private let steps: Int
  private let abscissa: (Int) -> Double
  private let value: (_ column: Int, _ abscissa: Double) -> Double

  init(_ subject: CurveSubject, steps: Int, slopes: Bool) {
    self.steps = steps
    switch subject {
    case .detour(let course):
      columns = ["t", "value", "slope"]
      abscissa = { course.arrival * (Double($0) / Double(steps)) }
      value = { column, time in
        let motion = course.motion(at: time)
        return column == 0 ? motion.value : motion.slope
      }
    case .catalogue, .curves:
      let curves = subject.entries.map(\.curve)
      columns =
        ["u"] + curves.flatMap { slopes ? ["\($0)", "slope of \($0)"] : ["\($0)"] }
      abscissa = { Double($0) / Double(steps) }
      value = { column, u in
        let curve = curves[slopes ? column / 2 : column]
        return slopes && !column.isMultiple(of: 2) ? curve.slope(at: u) : curve(u)
      }
    }
  }

  func write(as format: CurveFormat) -> ExitStatus {
    format == .json ? writeJSON() : writeCSV()
  }

  /// Writes CSV according to RFC 4180, but with LF line ends.
  private func writeCSV() -> ExitStatus {
    var text = columns.map(CSVText.quoted).joined(separator: ",") + "\n"
    for row in 0...steps {
      let u = abscissa(row)
      text += Self.number(u)
      for column in 0..<columns.count - 1 { text += "," + Self.number(value(column, u)) }
      text += "\n"
      if text.utf8.count > 1 << 16 {
        if let status = ExitStatus.put(text) { return status }
        text = ""
      }
    }
    return ExitStatus.put(text) ?? .done
  }

  /// Writes a JSON object with an array for each column. Infinite slopes are null.
  private func writeJSON() -> ExitStatus {
    let rows = (0...steps).map(abscissa)
    var text = "{"
    for (index, name) in columns.enumerated() {
      let numbers = index == 0 ? rows : rows.map { value(index - 1, $0) }
      let list = numbers.map { $0.isFinite ? Self.number($0) : "null" }.joined(separator: ",")
      text += "\(index > 0 ? "," : "")\n\"\(name)\":[\(list)]"
      if let status = ExitStatus.put(text) { return status }
      text = ""
    }
    return ExitStatus.put("\n}\n") ?? .done
  }

  private static func number(_ value: Double) -> String {
    value == 0 ? "0" : value.shortest
  }
}
