internal import ArgumentParser
internal import BromideDevelop
internal import BromideSystem

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// `bromide filters`.
struct FiltersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filters",
    abstract: "List all photographic parameters in the order of the filters.",
    discussion: """
      You can use every name as a flag of convert, render and sheet. sample does not have opacity and \
      the parameters of the stages geometry and frame. The stages run in this order:
        light     camera RGB
        geometry  crop, zoom and rotation
        scene     scene-linear light
        display   after the tone curve
        frame     neighbourhoods
        output    finished pixels
      """)

  enum Format: String, CaseIterable {
    case text, csv, json, markdown
  }

  @ArgumentParser.Option(choice: "Format of the list", standard: "text")
  var format: Format = .text

  func run() throws {
    ignoreWritingSignals()
    let lines = ParameterLine.all
    let text =
      switch format {
      case .text: Self.text(lines)
      case .csv: Self.csv(lines)
      case .json: try Self.json(lines)
      case .markdown: Self.markdown(lines)
      }
    if let status = ExitStatus.put(text), status != .done { throw status.code }
  }

  private static func text(_ lines: [ParameterLine]) -> String {
    let width = lines.map(\.name.count).max() ?? 0
    var text = ""
    var stage = ""
    for line in lines {
      if line.stage != stage { text += "\(stage.isEmpty ? "" : "\n")\(line.stage)\n" }
      stage = line.stage
      let indent = String(repeating: " ", count: width + 4)
      text += "  \(line.name)\(String(repeating: " ", count: width - line.name.count))  "
      text += "\(line.meaning).\n\(indent)\(line.accepted); default \(line.standard)\n"
    }
    return text
  }

  private static func csv(_ lines: [ParameterLine]) -> String {
    func quoted(_ field: String) -> String {
      guard field.contains(where: { ",\"\n".contains($0) }) else { return field }
      return "\""
        + field.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\""
    }
    let rows = [ParameterLine.titles] + lines.map(\.fields)
    return rows.map { $0.map(quoted).joined(separator: ",") + "\n" }.joined()
  }

  private static func json(_ lines: [ParameterLine]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(lines), as: UTF8.self) + "\n"
  }

  private static func markdown(_ lines: [ParameterLine]) -> String {
    let rule = ParameterLine.titles.map { _ in "---" }
    let rows = [ParameterLine.titles, rule] + lines.map(\.fields)
    return rows.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }
}

/// One parameter in the list.
private struct ParameterLine: Encodable {
  let stage: String
  let name: String
  let meaning: String
  let accepted: String
  let unit: String
  let least: Double
  let most: Double
  let standard: String
  let tween: String
  let beyond: String

  static let all = ParameterTable.all.map { parameter in
    ParameterLine(
      stage: ParameterTable.stage(of: parameter)?.rawValue ?? "", name: parameter.name,
      meaning: parameter.meaning, accepted: parameter.accepted, unit: parameter.unit,
      least: parameter.range.lowerBound, most: parameter.range.upperBound,
      standard: parameter.standardText, tween: parameter.tweenSpace.rawValue,
      beyond: parameter.overshoot.rawValue)
  }

  static let titles = [
    "stage", "name", "meaning", "accepted", "default", "tweened in", "outside its range",
  ]

  var fields: [String] { [stage, name, meaning, accepted, standard, tween, beyond] }
}
