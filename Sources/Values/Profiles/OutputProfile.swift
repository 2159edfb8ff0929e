/// The colours that a profile keeps if its device cannot show all of them (ICC.1:2022, 6.2).
public enum RenderingIntent: String, Sendable, Hashable, Codable, CaseIterable {
  /// Colours that the device shows stay the same relative to its white.
  case relative
  /// The maker's table keeps the relations of colours.
  case perceptual
  /// The maker's table keeps strong colours strong.
  case saturation
  /// Colours stay the same on any paper, also white.
  case absolute
}

/// An ICC profile of a printer, paper or display that pictures are written for.
///
/// It converts light in linear Rec. 2020 to the codes of the device.
public struct OutputProfile: Sendable, Codable {
  /// The conversion to codes.
  public enum Form: Sendable, Hashable, Codable {
    /// `matrix` converts light to linear light of the device. `black` is the device's black, which
    /// the light of black becomes. The curves of the channels then give the codes. Equal curves
    /// are stored once.
    case curves(matrix: Matrix3x3, black: Double, curves: [ProfileCurve])
    /// A table of the codes for Rec. 2020 with the curve of sRGB.
    case table(LookTable.Cube)
  }

  /// The file's path as specified, for messages.
  public var path: String
  /// A digest of the file's bytes: two profiles with equal ones are equal.
  public var digest: String
  /// The description in the file, with 1 to 79 printable characters of ASCII.
  public var name: String
  /// The file's bytes, for pictures.
  public var bytes: [UInt8]
  /// Whether codes have one channel instead of red, green and blue.
  public var isGrey: Bool
  /// The rendering intent.
  public var intent: RenderingIntent
  /// Whether black becomes the device's black, or `nil` for the default.
  public var blackPoint: Bool?
  /// The conversion, which depends on the intent and the black point.
  public var form: Form

  /// Creates a profile from its parts.
  public init(
    path: String, digest: String, name: String, bytes: [UInt8], isGrey: Bool,
    intent: RenderingIntent, blackPoint: Bool?, form: Form
  ) {
    (self.path, self.digest, self.name, self.bytes) = (path, digest, name, bytes)
    (self.isGrey, self.intent, self.blackPoint, self.form) = (isGrey, intent, blackPoint, form)
  }

  /// Returns whether the text of a colour space is the path of a profile instead of a name.
  public static func isPath(_ text: String) -> Bool { text.contains { $0 == "." || $0 == "/" } }

  /// Whether black becomes the device's black. The absolute intent never changes black.
  public var movesBlack: Bool { intent != .absolute && blackPoint ?? true }

  /// This profile for a fingerprint of settings: without the data that the digest stands for.
  public var digestible: OutputProfile {
    OutputProfile(
      path: "", digest: digest, name: "", bytes: [], isGrey: isGrey, intent: intent,
      blackPoint: movesBlack, form: .curves(matrix: .identity, black: 0, curves: []))
  }
}

extension OutputProfile: Hashable {
  /// Whether both convert colours in the same way.
  public static func == (left: OutputProfile, right: OutputProfile) -> Bool {
    left.digest == right.digest && left.intent == right.intent
      && left.movesBlack == right.movesBlack
  }

  /// Hashes the digest and the intent.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
    hasher.combine(intent)
    hasher.combine(movesBlack)
  }
}

extension OutputProfile {
  /// Returns the codes, 0…1, of light in linear Rec. 2020. A grey profile returns its code three
  /// times.
  ///
  /// Light and the device's light are limited to 0…1. NaN is treated as black.
  public func codes(of light: SIMD3<Double>) -> SIMD3<Double> {
    switch form {
    case .curves(let matrix, let black, let curves):
      let device = Self.limited(matrix * light)
      var codes = SIMD3<Double>()
      for c in 0..<3 {
        codes[c] = curves[min(c, curves.count - 1)].code(of: black + (1 - black) * device[c])
      }
      return codes
    case .table(let cube):
      let limited = Self.limited(light)
      var encoded = SIMD3<Double>()
      for c in 0..<3 { encoded[c] = Self.tableTransfer.encode(limited[c]) }
      return cube(encoded)
    }
  }

  /// The curve of the light in a table. With it, entries are about equally far apart to the eye.
  public static let tableTransfer = TransferFunction.srgb

  private static func limited(_ light: SIMD3<Double>) -> SIMD3<Double> {
    light.replacing(with: 0, where: .!(light .> 0)).replacing(with: 1, where: light .> 1)
  }
}
