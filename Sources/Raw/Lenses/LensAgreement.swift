internal import BromideValues

/// Compares the corrections of several lenses that can be a photo's.
enum LensAgreement {
  /// Returns the parts that all lenses have, or `nil` if there are none or the corrections differ
  /// visibly.
  ///
  /// They may differ by half a pixel at full size, and by 2 % of brightness, which is 0.03 EV. The
  /// result has the numbers of the first lens, and the names of all.
  static func common(_ all: [LensProfile], for size: Size) -> LensProfile? {
    guard
      let parts = all.first.map({ first in
        all.reduce(first.parts) { $0.intersection($1.parts) }
      }), !parts.isEmpty
    else { return nil }
    let cut = all.map { $0.only(parts) }
    let places = cut.map { $0.places(on: size) }
    for (index, one) in cut.enumerated() {
      for other in 0..<index {
        guard isNear(places[index], places[other]), hasNearGains(one, cut[other]) else {
          return nil
        }
      }
    }
    var common = cut[0]
    common.name = once(all.map(\.name)).joined(separator: " or ")
    common.damaged = LensProfile.Part.allCases.filter { part in
      all.contains { $0.damaged.contains(part) }
    }
    return common
  }

  /// Returns each name once, in the order of the first ones. A lens can be measured twice.
  static func once(_ names: [String]) -> [String] {
    names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map(\.element)
  }

  private static func isNear(_ one: [SIMD2<Double>], _ other: [SIMD2<Double>]) -> Bool {
    zip(one, other).allSatisfy { one, other in
      let way = one - other
      return (way * way).sum() <= mostPixels * mostPixels
    }
  }

  private static func hasNearGains(_ one: LensProfile, _ other: LensProfile) -> Bool {
    zip(one.vignetting ?? [], other.vignetting ?? []).allSatisfy {
      abs($0 - $1) <= mostGain * min($0, $1)
    }
  }

  /// In pixels at full size.
  private static let mostPixels = 0.5
  private static let mostGain = 0.02
}

extension LensProfile {
  /// Returns a copy with only some parts.
  fileprivate func only(_ parts: Set<Part>) -> LensProfile {
    var profile = self
    if !parts.contains(.distortion) { profile.distortion = nil }
    if !parts.contains(.lateralColor) { profile.lateralColor = nil }
    if !parts.contains(.vignetting) { profile.vignetting = nil }
    return profile
  }

  /// Returns the recorded places of red, green and blue for a grid of 17×11 points that reaches the
  /// corners of a corrected picture.
  fileprivate func places(on size: Size) -> [SIMD2<Double>] {
    let (bend, parting) = (warp(.distortion, for: size), warp(.lateralColor, for: size))
    return (0..<17 * 11).flatMap { index -> [SIMD2<Double>] in
      let point = SIMD2(
        Double(index % 17) / 16 * Double(size.width),
        Double(index / 17) / 10 * Double(size.height))
      let bent = bend?.source(of: point, plane: 1) ?? point
      return (0..<3).map { parting?.source(of: bent, plane: $0) ?? bent }
    }
  }
}
