import Foundation
import TestSupport
import Testing

/// The code on the pages compiles, runs, and gives the figures in its comments.
@Suite(.enabled(if: ExampleCompiler.compiler != nil, "swiftc is not in PATH"))
struct PageTests {
  @Test func tweening() throws {
    let page = try ExamplePage("Sources/Tweening/Tweening.docc/Tweening.md")
    #expect(page.blocks.count == 6)
    let output = try ExampleCompiler.run(
      page.program(importing: ["Tweening"]), linking: ["Tweening"])
    // The values of the tweener's callbacks, as the page tells them.
    #expect(output == "10.0\n11.25\n15.0\n18.75\n20.0\ntrue\n")
  }

  @Test func choreography() throws {
    let page = try ExamplePage("Sources/Choreography/Choreography.docc/Choreography.md")
    #expect(page.blocks.count == 2)
    let program = page.program(importing: ["BromideChoreography", "Tweening"])
    #expect(try ExampleCompiler.run(program, linking: ["BromideChoreography", "Tweening"]) == "")
  }

  @Test func readme() throws {
    let page = try ExamplePage("README.md")
    #expect(page.blocks.count == 1)
    let folder = try TemporaryFolder()
    #expect(try Self.run(page, in: folder) == "#1a1919\n")
    #expect(Set(folder.names) == ["TestImages", "chart.png"])
  }

  /// Runs the code of a page in a folder with the test pictures, linked with the library.
  private static func run(_ page: ExamplePage, in folder: TemporaryFolder) throws -> String {
    try FileManager.default.copyItem(atPath: Package.testImages, toPath: folder("TestImages"))
    let prelude = """
      import Foundation
      precondition(FileManager.default.changeCurrentDirectoryPath("\(folder.path)"))
      """
    return try ExampleCompiler.run(page.program(importing: [], prelude: prelude), linking: nil)
  }

  @Test func bromide() throws {
    let page = try ExamplePage("Sources/Bromide/Bromide.docc/Bromide.md")
    #expect(page.blocks.count == 5)
    let folder = try TemporaryFolder()
    let output = try Self.run(page, in: folder)
    let lines = output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first == "240 160 3")
    #expect(lines.dropFirst().first?.hasPrefix("#edc4b3 ") == true)
    #expect(lines.last == "100 25.0")
    let frames = (0..<100).map { ($0 < 10 ? "0" : "") + "\($0).png" }
    #expect(Set(Files.names(in: folder("zoom"))).isSuperset(of: frames))
    #expect(try Files.read(folder("last.png")) == Files.read(folder("zoom/99.png")))
    let rise = (0..<5).map { "rise-\($0).png" }
    #expect(
      Set(folder.names)
        == Set(["TestImages", "chart.jpg", "chart.png", "small.png", "last.png", "zoom"] + rise))
  }
}

/// A page that is wrong is found out.
@Suite(.enabled(if: ExampleCompiler.compiler != nil, "swiftc is not in PATH"))
struct ExamplePageTests {
  @Test func blocksKeepTheirPlace() {
    let page = ExamplePage(
      name: "page.md", text: "Text\n```swift\nlet a = 1\n```\n```\nno Swift\n```\n```swift\na\n```")
    #expect(page.blocks == [.init(line: 3, code: ["let a = 1"]), .init(line: 9, code: ["a"])])
  }

  @Test func laterBlocksSeeEarlierOnes() throws {
    let page = ExamplePage(
      name: "page.md", text: "```swift\nlet a = u * 2\n```\n```swift\nprint(a)\n```")
    let program = page.program(importing: [], prelude: "let u = 21")
    #expect(try ExampleCompiler.run(program, linking: []) == "42\n")
  }

  @Test(arguments: ["let a: Int = 1.5", "let = 2", "let track = KeyframeTangent.self"])
  func codeThatDoesNotCompileFails(code: String) {
    let page = ExamplePage(name: "page.md", text: "Text\n```swift\n\(code)\n```")
    let failure = #expect(throws: ForeignProgram.Failure.self) {
      try ExampleCompiler.check(page.program(importing: ["Tweening"]))
    }
    #expect(failure?.description.contains("page.md:3:") == true)
  }

  @Test(arguments: [("0.251", true), ("0.25", false), ("0.2", false), ("1", true)])
  func figuresAreCompared(figure: String, isWrong: Bool) throws {
    let page = ExamplePage(
      name: "page.md", text: "```swift\nmin(0.25, 1.0)   // \(figure): a quarter\n```")
    let program = page.program(importing: [])
    if isWrong {
      #expect(throws: ForeignProgram.Failure.self) { try ExampleCompiler.run(program, linking: []) }
    } else {
      #expect(try ExampleCompiler.run(program, linking: []) == "")
    }
  }
}
