public import BromideValues

/// A DNG of deflated floating-point numbers (DNG 1.4, "Compression", "Predictor"), and the integers
/// that LibRaw makes of them.
public struct FloatDNG: Sendable {
  /// None, floating-point prediction, and the same from two and four samples before.
  public enum Predictor: Int, Sendable, CaseIterable {
    case none = 1
    case next = 3
    case second = 34_894
    case fourth = 34_895

    var distance: Int {
      switch self {
      case .none: 0
      case .next: 1
      case .second: 2
      case .fourth: 4
      }
    }
  }

  /// The picture's size in pixels.
  public let size: Size
  /// Samples a pixel: 1, or 3 for a linear DNG.
  public let samplesPerPixel: Int
  /// Bits of a sample: 16, 24 or 32.
  public let bits: Int
  /// The numbers' bits, row after row without gaps.
  public var patterns: [UInt32]
  /// How bytes are predicted.
  public var predictor = Predictor.next
  /// The division into pieces; tiles reach beyond the edges.
  public var blocks = DNGStorage.Blocks.strips(rows: .max)
  /// The bits of numbers beyond the right edge.
  public var padding: UInt32 = 0
  /// WhiteLevel.
  public var white = 1
  /// BlackLevel.
  public var black = 0
  /// Changes the bytes of each tile or strip before they are deflated.
  public var changing: @Sendable (_ index: Int, _ bytes: inout [UInt8]) -> Void = { _, _ in }

  /// - Parameter patterns: As many as size and samples a pixel require.
  public init(size: Size, samplesPerPixel: Int = 1, bits: Int, patterns: [UInt32]) {
    precondition(patterns.count == size.area * samplesPerPixel, "a number for every sample")
    precondition([16, 24, 32].contains(bits))
    self.size = size
    self.samplesPerPixel = samplesPerPixel
    self.bits = bits
    self.patterns = patterns
  }

  /// The bits of a positive number or 0, without those that do not fit.
  public static func pattern(_ number: Float, bits: Int) -> UInt32 {
    let pattern = number.bitPattern
    switch bits {
    case 16: return number < 0x1p-14 ? 0 : (pattern - 112 << 23) >> 13
    case 24: return number < 0x1p-62 ? 0 : (pattern - 64 << 23) >> 7
    default: return pattern
    }
  }

  /// Returns the number for a bit pattern. Infinity becomes the largest finite number, and NaN
  /// becomes 0. Returns `nil` for NaN and infinity with 32 bits.
  public func number(_ pattern: UInt32) -> Double? {
    let (exponentBits, mantissaBits) = bits == 16 ? (5, 10) : bits == 24 ? (7, 16) : (8, 23)
    let highest = 1 << exponentBits - 1
    let bias = highest / 2
    let exponent = Int(pattern >> UInt32(mantissaBits)) & highest
    let scale = Double(sign: .plus, exponent: mantissaBits, significand: 1)
    let mantissa = Double(pattern & (1 << UInt32(mantissaBits) - 1)) / scale
    let sign: Double = pattern >> UInt32(bits - 1) & 1 == 1 ? -1 : 1
    func value(_ significand: Double, _ exponent: Int) -> Double {
      sign * Double(sign: .plus, exponent: exponent - bias, significand: significand)
    }
    if exponent == highest {
      if bits == 32 { return nil }
      return mantissa == 0 ? value(2 - 1 / scale, highest - 1) : 0
    }
    return exponent == 0 ? value(mantissa, 1) : value(1 + mantissa, exponent)
  }

  /// The integers, and their white level: the white level or the largest number is made 16383 where
  /// that is not in 4096 … 32767 already.
  public var expected: (values: [UInt16], white: Int) {
    let numbers = patterns.map { Float(number($0)!) }
    var top = max(numbers.max()!, Float(max(white, 1)))
    // Rows of tiles that reach beyond the right edge.
    if case .tiles(let tile) = blocks, !size.width.isMultiple(of: tile.width) {
      top = max(top, Float(number(padding)!))
    }
    let factor: Float = top < 4096 || top > 32_767 ? 16_383 / top : 1
    return (numbers.map { UInt16(max($0, 0) * factor) }, factor == 1 ? white : 16_383)
  }

  /// The bytes of the file.
  public func file(order: ByteOrder = .little) -> [UInt8] {
    var options = DNGOptions()
    options.layout = samplesPerPixel == 1 ? .bayer(.rggb) : .linear
    options.storage.bitsPerSample = bits
    options.storage.byteOrder = order
    options.white = white
    options.black = [Int](repeating: black, count: samplesPerPixel).map { Double($0) }
    var root = TIFFDirectory()
    options.metadata.fill(&root)
    options.fillFirst(&root)
    options.fillRaw(&root, size: size)
    root[259] = .shorts([8])
    root[317] = .shorts([predictor.rawValue])
    root[339] = .shorts([Int](repeating: 3, count: samplesPerPixel))
    switch blocks {
    case .strips(let rows):
      let rows = min(rows, size.height)
      let strips = stride(from: 0, to: size.height, by: rows).map { top in
        Region(x: 0, y: top, width: size.width, height: min(rows, size.height - top))
      }
      root.fillStrips(rows: rows, deflated(strips, order))
    case .tiles(let tile):
      let tiles = stride(from: 0, to: size.height, by: tile.height).flatMap { top in
        stride(from: 0, to: size.width, by: tile.width).map { left in
          Region(x: left, y: top, width: tile.width, height: tile.height)
        }
      }
      root.fillTiles(tile, deflated(tiles, order))
    }
    return TIFFWriter.file(root, order: order)
  }

  private func deflated(_ regions: [Region], _ order: ByteOrder) -> [[UInt8]] {
    regions.enumerated().map { index, region in
      var bytes = (region.y..<region.endY).flatMap { row($0, region, order) }
      changing(index, &bytes)
      return HandmadePNG.compressed(bytes)
    }
  }

  /// A row of a region: planes of bytes, the highest first, as differences.
  private func row(_ y: Int, _ region: Region, _ order: ByteOrder) -> [UInt8] {
    let count = region.width * samplesPerPixel
    let first = region.x * samplesPerPixel
    let width = size.width * samplesPerPixel
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * bits / 8)
    for plane in 0..<bits / 8 {
      let shift = UInt32(bits - 8 - 8 * plane)
      for i in 0..<count {
        let isInside = y < size.height && first + i < width
        let pattern = isInside ? patterns[y * width + first + i] : y < size.height ? padding : .max
        bytes.append(UInt8(truncatingIfNeeded: pattern >> shift))
      }
    }
    if predictor == .none {
      let planes = bytes
      let size = bits / 8
      for i in bytes.indices {
        let place = order == .big ? i % size : size - 1 - i % size
        bytes[i] = planes[place * count + i / size]
      }
      return bytes
    }
    let distance = predictor.distance * samplesPerPixel
    for i in stride(from: bytes.count - 1, through: distance, by: -1) {
      bytes[i] &-= bytes[i - distance]
    }
    return bytes
  }
}
