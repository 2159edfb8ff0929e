package import BromideValues
internal import CBromideCodecs

/// Converts device values of any ICC profile to light with lcms2. It also supports profiles with
/// tables and profiles of inks.
///
/// Use it from one thread at the same time.
@safe
package final class ProfileTransform {
  /// The kinds of device values.
  package enum Values: Sendable, Hashable {
    /// Four inks per pixel, 1 for full ink.
    case cmyk
    /// R, G and B, 1 for white.
    case rgb
    /// One number, 1 for white.
    case grey

    /// The numbers per pixel.
    package var channels: Int { self == .cmyk ? 4 : self == .rgb ? 3 : 1 }
  }

  private let transform: cmsHTRANSFORM
  private let values: Values
  private let toLight: Matrix3x3
  private var xyz: [Float] = []

  /// Creates a transform relative to the profile's white, which becomes the space's white: the
  /// intent for photographs.
  ///
  /// The corresponding C functions are `cmsOpenProfileFromMem`, `cmsCreateXYZProfile` and
  /// `cmsCreateTransform`.
  ///
  /// - Parameters:
  ///   - profile: The ICC profile's bytes.
  ///   - space: The space of the resulting linear light.
  /// - Returns: `nil` if the profile is damaged or has another kind of values.
  package init?(_ profile: [UInt8], of values: Values, to space: RGBSpace) {
    guard let count = cmsUInt32Number(exactly: profile.count),
      let input = unsafe cmsOpenProfileFromMem(profile, count)
    else { return nil }
    defer { unsafe _ = cmsCloseProfile(input) }
    let (kind, signature) =
      switch values {
      case .cmyk: (PT_CMYK, cmsSigCmykData)
      case .rgb: (PT_RGB, cmsSigRgbData)
      case .grey: (PT_GRAY, cmsSigGrayData)
      }
    guard unsafe cmsGetColorSpace(input) == signature,
      let output = unsafe cmsCreateXYZProfile()
    else { return nil }
    defer { unsafe _ = cmsCloseProfile(output) }
    guard
      let made = unsafe cmsCreateTransform(
        input, Self.floats(kind, channels: values.channels), output,
        Self.floats(PT_XYZ, channels: 3), cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), 0)
    else { return nil }
    unsafe transform = made
    self.values = values
    toLight = space.fromXYZ * .bradford(from: .d50, to: space.white)
  }

  deinit { unsafe cmsDeleteTransform(transform) }

  /// Converts a row of pixels to light. The corresponding C function is `cmsDoTransform`.
  package func light(of row: [Float], _ put: (_ index: Int, SIMD3<Double>) -> Void) {
    let count = row.count / values.channels
    if xyz.count < 3 * count { xyz = [Float](repeating: 0, count: 3 * count) }
    // lcms2 uses percent for inks.
    let row = values == .cmyk ? row.map { 100 * $0 } : row
    unsafe cmsDoTransform(transform, row, &xyz, cmsUInt32Number(count))
    for i in 0..<count {
      put(i, toLight * SIMD3(Double(xyz[3 * i]), Double(xyz[3 * i + 1]), Double(xyz[3 * i + 2])))
    }
  }

  /// Returns lcms2's code for floats. Swift cannot use the macros FLOAT_SH, COLORSPACE_SH,
  /// CHANNELS_SH and BYTES_SH.
  static func floats(_ space: Int32, channels: Int) -> cmsUInt32Number {
    1 << 22 | UInt32(space) << 16 | UInt32(channels) << 3 | 4
  }
}
