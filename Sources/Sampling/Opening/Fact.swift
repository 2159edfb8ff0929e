internal import BromideValues

/// Something that determined how a colour was computed, and its source.
package struct Fact: Sendable, Hashable {
  package var name: String
  package var value: String
  /// `flag`, `tag` or `rule`, with more detail where it helps.
  package var source: String

  package init(_ name: String, _ value: String, _ source: String) {
    self.name = name
    self.value = value
    self.source = source
  }

  init<Value>(_ name: String, _ given: Sourced<Value>, _ text: (Value) -> String) {
    self.init(name, text(given.value), given.source.rawValue)
  }

  /// Returns the meaning of light for PQ and HLG, or an empty list for other curves.
  static func luminance(of space: RGBSpace) -> [Fact] {
    guard let curve = space.transfer.curve else { return [] }
    let white = Fact("white", "\(Int(HighRangeCurve.white)) cd/m²", "rule")
    return curve == .hlg
      ? [Fact("display", "\(Int(HighRangeCurve.hlgDisplay)) cd/m²", "rule"), white] : [white]
  }

  /// The fact for a person: `depth 12 (tag)`.
  package var text: String { "\(name) \(value) (\(source))" }
}
