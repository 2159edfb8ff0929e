internal import BromideCodecs

/// The colour space in an Exif block, by the rule for camera files (CIPA DCF, 5.2).
///
/// Adobe RGB has the interoperability index `R03`.
enum ExifColorSpace {
  /// Returns whether the block is Adobe RGB, or `false` if it is damaged.
  ///
  /// The block is a TIFF header with its directories.
  static func isAdobeRGB(_ exif: [UInt8]) -> Bool {
    guard let block = TIFFDirectories(TIFFBytes(exif)) else { return false }
    func directory(_ tag: UInt16, in parent: TIFFDirectory?) -> TIFFDirectory? {
      block.integer(parent?[tag]).flatMap { block.directory(at: $0, evenIfCut: true) }
    }
    let photo = directory(0x8769, in: block.directory(at: block.first, evenIfCut: true))
    let index = block.bytes(directory(0xA005, in: photo)?[0x0001])
    return index?.prefix(3).elementsEqual("R03".utf8) == true
  }
}
