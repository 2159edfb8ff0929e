/// A table for people and a JSON object a row for programs.
struct Report {
  let title: String
  let columns: [String]
  private(set) var rows: [[String]] = []
  private let form: Form

  enum Form {
    case text
    case jsonl
    case markdown
  }

  init(_ title: String, _ columns: [String], form: Form) {
    self.title = title
    self.columns = columns
    self.form = form
  }

  /// A number of the table is written as a number of JSON.
  mutating func add(_ row: [String]) {
    precondition(row.count == columns.count, "a value for every column")
    rows.append(row)
  }

  func show() {
    switch form {
    case .jsonl: showLines()
    case .markdown:
      print("\n### \(title)\n")
      print("| " + columns.joined(separator: " | ") + " |")
      print("|" + columns.map { _ in "---|" }.joined())
      for row in rows { print("| " + row.joined(separator: " | ") + " |") }
    case .text:
      print("\n\(title)")
      let widths = columns.indices.map { i in ([columns] + rows).map { $0[i].count }.max()! }
      for row in [columns] + rows {
        let cells = row.indices.map { i in
          let space = String(repeating: " ", count: widths[i] - row[i].count)
          return i == 0 ? row[i] + space : space + row[i]
        }
        print("  " + cells.joined(separator: "  "))
      }
      showLines()
    }
  }

  private func showLines() {
    for row in rows {
      let fields = zip(columns, row).map { name, value in
        "\"\(escape(name))\":" + (Double(value)?.isFinite == true ? value : "\"\(escape(value))\"")
      }
      print("{\"benchmark\":\"\(escape(title))\"," + fields.joined(separator: ",") + "}")
    }
  }

  private func escape(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if character == "\"" || character == "\\" { result.append("\\") }
      result.append(character == "\n" ? " " : character)
    }
  }
}

/// Formats a number with this number of decimals.
func decimal(_ value: Double, _ places: Int) -> String {
  guard value.isFinite else { return value < 0 ? "-inf" : "inf" }
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let scaled = Int((value * scale).rounded())
  let digits = String(scaled.magnitude)
  let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
  let sign = scaled < 0 ? "-" : ""
  return places == 0
    ? sign + padded : sign + padded.dropLast(places) + "." + padded.suffix(places)
}
