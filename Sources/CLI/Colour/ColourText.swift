internal import BromideSampling
internal import BromideSystem
internal import BromideValues

/// Reads a colour from text: `#rgb`, `#rrggbb`, or a space and its numbers.
enum ColourText {
  /// The space of the light that `light` returns: unbounded, and with the white D65.
  static let space = RGBSpace.linearSRGB

  /// The spaces that a colour can be written in.
  static let spaces = SampleSpace.all.filter {
    ![.hex, .rgb, .ycbcr, .camera, .ictcp, .jzazbz].contains($0)
  }

  /// The linear light of a colour, in the primaries of `space`.
  ///
  /// - Throws: A sentence with the accepted forms.
  static func light(_ text: String) throws(UsageError) -> SIMD3<Double> {
    if let light = hex(text) { return light }
    guard let (name, numbers) = parts(text) else {
      throw UsageError(
        "“\(text)” is not a colour; use #f80, #ff8800 or a space and three numbers, such as lab:70,40,60"
      )
    }
    guard let space = SampleSpace.named(name), spaces.contains(space) else {
      let names = spaces.map(\.name)
      throw UsageError(
        "“\(text)”: the spaces of colours are \(names.joined(separator: ", "))"
          + Suggestion.text(for: name, among: names))
    }
    let values = numbers.compactMap { Double($0) }
    let expected = space.components.count
    guard values.count == numbers.count, values.count == expected, values.allSatisfy(\.isFinite)
    else {
      throw UsageError(
        "“\(text)”: \(name) needs \(expected) numbers, \(space.components.joined(separator: ", "))")
    }
    let light = light(SIMD3(values[0], values[1], expected == 3 ? values[2] : 0), space)
    guard (0..<3).allSatisfy({ light[$0].isFinite }) else {
      throw UsageError("“\(text)” is not a colour: its numbers are outside the range of \(name)")
    }
    return light
  }

  /// The name and the numbers of `name:1,2,3` or `name(1 2 3)`.
  private static func parts(_ text: String) -> (name: String, numbers: [Substring])? {
    guard let mark = text.firstIndex(where: { $0 == ":" || $0 == "(" }) else { return nil }
    var rest = text[text.index(after: mark)...]
    if text[mark] == "(" {
      guard rest.last == ")" else { return nil }
      rest = rest.dropLast()
    }
    return (
      String(text[..<mark]),
      rest.split(whereSeparator: { $0 == "," || $0 == " " })
    )
  }

  /// The light of `#rgb` or `#rrggbb` in sRGB, also without `#`.
  private static func hex(_ text: String) -> SIMD3<Double>? {
    HexColor.codes(text.first == "#" ? text.dropFirst() : text[...])
      .map { SignalLight(.srgb).light(of: SIMD3<Double>($0) / 255) }
  }

  /// Converts numbers of a space to light. This is the inverse of `SampleReadout`.
  private static func light(_ v: SIMD3<Double>, _ from: SampleSpace) -> SIMD3<Double> {
    switch from {
    case .encoded(let rgb): rgb.matrix(to: space) * SignalLight(rgb).light(of: v / 255)
    case .light(let rgb): rgb.matrix(to: space) * v
    case .linear: v
    case .hsl: SignalLight(.srgb).light(of: rgb(hue: v.x, saturation: v.y / 100, v.z / 100))
    case .xyz: fromXYZ(v, .d65)
    case .nits: fromXYZ(v / HighRangeCurve.white, .d65)
    case .xyy: fromXYZ(Chromaticity(x: v.x, y: v.y).xyz(luminance: v.z), .d65)
    case .lab: fromXYZ(Lab(l: v.x, a: v.y, b: v.z).xyz(), .d50)
    case .lch: fromXYZ(Lab(LCh(l: v.x, c: v.y, h: v.z)).xyz(), .d50)
    case .labUnder(let white):
      fromXYZ(Lab(l: v.x, a: v.y, b: v.z).xyz(white: white.chromaticity), white.chromaticity)
    case .lchUnder(let white):
      fromXYZ(
        Lab(LCh(l: v.x, c: v.y, h: v.z)).xyz(white: white.chromaticity), white.chromaticity)
    case .luv: fromXYZ(Luv(l: v.x, u: v.y, v: v.z).xyz(), .d65)
    case .oklab: fromXYZ(Oklab(l: v.x, a: v.y, b: v.z).xyz, .d65)
    case .oklch: fromXYZ(Oklab(LCh(l: v.x, c: v.y, h: v.z)).xyz, .d65)
    case .cct: fromXYZ(PlanckianPlace(mired: 1e6 / v.x, duv: v.y).white.xyz, .d65)
    case .hex, .rgb, .ycbcr, .camera, .ictcp, .jzazbz:
      preconditionFailure("a space in which colours cannot be written")
    }
  }

  private static func fromXYZ(_ xyz: SIMD3<Double>, _ white: Chromaticity) -> SIMD3<Double> {
    let d65 = white == .d65 ? xyz : Matrix3x3.bradford(from: white, to: .d65) * xyz
    return space.fromXYZ * d65
  }

  /// R′G′B′ of hue in degrees, saturation and lightness (CSS Color 4, 7.1).
  private static func rgb(
    hue: Double, saturation: Double, _ lightness: Double
  ) -> SIMD3<Double> {
    let a = saturation * min(lightness, 1 - lightness)
    func channel(_ n: Double) -> Double {
      let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
      let turn = k < 0 ? k + 12 : k
      return lightness - a * max(-1, min(turn - 3, 9 - turn, 1))
    }
    return SIMD3(channel(0), channel(8), channel(4))
  }
}
