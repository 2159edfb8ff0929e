internal import BromideValues
internal import Foundation
internal import TestSupport

/// The picture that iiif-validator requires, as a raw: ten by ten squares of 100 pixels. Their
/// colours are the validator's reference numbers.
enum ValidatorChart {
  /// A photo that develops to these codes. Its profile's curve is linear and replaces the look.
  static var photo: SyntheticPhoto {
    let scene = SyntheticScene("validator") { x, y in
      let (column, row) = (min(max(Int(x * 10), 0), 9), min(max(Int(y * 10), 0), 9))
      return light(codes[10 * column + row])
    }
    var photo = SyntheticPhoto(scene, size: Size(width: 1000, height: 1000))
    photo.options.profile.toneCurve = [0, 0, 1, 1]
    return photo
  }

  /// Linear light of a code `0xRRGGBB` (IEC 61966-2-1).
  private static func light(_ code: Int) -> SIMD3<Double> {
    var light = SIMD3<Double>()
    for (c, shift) in [16, 8, 0].enumerated() {
      let v = Double(code >> shift & 255) / 255
      light[c] = v <= 0.040_45 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
    }
    return light
  }

  /// Column after column.
  private static let codes: [Int] = [
    0x3DAA7E, 0x3D6BB2, 0x5255EA, 0xA47A6E, 0x81E258, 0x5B2579, 0x8A802A, 0x0655EA, 0x796DCC,
    0x41F654,
    0xC38578, 0xAB2B66, 0x762D82, 0xF269AB, 0x055569, 0x713A29, 0xDF4503, 0x2D4F8C, 0x2375F8,
    0x799CB8,
    0xA85CA3, 0x1C5B8F, 0x5629AD, 0x6FE61D, 0xAEBD07, 0x128B58, 0x5DA880, 0x23020E, 0xCC6989,
    0x125680,
    0x6B37B2, 0xFB28B8, 0x2F248B, 0x027FAA, 0xE00C72, 0x85436C, 0xEFAED1, 0x551D9C, 0x0837BC,
    0xF07D07,
    0x70A71E, 0xA63FA1, 0xE8E317, 0x4A5087, 0x4F612F, 0x91A050, 0x2DA04F, 0x0C36D7, 0xCB5346,
    0x4E1C2E,
    0x66C13F, 0xE1375B, 0x6BC293, 0xA7185F, 0xF9D660, 0xA72288, 0x35FED1, 0xACDE15, 0x994D33,
    0x8927B7,
    0x9FB6C0, 0x80FCAD, 0x94A25A, 0xC0A573, 0x9A6602, 0x6BED3E, 0x6FECDB, 0x8171AC, 0xEFCCA6,
    0x3C6025,
    0x48ACE3, 0x773364, 0xD155A5, 0x57AC9F, 0xBC2AA2, 0x630336, 0x072A25, 0x699B64, 0x26DCF0,
    0x622E02,
    0x12DF91, 0xBD7911, 0x5803D2, 0xB5102B, 0xBD27F4, 0x7B9374, 0xF694D6, 0xDFB1C7, 0x4D1288,
    0xEB2415,
    0x9289B0, 0x54F837, 0x3D904F, 0x6EFB31, 0x2B6984, 0xA58337, 0x3C17E1, 0x93C5E2, 0x504368,
    0xA177B6,
  ]
}
