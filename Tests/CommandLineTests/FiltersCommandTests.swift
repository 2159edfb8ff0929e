import Develop
import Foundation
import Testing

/// `bromide filters`: the table as text, CSV, JSON and Markdown.
@Suite struct FiltersCommandTests {
  private let tree: CommandTree

  init() throws { tree = try CommandTree() }

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
    #expect(csv[0] == "stage,name,meaning,accepted,default,tweened in,beyond its range")
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
    let run = try tree.run("filters", "--format", "cvs")
    #expect(run.status == 64)
    #expect(run.errors.contains("did you mean “csv”"))
  }
}
