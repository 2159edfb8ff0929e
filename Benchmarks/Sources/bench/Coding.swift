internal import Pixels
internal import TestSupport

/// How the raws that are measured with store their samples.
enum Coding: String, CaseIterable {
  /// 16 bits, as they are.
  case plain
  /// Lossless JPEG of 14 bits in tiles of 256 × 256, as Adobe's converter and many cameras' own DNGs.
  case tiles
  /// The same with an embedded JPEG of 1600 pixels.
  case preview
  /// Lossless JPEG of 14 bits in one stream and two slices, as Canon's CR2.
  case canon
  /// Sony's blocks of 16 samples.
  case sony
  /// Nikon's differences with a fixed tree, lossless, 14 bits.
  case nikon
  /// Pentax's differences, 14 bits.
  case pentax
  /// 12 bits without gaps.
  case packed

  func file(_ photo: SyntheticPhoto) -> [UInt8] {
    var photo = photo
    if self == .plain { return photo.file() }
    let bits = self == .packed ? 12 : self == .sony ? 11 : 14
    photo.options.black = [Double(1 << (bits - 6))]
    photo.options.white = (1 << bits) - 1
    photo.options.storage.bitsPerSample = bits
    switch self {
    case .plain: return photo.file()
    case .packed: return photo.file()
    case .tiles:
      photo.options.storage.compression = .losslessJPEG(predictor: 1)
      photo.options.storage.blocks = .tiles(Size(width: 256, height: 256))
      return photo.file()
    case .preview:
      photo.options.storage.compression = .losslessJPEG(predictor: 1)
      photo.options.storage.blocks = .tiles(Size(width: 256, height: 256))
      let samples = photo.samples()
      photo.options.storage.preview = DNGPreview(
        of: samples, white: photo.options.white, longEdge: 1600)
      return photo.file(of: samples)
    case .canon:
      let half = photo.size.width / 4 * 2
      return MakerRaw.canon(
        photo.samples(), bits: bits, slices: [half, photo.size.width - half]
      ).file()
    case .sony: return MakerRaw.sonyBlocks(photo.samples()).file()
    case .nikon: return MakerRaw.nikon(photo.samples(), bits: bits, coding: .lossless).file()
    case .pentax: return MakerRaw.pentax(photo.samples(), bits: bits).file()
    }
  }
}
