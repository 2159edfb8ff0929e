import Foundation

/// The Swift code blocks of one page, joined into a program.
///
/// Blocks build on each other: a later block can use declarations of an earlier one. If the comment
/// of an expression begins with a figure, such as `curve(0.25)   // 0.5129: …`, the running program
/// must give this figure, to the written digits.
struct ExamplePage {
  /// One fenced block.
  struct Block: Equatable {
    /// The page's line, counted from 1, of the first line of code.
    let line: Int
    let code: [String]
  }

  /// The page's name in the compiler's messages.
  let name: String
  let blocks: [Block]

  /// - Parameters:
  ///   - name: The name for the compiler's messages.
  ///   - text: The page, in Markdown.
  init(name: String, text: String) {
    self.name = name
    var blocks: [Block] = []
    var block: Block?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      switch (block, line) {
      case (nil, "```swift"): block = Block(line: index + 2, code: [])
      case (let open?, "```"):
        blocks.append(open)
        block = nil
      case (let open?, _): block = Block(line: open.line, code: open.code + [String(line)])
      case (nil, _): break
      }
    }
    self.blocks = blocks
  }

  /// Reads a page of the repository.
  ///
  /// - Parameter path: From the repository's root: `Sources/Tweening/Tweening.docc/Tweening.md`.
  init(_ path: String) throws {
    let file = ExampleCompiler.root.appending(path: path)
    self.init(name: file.lastPathComponent, text: try String(contentsOf: file, encoding: .utf8))
  }

  /// The program.
  ///
  /// - Parameters:
  ///   - modules: The modules that a reader of the page imports.
  ///   - prelude: Code that fragments on the page need, such as the path of a file.
  func program(importing modules: [String], prelude: String = "") -> String {
    var lines = modules.map { "import \($0)" } + [Self.figures, prelude]
    for block in blocks {
      lines.append("#sourceLocation(file: \"\(name)\", line: \(block.line))")
      for (index, line) in block.code.enumerated() {
        lines.append(Self.checked(line, number: block.line + index))
      }
      lines.append("#sourceLocation()")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Compares a value with the figure in the comment. A difference traps and ends the program.
  private static let figures = """
    func bromideExpect(_ value: some BinaryFloatingPoint, _ figure: String, line: Int) {
      let decimals = figure.split(separator: ".").dropFirst().first?.count ?? 0
      var unit = 1.0
      for _ in 0..<decimals { unit /= 10 }
      let isNear = abs(Double(value) - Double(figure)!) <= 0.5001 * unit
      precondition(isNear, "line \\(line): \\(value), where the page says \\(figure)")
    }
    """

  /// The line with its figure checked, if it has one.
  private static func checked(_ line: String, number: Int) -> String {
    let figure = /^([A-Za-z_][\w.]*\(.*\)) +\/\/ (-?[0-9]+(?:\.[0-9]+)?)(?:[^0-9].*)?$/
    guard let match = line.wholeMatch(of: figure) else { return line }
    return "bromideExpect(\(match.1), \"\(match.2)\", line: \(number))"
  }
}
