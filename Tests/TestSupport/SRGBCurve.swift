/// The curve of sRGB (IEC 61966-2-1), written independently of `Color`'s formulas, as it serves as
/// their oracle. Codes and light are 0…1.
public enum SRGBCurve {
  /// The light of a code.
  public static func light(_ code: Double) -> Double {
    code <= 0.04045 ? code / 12.92 : power((code + 0.055) / 1.055, 2.4)
  }

  /// The code of light.
  public static func code(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * power(light, 1 / 2.4) - 0.055
  }
}
