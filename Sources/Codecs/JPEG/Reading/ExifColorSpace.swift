internal import BromideValues

/// Finds the colour space in an Exif block.
///
/// Exif only has a value for sRGB. Cameras mark Adobe RGB with an uncalibrated space together with
/// the interoperability index R03 (CIPA DC-010, Design rule for Camera File system 2.0, 3.6.2.2.3).
enum ExifColorSpace {
  /// Returns Adobe RGB if the block follows this rule, otherwise `nil`.
  static func find(_ exif: [UInt8]) -> RGBSpace? {
    guard let block = TIFFDirectories(TIFFBytes(exif)) else { return nil }
    func directory(_ tag: UInt16, in parent: TIFFDirectory?) -> TIFFDirectory? {
      guard let field = parent?[tag], field.type == 4, field.count == 1 else { return nil }
      return block.integer(field).flatMap { block.directory(at: $0, evenIfCut: true) }
    }
    let photo = directory(0x8769, in: block.directory(at: block.first, evenIfCut: true))
    guard let space = photo?[0xA001], space.type == 3, space.count == 1,
      block.integer(space) == uncalibrated,
      let index = directory(0xA005, in: photo)?[0x0001], index.type == 2, index.count <= 4,
      block.bytes(index)?.prefix(3).elementsEqual("R03".utf8) == true
    else { return nil }
    return .adobeRGB
  }

  private static let uncalibrated = 65535
}
