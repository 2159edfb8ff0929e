internal import BromideSystem

/// The names of a run's frames: numbers starting at 0 with equal length, so that all programs sort
/// them correctly.
struct FrameNames: Sendable {
  let count: Int
  /// The suffix with its dot.
  private let suffix: String
  private let digits: Int

  init(count: Int, suffix: String) {
    self.count = count
    self.suffix = "." + suffix
    digits = String(max(count - 1, 0)).count
  }

  /// Returns a name such as `0042.png`.
  func name(_ frame: Int) -> String { frame.padded(toDigits: digits) + suffix }

  /// Returns whether a name is a valid frame name, but not a frame of this run.
  func isForeign(_ name: String) -> Bool {
    let stem = name.dropLast(suffix.count)
    guard name.hasSuffix(suffix), let number = Int(stem), stem.allSatisfy(\.isNumber) else {
      return false
    }
    return number >= count || name != self.name(number)
  }
}
