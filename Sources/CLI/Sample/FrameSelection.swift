internal import ArgumentParser

/// A selection of a clip's frames, counted from 0.
struct FrameSelection: Sendable, Hashable {
  struct Part: Sendable, Hashable {
    var first: Int
    /// The last frame, or `nil` for the end of the clip.
    var last: Int?
    var step = 1
  }
  var parts: [Part] = []
  /// Whether the selection is the clip's last frame.
  var isLast = false

  static let first = FrameSelection(parts: [Part(first: 0, last: 0)])
  static let all = FrameSelection(parts: [Part(first: 0, last: nil)])

  init(parts: [Part]) { self.parts = parts }

  /// Reads a list such as `3,10-50:4,90-`. You can use `..` instead of `-`.
  init(_ text: String) throws {
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let part = Self.part(word) else {
        throw ValidationError(
          "“\(word)” is not a frame or range; expected a list such as 3,10-50,10-50:4,90-"
        )
      }
      parts.append(part)
    }
  }

  /// Reads a number or `last`.
  static func one(_ text: String) throws -> FrameSelection {
    if text == "last" {
      var selection = FrameSelection(parts: [])
      selection.isLast = true
      return selection
    }
    guard let frame = Int(text), frame >= 0 else {
      throw ValidationError("expected a number from 0, or last")
    }
    return FrameSelection(parts: [Part(first: frame, last: frame)])
  }

  /// Returns whether a frame is selected. For `last`, this is always `false`, because only the end
  /// of the clip reveals it.
  func contains(_ frame: Int) -> Bool {
    parts.contains { part in
      frame >= part.first && frame <= part.last ?? .max && (frame - part.first) % part.step == 0
    }
  }

  /// The highest frame that can be selected, or `nil` without a limit.
  var end: Int? {
    if isLast { return nil }
    let ends = parts.map(\.last)
    return ends.contains(nil) ? nil : ends.compactMap { $0 }.max()
  }

  /// The highest explicit frame. If the clip is shorter, a frame is missing.
  var named: Int { parts.map { $0.last ?? $0.first }.max() ?? 0 }

  /// Returns the selected frames of a clip, in order and without duplicates.
  func frames(of count: Int) -> [Int] {
    if isLast { return count > 0 ? [count - 1] : [] }
    return (0..<count).filter(contains)
  }

  private static func part(_ word: Substring) -> Part? {
    var text = String(word)
    var step = 1
    if let colon = text.lastIndex(of: ":") {
      guard let value = Int(text[text.index(after: colon)...]), value > 0 else { return nil }
      step = value
      text = String(text[..<colon])
    }
    if let frame = Int(text), frame >= 0, !text.hasPrefix("+") {
      return step == 1 ? Part(first: frame, last: frame) : nil
    }
    let ends: [Substring]
    if let dots = text.firstRange(of: "..") {
      ends = [text[..<dots.lowerBound], text[dots.upperBound...]]
    } else {
      ends = text.split(separator: "-", omittingEmptySubsequences: false)
    }
    guard ends.count == 2, let first = Int(ends[0]), first >= 0 else { return nil }
    if ends[1].isEmpty { return Part(first: first, last: nil, step: step) }
    guard let last = Int(ends[1]), last >= first else { return nil }
    return Part(first: first, last: last, step: step)
  }
}

/// The span of a running average.
enum FrameAverage: Sendable, Hashable {
  case frames(Int)
  case seconds(Double)

  init(_ text: String) throws {
    if text.hasSuffix("s"), let seconds = Double(text.dropLast()), seconds > 0, seconds <= 3600 {
      self = .seconds(seconds)
    } else if let count = Int(text), (1...100_000).contains(count) {
      self = .frames(count)
    } else {
      throw ValidationError("expected frames (25) or seconds (0.5s)")
    }
  }
}
