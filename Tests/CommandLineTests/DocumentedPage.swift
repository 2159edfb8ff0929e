import Foundation
import TestSupport

/// The parts of a documentation page that a shell can run.
struct DocumentedPage: Sendable {
  /// Its path in the package.
  let name: String
  /// Its fenced blocks, in order.
  let blocks: [Block]

  /// A fenced block.
  struct Block: Sendable {
    /// The word after the opening fence, such as `yaml`, or an empty text.
    let language: Substring
    var lines: [Substring] = []
  }

  /// A line that a person would type.
  struct Command: Sendable {
    let text: String
    /// The output on the page, or `nil` without a prompt and output.
    var output: [String]?
  }

  /// Its text, in Markdown.
  private let text: String

  /// Reads a page of the package.
  init(_ name: String) throws {
    self.init(
      name: name,
      text: String(decoding: try Files.read(Package.root + "/" + name), as: UTF8.self))
  }

  init(name: String, text: String) {
    self.name = name
    self.text = text
    var blocks: [Block] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if !isInside { blocks.append(Block(language: line.dropFirst(3))) }
        isInside.toggle()
      } else if isInside {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    self.blocks = blocks
  }

  static let readme = "README.md"

  /// Every page in Documentation.
  static let documentation = Files.names(in: Package.root + "/Documentation")
    .filter { $0.hasSuffix(".md") }.map { "Documentation/" + $0 }

  /// Lines after a prompt with their output, and lines that call the command.
  var commands: [Command] {
    var commands: [Command] = []
    for block in blocks where block.language.isEmpty {
      let hasPrompts = block.lines.contains { $0.hasPrefix("$ ") }
      for line in block.lines {
        if line.hasPrefix("$ ") {
          commands.append(Command(text: String(line.dropFirst(2)), output: []))
        } else if hasPrompts {
          commands[commands.count - 1].output?.append(String(line))
        } else if line.contains(#/(^|\| *)(scripts/)?bromide /#) {
          commands.append(Command(text: String(line)))
        }
      }
    }
    return commands
  }

  /// Returns the first cells of all table rows below a second-level heading.
  func tableCells(below heading: String) -> [Substring] {
    text.split(separator: "\n").drop { $0 != "## " + heading }.dropFirst()
      .prefix { !$0.hasPrefix("## ") }
      .compactMap { $0.firstMatch(of: #/^\|((?:\\.|[^|])*)\|/#)?.output.1 }
  }

  /// Returns whether a run printed the documented output.
  ///
  /// Times, rates and file sizes can differ. The last digits of other numbers can differ between
  /// instruction sets.
  static func agrees(_ printed: String, with shown: [String]) -> Bool {
    func pieces(_ text: String) -> (words: [String], numbers: [Double]) {
      let text = text.replacing(#/[0-9.]+ (s|ms|B|kB|MB|frames/s)\b/#) { "… \($0.output.1)" }
      let number = #/-?[0-9]+(\.[0-9]+)?/#
      return (
        text.split(separator: number, omittingEmptySubsequences: false).map(String.init),
        text.matches(of: number).compactMap { Double($0.output.0) }
      )
    }
    let (left, right) = (pieces(printed), pieces(shown.map { $0 + "\n" }.joined()))
    return left.words == right.words && left.numbers.count == right.numbers.count
      && zip(left.numbers, right.numbers).allSatisfy { abs($0 - $1) <= max(0.003, abs($1) / 1000) }
  }
}
