import Foundation
import TestSupport
import Testing

/// The command that was built with these tests, to compare the library's results with.
enum BuiltCommand {
  /// Runs the command and returns its standard output.
  static func run(_ arguments: String...) throws -> String { try run(arguments) }

  /// Runs the command and returns its standard output.
  static func run(_ arguments: [String]) throws -> String {
    let command = try #require(ForeignProgram(at: BuildFolder.program("bromide")))
    return try command.run(arguments)
  }

  /// The numbers in the one row that `bromide sample --format csv` prints, by column.
  static func sample(_ arguments: String...) throws -> [String: Double] { try sample(arguments) }

  /// The numbers in the one row that `bromide sample --format csv` prints, by column.
  static func sample(_ arguments: [String]) throws -> [String: Double] {
    let command = try #require(ForeignProgram(at: BuildFolder.program("bromide")))
    let lines = try command.run(["sample", "--format", "csv"] + arguments)
      .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    try #require(lines.count == 2)
    var numbers: [String: Double] = [:]
    for (name, value) in zip(lines[0], lines[1]) { numbers[String(name)] = Double(value) }
    return numbers
  }
}
