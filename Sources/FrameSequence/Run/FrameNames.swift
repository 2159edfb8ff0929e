internal import Platform

/// The names of a run's frames: their numbers from 0, padded to the run's own length, so that every program sorts them right.
struct FrameNames: Sendable {
  let count: Int
  private let digits: Int

  init(count: Int) {
    self.count = count
    digits = String(max(count - 1, 0)).count
  }

  /// `0042.png`.
  func name(_ frame: Int) -> String { frame.padded(toDigits: digits) + ".png" }

  /// Whether a name is that of a frame of some run, but of none of this one.
  func isForeign(_ name: String) -> Bool {
    guard name.hasSuffix(".png"), let number = Int(name.dropLast(4)),
      name.dropLast(4).allSatisfy(\.isNumber)
    else { return false }
    return number >= count || name != self.name(number)
  }
}
