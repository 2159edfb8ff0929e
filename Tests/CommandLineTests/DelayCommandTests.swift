import BromideCodecs
import BromideValues
import SystemPackage
import Testing

/// `bromide curves --sort`: the delays of a grid's cells.
@Suite struct DelayCommandTests {
  private let tree = CommandTree.fresh

  /// A worked example: 5×5 cells with a delay of 0.1 s.
  @Test func delaysArePrinted() throws {
    let run = try tree.run("curves", "--sort", "radial(topLeft,.1)", "--grid", "5x5", "--csv")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(
      run.text == """
        0,0.1,0.3,0.6,0.9
        0.1,0.2,0.4,0.7,1
        0.3,0.4,0.5,0.8,1.2
        0.6,0.7,0.8,1.1,1.3
        0.9,1,1.2,1.3,1.4

        """)
    let json = try tree.run(
      "curves", "--sort", "linear(leftToRight,1)", "--grid", "3x2", "--format", "json")
    #expect(json.text == "[\n[0,1,2],\n[0,1,2]\n]\n")
    let text = try tree.run("curves", "--sort", "default(5)", "--grid", "3x2")
    #expect(text.text == " 0   5  10\n15  20  25\n")
    let usual = try tree.run("curves", "--sort", "radial", "--csv")
    #expect(usual.text.split(separator: "\n").count == 6)
  }

  @Test func delaysAreDrawn() throws {
    try tree.run(
      "curves", "--sort", "radial(middle)", "--grid", "8x6", "-o", "delays.png", "--scale", "1",
      status: 0)
    let size = try PNGReader.info(path: FilePath(tree.path("delays.png"))).size
    #expect(size == Size(width: 568, height: 474))
  }

  /// Programs get every digit.
  @Test func numbersAreExact() throws {
    let csv = try tree.run(
      "curves", "--sort", "radial(topLeft,0.0123456)", "--grid", "4x2", "--csv")
    let json = try tree.run(
      "curves", "--sort", "radial(topLeft,0.0123456)", "--grid", "4x2", "--format", "json")
    let numbers = csv.text.split { ",\n".contains($0) }.compactMap { Double($0) }
    #expect(numbers.count == 8 && numbers.contains { $0 == 0.0123456 })
    #expect(numbers == json.text.split { "[], \n".contains($0) }.compactMap { Double($0) })
  }

  @Test(arguments: [
    (["--sort", "radail"], "unknown name “radail”; did you mean “radial”?"),
    (["--sort", "fadeIn"], "expected a sort function"),
    (["--grid", "8x6"], "name a sort function"),
    (["--sort", "radial", "--grid", "0x6"], "from 1 to 64"),
    (["--sort", "radial", "--grid", "8"], "from 1 to 64"),
    (["--sort", "radial", "bounce"], "remove curves"),
    (["--sort", "radial", "--overlay"], "remove curves"),
  ])
  func wrongUsageIsExplained(_ arguments: [String], _ words: String) throws {
    let run = try tree.run(["curves"] + arguments)
    #expect(run.status == 64 && run.text.isEmpty)
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}
