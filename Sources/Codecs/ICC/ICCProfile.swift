public import BromideValues
internal import CBromideCodecs

/// An ICC profile of an output space, created by lcms2.
///
/// The profile is a version 4.3 display profile. More programs support version 2, but it needs a
/// table for a curve with a linear piece. Version 4's parametric curve equals the space's
/// `TransferFunction`, and the profile takes about 500 bytes instead of 3 kilobytes or more.
public struct ICCProfile: Sendable, Hashable {
  /// The profile's bytes. Equal spaces give equal bytes, at any time and on any machine.
  public let bytes: [UInt8]
  /// The description, for PNG's iCCP name: 1 to 79 characters of ASCII.
  public let name: String

  /// Creates a display profile of `space` with a matrix and a parametric curve. With one channel,
  /// creates a grey profile with its curve.
  ///
  /// - Precondition: The conditions of `made(for:channels:)`, and lcms2 can allocate its memory.
  public init(_ space: RGBSpace, channels: Int = 3) {
    do {
      self = try Self.made(for: space, channels: channels)
    } catch {
      preconditionFailure(error.description)
    }
  }

  /// Creates a profile from the bytes of a file.
  ///
  /// - Parameter name: 1 to 79 printable characters of ASCII, without two spaces in sequence.
  package init(bytes: [UInt8], name: String) {
    self.bytes = bytes
    self.name = name
  }

  /// Creates the same profile for callers that can handle an error of lcms2.
  ///
  /// - Parameter isInput: Whether it is for a camera instead of a display. It then has version 2.4,
  ///   because linear values do not need a parametric curve.
  /// - Precondition: `channels` is 1 or 3, and the matrix of the space's primaries has an inverse.
  /// - Throws: `ICCProfileError.littleCMS` with the step that failed in lcms2.
  public static func made(
    for space: RGBSpace, channels: Int = 3, isInput: Bool = false
  ) throws(ICCProfileError) -> ICCProfile {
    precondition(channels == 1 || channels == 3, "a profile is for grey or for RGB")
    let name = description(of: space, isGrey: channels == 1)
    let writer = try ProfileWriter()
    try writer.writeHeader(isGrey: channels == 1, isInput: isInput)
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
      default:
        RGBSpace.all.first { $0.linearLight == space }.map {
          "Linear " + description(of: $0, isGrey: false)
        } ?? space.name
      }
    return isGrey ? name + " grey" : name
  }

  /// Replaces the creation time, because lcms2 writes the current time. Bytes 24 … 35 become the
  /// first moment of 2025: six big-endian numbers of two bytes (ICC.1:2010, 4.2).
  private static func withFixedDate(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let date: [UInt16] = [2025, 1, 1, 0, 0, 0]
    bytes.replaceSubrange(24..<36, with: date.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    return bytes
  }
}

/// A failure of lcms2.
public enum ICCProfileError: Error, Sendable, Hashable {
  /// The C function that failed, and its purpose.
  case littleCMS(function: String, purpose: String)
}

extension ICCProfileError: CustomStringConvertible {
  /// A sentence with the failed function and its purpose.
  public var description: String {
    switch self {
    case .littleCMS(let function, let purpose): "lcms2's \(function) failed (\(purpose))"
    }
  }
}

/// The version of the installed Little CMS.
public enum LCMSVersion {
  /// The version as text. The corresponding C function is `cmsGetEncodedCMMversion`, which returns
  /// 2140 for 2.14.
  public static var text: String {
    let code = Int(cmsGetEncodedCMMversion())
    let patch = code % 10
    return "\(code / 1000).\(code % 1000 / 10)" + (patch > 0 ? ".\(patch)" : "")
  }
}
