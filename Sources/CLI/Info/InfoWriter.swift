internal import BromideRuns
internal import BromideSystem

/// Formats facts about files as text, JSON lines or a table.
struct InfoWriter {
  let format: InfoOptions.Format
  /// The fields to print, or `nil` to print all.
  let fields: [InfoField]?

  /// The columns of a table: the requested fields, or all fields with a single value.
  private var columns: [InfoField] {
    fields ?? InfoField.allCases.filter { ![.matrices, .histogram].contains($0) }
  }

  /// The text before the first file.
  var header: String {
    format == .csv
      ? "path,status," + columns.map(\.rawValue).joined(separator: ",") + "\n" : ""
  }

  /// Returns the text for a file.
  func text(_ info: FileInfo) -> String {
    switch format {
    case .json: info.json(fields).text + "\n"
    case .csv:
      ([info.path.data, info.status.rawValue] + columns.map { info[$0]?.cell ?? "" })
        .map(CSVText.quoted).joined(separator: ",") + "\n"
    case .text: lines(info)
    }
  }

  private func lines(_ info: FileInfo) -> String {
    var text = "\(info.path)\n"
    let requested = fields ?? InfoField.allCases
    let known = requested.filter { info[$0] != nil }
    let width = known.map { $0.title.count }.max() ?? 0
    for field in known {
      guard let value = info[field] else { continue }
      let indent = "\n" + String(repeating: " ", count: width + 4)
      let content = ByteText.visible(Array(value.text.utf8), escapesControls: false)
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map { ByteText.visible(Array($0.utf8), escapesControls: true) }.joined(separator: indent)
      let padding = String(repeating: " ", count: width - field.title.count)
      text += "  \(field.title)\(padding)  \(content)\n"
    }
    return text
  }
}
