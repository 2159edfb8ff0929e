internal import BromideValues
internal import TestSupport

/// How the raws that are measured with store their samples.
enum Coding: String, CaseIterable {
  /// 16 bits, uncompressed.
  case plain
  /// The mosaic of `fujiXTrans` in a DNG, 16 bits, uncompressed. Both have no white balance.
  case xtrans
  /// Lossless 14-bit JPEG in tiles of 256 × 256, like DNGs from Adobe's converter and many cameras.
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
  /// Fujifilm's blocks, 14 bits: X-Trans, Bayer, and lossy X-Trans.
  case fujiXTrans, fujiBayer, fujiLossy
  /// Panasonic's format 8 in four stripes of 14 bits, and format 6 of 12 bits.
  case panasonicStripes, panasonicScaled
  /// Canon's CR3 in two tiles, 14 bits: lossless, and lossy with a table of steps.
  case canonCR3, canonCRaw
  /// Sony's lossless JPEG in tiles of 512 × 512, 14 bits.
  case sonyTiles
  /// DNGs with deflated floating-point numbers of 16 and 32 bits, and with lossy JPEG, in tiles of
  /// 256 × 256.
  case float16, float32, lossy
  /// GoPro's VC-5, 14 bits.
  case vc5

  /// Whether some LibRaw versions do not support it, or do not return a mosaic.
  var isModern: Bool {
    switch self {
    case .fujiXTrans, .fujiBayer, .fujiLossy, .panasonicStripes, .panasonicScaled,
      .canonCR3, .canonCRaw, .sonyTiles, .float16, .float32, .lossy, .vc5:
      true
    default: false
    }
  }

  func file(_ photo: SyntheticPhoto) -> [UInt8] {
    var photo = photo
    if self == .plain { return photo.file() }
    let bits = self == .packed || self == .panasonicScaled ? 12 : self == .sony ? 11 : 14
    photo.options.black = [Double(1 << (bits - 6))]
    photo.options.white = (1 << bits) - 1
    photo.options.storage.bitsPerSample = bits
    switch self {
    case .plain: return photo.file()
    case .xtrans:
      photo.options.storage.bitsPerSample = 16
      let samples = xtransSamples(&photo)
      photo.options.layout = .xTrans
      photo.options.color = photo.camera.color(light: photo.light)
      photo.options.color.asShotNeutral = nil
      photo.recordsColor = true
      return photo.file(of: samples)
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
    case .fujiXTrans, .fujiBayer, .fujiLossy:
      let samples = self == .fujiBayer ? fujiSamples(photo) : xtransSamples(&photo)
      let size = samples.size
      let blocks = (size.width + 767) / 768
      let bases = [UInt8](repeating: 2, count: size.height / 6)
      return MakerRaw.fuji(
        samples,
        .compressed(
          bits: bits, bases: self == .fujiLossy ? Array(repeating: bases, count: blocks) : nil),
        pattern: self == .fujiBayer ? .bayer : .xtrans
      ).file()
    case .panasonicStripes:
      let size = Size(width: photo.size.width / 8 * 8, height: photo.size.height / 2 * 2)
      return MakerRaw.panasonicStripes(
        photo.samples().cropped(to: size), bits: bits,
        widths: Array(repeating: size.width / 4, count: 4)
      ).file()
    case .canonCR3, .canonCRaw:
      let size = Size(width: photo.size.width / 32 * 32, height: photo.size.height / 2 * 2)
      var options = CanonCR3Options()
      options.tile = Size(width: size.width / 2, height: size.height)
      if self == .canonCRaw {
        options.levels = 3
        options.isNew = true
        options.steps = .table(20...24, base: 0, eighths: 16)
      }
      return CanonCR3(photo.samples().cropped(to: size), options).file
    case .sonyTiles:
      let size = Size(width: photo.size.width / 2 * 2, height: photo.size.height / 2 * 2)
      return MakerRaw.sonyTiles(
        photo.samples().cropped(to: size), tile: Size(width: 512, height: 512)
      ).file()
    case .float16, .float32:
      let samples = photo.samples()
      let bits = self == .float16 ? 16 : 32
      var dng = FloatDNG(
        size: samples.size, bits: bits,
        patterns: samples.values.map { FloatDNG.pattern(Float($0) * 0x1p-14, bits: bits) })
      dng.predictor = .second
      dng.blocks = .tiles(Size(width: 256, height: 256))
      return dng.file()
    case .lossy:
      return LossyDNG(
        size: photo.size, tile: Size(width: 256, height: 256), across: 2, down: 2
      ).file()
    case .vc5:
      photo.options.layout = .bayer(.rggb)
      photo.options.black = [0]
      let size = Size(width: photo.size.width / 2 * 2, height: photo.size.height / 2 * 2)
      let samples = photo.samples().cropped(to: size)
      return VC5DNG(size: size, samples: samples.values, white: photo.options.white).file()
    case .panasonicScaled:
      let size = Size(width: photo.size.width / 14 * 14, height: photo.size.height / 16 * 16)
      return MakerRaw.panasonic(photo.samples().cropped(to: size), .scaled12).file()
    }
  }
}

/// Samples of a size that Fujifilm's blocks can have.
private func fujiSamples(_ photo: SyntheticPhoto) -> SensorSamples {
  photo.samples().cropped(
    to: Size(width: photo.size.width / 24 * 24, height: photo.size.height / 6 * 6))
}

/// Returns monochrome samples for X-Trans, so that each colour uses the samples at its sites.
private func xtransSamples(_ photo: inout SyntheticPhoto) -> SensorSamples {
  photo.options.layout = .monochrome
  return fujiSamples(photo)
}

extension SensorSamples {
  /// The upper left corner.
  fileprivate func cropped(to size: Size) -> SensorSamples {
    let rows = (0..<size.height).map { y in
      values[y * self.size.width..<y * self.size.width + size.width]
    }
    return SensorSamples(size: size, values: Array(rows.joined()))
  }
}
