internal import BromideValues

/// The light of a calibration in a DNG or a camera profile's file.
enum CalibrationLight {
  /// Returns the chromaticity of the light of calibration 0 or 1, or `nil` if it is unknown.
  ///
  /// CalibrationIlluminant is an EXIF LightSource. With 255 (other), IlluminantData contains the
  /// chromaticity (DNG 1.7.1, chapter 4).
  static func chromaticity(
    _ index: Int, _ field: (UInt16) -> ProfileField?
  ) -> Chromaticity? {
    guard let number = (try? field(ProfileTag.illuminants[index])?.numbers(1))?.first,
      let code = Int(exactly: number)
    else { return nil }
    guard code == other else { return Illuminant.chromaticity(exifLightSource: code) }
    return field(ProfileTag.illuminantData[index]).flatMap(chromaticity)
  }

  /// Returns the chromaticity in IlluminantData: a SHORT of 0, and two RATIONALs. Spectra (a SHORT
  /// of 1) are not supported.
  private static func chromaticity(_ field: ProfileField) -> Chromaticity? {
    guard let data = try? field.data(18), data.unsigned(at: 0, count: 2) == 0 else { return nil }
    func ratio(_ place: Int) -> Double {
      Double(data.integer(at: place)) / Double(data.integer(at: place + 4))
    }
    let (x, y) = (ratio(2), ratio(10))
    guard x > 0, y > 0, x + y <= 1 else { return nil }
    return Chromaticity(x: x, y: y)
  }

  private static let other = 255
}
