internal import BromideTimelines
internal import Tweening

/// Reads courses such as `ease(2) 0→10 in 4s, at 1.5s → 3 in 2s`: a movement, then the time and
/// target of each detour.
///
/// A clause can name a curve before its arrow. Without a name, a detour keeps the previous curve.
/// You can use `->` as an arrow, and any number of detours.
enum DetourText {
  static let example = "ease(2) 0→10 in 4s, at 1.5s → 3 in 2s"

  static func read(_ text: String) throws(UsageError) -> DetourCourse {
    let clauses = split(text, at: ",").map(String.init)
    let first = try Clause(clauses[0], of: text)
    guard let start = first.words.last else {
      throw rejection(text, "“\(clauses[0])” needs a value before its arrow")
    }
    let curve = try first.curve(first.words.dropLast(), of: text) ?? .cosine
    var course = DetourCourse(
      from: try number(start, "a value to start from", text), to: first.end, in: first.seconds,
      curve: curve)
    guard clauses.count > 1 else {
      throw rejection(text, "“, at TIME → VALUE in TIME” is missing")
    }
    for clause in clauses.dropFirst() {
      let next = try Clause(clause, of: text)
      guard next.words.first == "at", next.words.count > 1 else {
        throw rejection(text, "“\(trimmed(clause))” does not begin with “at TIME”")
      }
      let time = try seconds(next.words[1], text)
      guard time >= course.departures.last ?? 0 else {
        throw rejection(text, "\(next.words[1]) is earlier than the departure before it")
      }
      course.leave(
        at: time, to: next.end, in: next.seconds,
        by: try next.curve(next.words.dropFirst(2), of: text) ?? course.lastCurve)
    }
    return course
  }

  /// A clause: the words before its arrow, and the end and duration after it.
  private struct Clause {
    let words: [String]
    let end: Double
    let seconds: Double

    init(_ clause: String, of text: String) throws(UsageError) {
      let bare = clause.replacing("->", with: "→")
      let sides = bare.split(separator: "→", omittingEmptySubsequences: false)
      guard sides.count == 2 else {
        throw rejection(text, "“\(trimmed(clause))” needs one arrow, → or ->")
      }
      words = DetourText.split(String(sides[0]), at: " ").map(String.init)
      let behind = sides[1].split(separator: " ").map(String.init)
      guard behind.count == 3, behind[1] == "in" else {
        throw rejection(
          text, "expected “VALUE in TIME” after the arrow, not “\(trimmed(String(sides[1])))”")
      }
      end = try number(behind[0], "a value to arrive at", text)
      seconds = try DetourText.seconds(behind[2], text)
      guard seconds > 0 else { throw rejection(text, "a movement must take more than 0 s") }
    }

    /// Returns the curve for the words, or `nil` without words.
    func curve(_ words: ArraySlice<String>, of text: String) throws(UsageError) -> Curve? {
      guard !words.isEmpty else { return nil }
      let name = words.joined(separator: " ")
      do throws(CurveTextError) {
        return try Curve(parsing: name)
      } catch {
        throw UsageError("--detour: “\(name)”, \(error.advised)")
      }
    }
  }

  private static func rejection(_ text: String, _ reason: String) -> UsageError {
    UsageError("--detour “\(text)”: \(reason); an example: '\(example)'")
  }

  private static func number(
    _ word: String, _ what: String, _ text: String
  ) throws(UsageError) -> Double {
    guard let value = Double(word), abs(value) <= 1e9 else {
      throw rejection(text, "“\(word)” is not \(what), a number up to a billion")
    }
    return value
  }

  /// Reads a time such as `1.5s`, `1.5` or `250ms`.
  private static func seconds(_ word: String, _ text: String) throws(UsageError) -> Double {
    let isMilliseconds = word.hasSuffix("ms")
    let digits =
      isMilliseconds ? word.dropLast(2) : word.hasSuffix("s") ? word.dropLast() : word[...]
    guard let value = Double(digits), (0...1e6).contains(value) else {
      throw rejection(text, "“\(word)” is not a time, such as 1.5s or 250ms")
    }
    return isMilliseconds ? value / 1000 : value
  }

  /// Splits text at separators outside brackets. Splitting at spaces skips empty parts.
  private static func split(_ text: String, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = text.startIndex
    for index in text.indices {
      switch text[index] {
      case "(": depth += 1
      case ")": depth -= 1
      case separator where depth <= 0:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    parts.append(text[start...])
    return separator == " " ? parts.filter { !$0.isEmpty } : parts
  }

  private static func trimmed(_ text: String) -> String {
    text.split(separator: " ").joined(separator: " ")
  }
}
