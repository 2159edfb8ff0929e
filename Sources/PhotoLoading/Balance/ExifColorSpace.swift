internal import TIFFDirectories

/// The colour space that an Exif block states by the rule for camera files (CIPA DCF, 5.2): Adobe
/// RGB has the interoperability index `R03`.
enum ExifColorSpace {
  /// Whether the block, a TIFF header and its directories, states Adobe RGB; false for any damage.
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
