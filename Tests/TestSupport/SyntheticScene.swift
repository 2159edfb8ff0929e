public import BromideValues

/// A synthetic scene: linear sRGB at every point of an upright picture, with a white surface at 1.
///
/// Points run from (0, 0) at the top left to (1, 1). A margin around them is also defined.
public struct SyntheticScene: Sendable {
  /// A word for file names.
  public let name: String
  /// Linear sRGB at a place.
  public let color: @Sendable (_ x: Double, _ y: Double) -> SIMD3<Double>

  /// - Parameter color: Returns linear sRGB at a point. Equal points must give equal colours.
  public init(_ name: String, color: @escaping @Sendable (Double, Double) -> SIMD3<Double>) {
    self.name = name
    self.color = color
  }

  /// A uniform colour.
  public static func flat(_ color: SIMD3<Double>) -> SyntheticScene {
    SyntheticScene("flat") { _, _ in color }
  }

  /// Rings that become finer from the centre, down to two pixels a period at the end of `longEdge`
  /// pixels.
  public static func zonePlate(_ size: Size) -> SyntheticScene {
    let edge = Double(size.longEdge)
    return SyntheticScene("zone-plate") { x, y in
      let (dx, dy) = ((x - 0.5) * Double(size.width), (y - 0.5) * Double(size.height))
      let value = 0.45 + 0.4 * cosine(.pi * (dx * dx + dy * dy) / edge)
      return SIMD3(repeating: value)
    }
  }

  /// Bands for grey, primaries and hues, from black on the left to white or the full colour on the
  /// right.
  public static let gradients = SyntheticScene("gradients") { x, y in
    let level = min(max(x, 0), 1)
    switch Int((min(max(y, 0), 0.999_999) * 6).rounded(.down)) {
    case 0: return SIMD3(repeating: level)
    case 1: return SIMD3(level, 0.02, 0.02)
    case 2: return SIMD3(0.02, level, 0.02)
    case 3: return SIMD3(0.02, 0.02, level)
    case 4: return hue(level) * 0.8
    default: return SIMD3(repeating: (level * 16).rounded(.down) / 15)
    }
  }

  /// The scene with a bright round spot (a lamp, or a reflection).
  public func withSpot(
    at centre: NormalizedPoint, radius: Double, aspect: Double = 1.5, color: SIMD3<Double>
  ) -> SyntheticScene {
    let base = self.color
    return SyntheticScene(name + "-spot") { x, y in
      let (dx, dy) = (x - centre.x, (y - centre.y) / aspect)
      return dx * dx + dy * dy < radius * radius ? color : base(x, y)
    }
  }

  /// The scene rotated about its centre by an angle in degrees, as in photos taken with a camera
  /// that is not level.
  public func tilted(by degrees: Double, aspect: Double = 1.5) -> SyntheticScene {
    let base = color
    let (c, s) = (cosine(degrees * .pi / 180), sine(degrees * .pi / 180))
    return SyntheticScene(name + "-tilted") { x, y in
      let (dx, dy) = ((x - 0.5) * aspect, y - 0.5)
      return base((c * dx + s * dy) / aspect + 0.5, c * dy - s * dx + 0.5)
    }
  }

  /// The scene with all light multiplied by a factor.
  public func scaled(by factor: Double) -> SyntheticScene {
    let base = color
    return SyntheticScene(name) { x, y in base(x, y) * factor }
  }

  /// Red through yellow, green, cyan, blue and magenta back to red.
  static func hue(_ turn: Double) -> SIMD3<Double> {
    func channel(_ offset: Double) -> Double {
      let position = (turn + offset) * 6
      let wrapped = position - (position / 6).rounded(.down) * 6
      return min(max(abs(wrapped - 3) - 1, 0), 1)
    }
    return SIMD3(channel(0), channel(2.0 / 3), channel(1.0 / 3))
  }
}
