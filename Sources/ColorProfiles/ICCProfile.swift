public import Color

/// An ICC profile of an output space, made by lcms2.
///
/// It is a version 4.3 display profile. Version 2 is older and known to even more programs, but states a curve with a
/// linear piece only as a table; version 4's parametric curve is the space's `TransferFunction` itself, and with it the
/// profile takes some 500 bytes instead of 3 kilobytes or more.
public struct ICCProfile: Sendable, Hashable {
  /// The profile's bytes; equal for equal spaces, on every day and machine.
  public let bytes: [UInt8]
  /// Its description, for PNG's iCCP name: 1 to 79 characters of ASCII.
  public let name: String

  /// A display profile of `space`: matrix and parametric curve; with one channel, a grey profile of its curve.
  ///
  /// - Precondition: as for `made(for:channels:)`, and lcms2 has the memory it needs.
  public init(_ space: RGBSpace, channels: Int = 3) {
    do {
      self = try Self.made(for: space, channels: channels)
    } catch {
      preconditionFailure(error.description)
    }
  }

  init(bytes: [UInt8], name: String) {
    self.bytes = bytes
    self.name = name
  }

  /// The same, for who can act on lcms2's failure.
  ///
  /// - Precondition: `channels` is 1 or 3, and the space's primaries make a matrix with an inverse.
  /// - Throws: `ICCProfileError` naming the step that lcms2 refused.
  public static func made(
    for space: RGBSpace, channels: Int = 3
  ) throws(ICCProfileError) -> ICCProfile {
    precondition(channels == 1 || channels == 3, "a profile is for grey or for RGB")
    let name = description(of: space, isGrey: channels == 1)
    let writer = try ProfileWriter()
    try writer.writeHeader(isGrey: channels == 1)
    try writer.writeText(name, as: .description)
    try writer.writeText("No copyright (CC0)", as: .copyright)
    try writer.writeWhite(adaptation: .bradford(from: space.white, to: .d50))
    try writer.writeCurve(space.transfer, isGrey: channels == 1)
    if channels == 3 { try writer.writeColorants(of: space) }
    let dated = Self.withFixedDate(try writer.save())
    return ICCProfile(bytes: try ProfileWriter.withIdentifier(dated), name: name)
  }

  private static func description(of space: RGBSpace, isGrey: Bool) -> String {
    let name =
      switch space {
      case .srgb: "sRGB"
      case .linearSRGB: "Linear sRGB"
      case .displayP3: "Display P3"
      case .adobeRGB: "Compatible with Adobe RGB (1998)"
      case .rec2020: "Rec. ITU-R BT.2020"
      case .prophoto: "ROMM RGB (ProPhoto)"
      default: space.name
      }
    return isGrey ? name + " grey" : name
  }

  /// lcms2 writes the time of day and has no setter for it: the first moment of 2025 in bytes 24 … 35, six big-endian
  /// numbers of two bytes (ICC.1:2010, 4.2).
  private static func withFixedDate(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let date: [UInt16] = [2025, 1, 1, 0, 0, 0]
    bytes.replaceSubrange(24..<36, with: date.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    return bytes
  }
}

/// What lcms2 would not do.
public enum ICCProfileError: Error, Sendable, Hashable {
  /// The C function that failed, and what for.
  case littleCMS(function: String, purpose: String)
}

extension ICCProfileError: CustomStringConvertible {
  /// The failed function and its purpose, in one sentence.
  public var description: String {
    switch self {
    case .littleCMS(let function, let purpose): "lcms2's \(function) failed (\(purpose))"
    }
  }
}
