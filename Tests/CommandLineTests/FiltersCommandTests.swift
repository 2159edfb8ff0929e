import BromideDevelop
import Foundation
import Testing

/// `bromide filters`: the table as text, CSV, JSON and Markdown.
@Suite struct FiltersCommandTests {
  private let tree = CommandTree.fresh

  @Test func everyParameterIsListedInItsOrder() throws {
    let text = try tree.run("filters")
    #expect(text.status == 0 && text.errors.isEmpty)
    var rest = Substring(text.text)
    for parameter in ParameterTable.all {
      let found = try #require(rest.range(of: "\n  \(parameter.name) "), "\(parameter.name)")
      rest = rest[found.upperBound...]
    }
    let csv = try tree.run("filters", "--format", "csv").text.split(separator: "\n")
    #expect(csv.count == ParameterTable.all.count + 1)
    #expect(csv[0] == "stage,name,meaning,accepted,default,tweened in,outside its range")
    #expect(csv.contains { $0.hasPrefix("light,exposure,") && $0.hasSuffix(",0,plain,allow") })
    #expect(csv.contains { $0.contains("\"0,0,1,1\"") })
  }

  @Test func jsonHasEveryFact() throws {
    let json = try tree.run("filters", "--format", "json")
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [[String: Any]])
    #expect(list.count == ParameterTable.all.count)
    let exposure = try #require(list.first { $0["name"] as? String == "exposure" })
    #expect(exposure["least"] as? Double == -10)
    #expect(exposure["most"] as? Double == 10)
    #expect(exposure["unit"] as? String == "EV")
    #expect(exposure["stage"] as? String == "light")
  }

  @Test func theReferencePageIsCurrent() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/Develop/Develop.docc/Filters.md")
    let table = try tree.run("filters", "--format", "markdown").text
    #expect(try String(contentsOf: page, encoding: .utf8).hasSuffix(table))
  }

  @Test func anUnknownFormatIsWrongUsage() throws {
    try tree.run("filters", "--format", "cvs", status: 64, errors: "did you mean “csv”")
  }

  /// The flags in a section of a command's help, in their order.
  private func flags(_ command: String, under section: String) throws -> [String] {
    let help = try tree.run(command, "--help").text
    let start = try #require(help.range(of: "\n\(section):\n"))
    let lines = help[start.upperBound...].components(separatedBy: "\n\n")[0]
    return lines.split(separator: "\n").filter { $0.hasPrefix("  --") }
      .map { String($0.dropFirst(4).prefix { $0 != " " }) }
      // A short form of a parameter.
      .filter { $0 != "bw" }
  }

  @Test(arguments: ["convert", "render", "sheet"])
  func helpListsTheTableInOrder(_ command: String) throws {
    #expect(try flags(command, under: "FILTERS") == ParameterTable.all.map(\.name))
  }

  @Test func sampleListsOnlyPixelFilters() throws {
    #expect(
      try flags("sample", under: "FILTERS OF RAW PHOTOS") == ParameterTable.ofPixels.map(\.name))
  }

  /// Gives every flag a value other than its default and looks for each in the plan of a frame.
  @Test func everyFlagSetsItsParameter() throws {
    try tree.copy("chart_rggb_12bit.dng", to: "a.dng")
    let settings = ParameterTable.all.flatMap { parameter in
      let value =
        switch parameter.form {
        case .number:
          "\(parameter.standard == [parameter.range.lowerBound] ? parameter.range.upperBound : parameter.range.lowerBound)"
        case .numbers(let names): names.map { _ in "0.5" }.joined(separator: ",")
        case .window: "0.25,0.25,0.5,0.5"
        case .color: "0.5,0.5,0.5"
        case .groups(let groups, let members): "\(groups[0]): \(members[0].name) 0.5"
        case .points: "0,0 0.5,0.6 1,1"
        }
      return ["--\(parameter.name)", value]
    }
    let run = try tree.run(["render", "a.dng", "--frame", "0", "--dry-run"] + settings, status: 0)
    let plan = try #require(run.text.components(separatedBy: "a.dng  ").last)
    let names = plan.components(separatedBy: ", ").map { String($0.prefix { $0 != " " }) }
    #expect(names == ParameterTable.all.map(\.name), "\(run.text)")
  }
}
