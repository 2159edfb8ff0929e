internal import BromideValues

/// A drawing colour in sRGB, with components from 0 to 1 and straight alpha.
public struct Ink: Sendable, Hashable {
  /// Red, encoded in sRGB, from 0 to 1.
  public var red: Double
  /// Green, encoded in sRGB, from 0 to 1.
  public var green: Double
  /// Blue, encoded in sRGB, from 0 to 1.
  public var blue: Double
  /// Opacity from 0 (invisible) to 1 (opaque).
  public var alpha: Double

  /// Creates an ink from components encoded in sRGB and straight alpha, all from 0 to 1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates an ink from a hexadecimal number: `Ink(0xD55E00)` is `#D55E00`.
  public init(_ hex: UInt32, alpha: Double = 1) {
    self.init(
      red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255,
      blue: Double(hex & 0xFF) / 255, alpha: alpha)
  }

  /// Opaque black.
  public static let black = Ink(0x000000)
  /// Opaque white.
  public static let white = Ink(0xFFFFFF)
  /// Red, green and blue with different lightness, for plots of channels.
  public static let channels = [Ink(0xD0312D), Ink(0x2E8B3D), Ink(0x2962C8)]

  /// Returns the same colour with a different opacity.
  public func opacity(_ alpha: Double) -> Ink {
    Ink(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Luminance of the opaque colour, from 0 to 1 (IEC 61966-2-1).
  public var luminance: Double {
    let light = SIMD3(
      TransferFunction.srgb.decode(red), TransferFunction.srgb.decode(green),
      TransferFunction.srgb.decode(blue))
    return (RGBSpace.srgb.toXYZ * light).y
  }

  /// Black or white, depending on the larger contrast with this colour (WCAG 2).
  public var legible: Ink {
    (luminance + 0.05) * (luminance + 0.05) > 1.05 * 0.05 ? .black : .white
  }
}
