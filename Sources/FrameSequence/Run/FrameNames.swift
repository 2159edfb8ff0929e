internal import Platform

/// The names of a run's frames: their numbers from 0, padded to the run's own length, so that every program sorts them right.
struct FrameNames: Sendable {
  let count: Int
  /// With its dot.
  private let suffix: String
  private let digits: Int

  init(count: Int, suffix: String) {
    self.count = count
    self.suffix = "." + suffix
    digits = String(max(count - 1, 0)).count
  }

  /// `0042.png`.
  func name(_ frame: Int) -> String { frame.padded(toDigits: digits) + suffix }

  /// Whether a name is that of a frame of some run, but of none of this one.
  func isForeign(_ name: String) -> Bool {
    let stem = name.dropLast(suffix.count)
    guard name.hasSuffix(suffix), let number = Int(stem), stem.allSatisfy(\.isNumber) else {
      return false
    }
    return number >= count || name != self.name(number)
  }
}
