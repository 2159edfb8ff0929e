internal import ArgumentParser
internal import BromideValues

/// Reads the numbers of flags, for all commands and for the server.
package enum NumberValue {
  /// Returns a function that reads an integer.
  ///
  /// - Parameter noun: The accepted values, for the error.
  package static func whole(
    _ range: ClosedRange<Int>, noun: String = "whole numbers"
  ) -> @Sendable (String) throws -> Int {
    { text in
      guard let number = Int(text), range.contains(number) else {
        throw ValidationError("expected \(noun) from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }

  /// Returns a function that reads a number.
  ///
  /// - Parameters:
  ///   - noun: The accepted values, for the error.
  ///   - note: The text after the range, for the error.
  package static func decimal(
    _ range: ClosedRange<Double>, noun: String = "numbers", note: String = ""
  ) -> @Sendable (String) throws -> Double {
    { text in
      guard let number = Double(text), range.contains(number) else {
        throw ValidationError(
          "expected \(noun) from \(bound(range.lowerBound)) to \(bound(range.upperBound))\(note)")
      }
      return number
    }
  }

  /// Returns a function that reads columns and rows, such as `6x4`.
  ///
  /// - Parameter expected: The accepted values, for the error.
  static func grid(
    _ range: ClosedRange<Int>, expected: String
  ) -> @Sendable (String) throws -> Size {
    { text in
      let counts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard counts.count == 2, let columns = counts[0], let rows = counts[1],
        range.contains(columns), range.contains(rows)
      else { throw ValidationError("expected \(expected)") }
      return Size(width: columns, height: rows)
    }
  }

  private static func bound(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
