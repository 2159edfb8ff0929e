internal import BromideLibc
public import BromideValues

/// A linear DNG with lossy JPEG tiles (DNG 1.4, compression 34892), and the samples that decoding
/// gives.
public struct LossyDNG: Sendable {
  /// The picture's size in pixels.
  public let size: Size
  /// The size of a tile, or `nil` for one JPEG.
  public let tile: Size?
  /// The coefficients of a polynomial for each colour (MapPolynomial). Empty for sRGB's curve.
  public let polynomials: [[Double]]
  /// The tiles' JPEGs.
  public var jpegs: [[UInt8]]

  /// - Parameters:
  ///   - across: Columns of pixels to a sample of chroma: 1 or 2.
  ///   - down: Rows of pixels to a sample of chroma: 1 or 2.
  ///   - isRGB: Whether components are red, green and blue.
  public init(
    size: Size, tile: Size?, across: Int = 1, down: Int = 1, isRGB: Bool = false,
    isProgressive: Bool = false, polynomials: [[Double]] = [], seed: UInt64 = 1
  ) {
    self.size = size
    self.tile = tile
    self.polynomials = polynomials
    let tile = tile ?? size
    let noise = SeededNoise(seed: seed)
    let count = ((size.width - 1) / tile.width + 1) * ((size.height - 1) / tile.height + 1)
    jpegs = (0..<count).map { index in
      let planes = (0..<3).map { plane in
        let (dx, dy) = plane > 0 && !isRGB ? (across, down) : (1, 1)
        let own = Size(width: (tile.width + dx - 1) / dx, height: (tile.height + dy - 1) / dy)
        let samples = (0..<own.area).map { i in
          let (y, x) = i.quotientAndRemainder(dividingBy: own.width)
          let any = Int(noise.bits(x + 1000 * plane, y + 1000 * index) >> 40)
          return UInt8((x / 9 + y / 5) % 3 == 0 ? any % 256 : (x * 3 + y * 2 + any % 8) % 256)
        }
        let isLuma = plane == 0 && !isRGB
        return PeerJPEG.Plane(samples, own, across: isLuma ? across : 1, down: isLuma ? down : 1)
      }
      var jpeg = PeerJPEG(size: tile, planes: planes)
      jpeg.isRGB = isRGB
      jpeg.isProgressive = isProgressive
      jpeg.quality = 92
      return jpeg.encoded()
    }
  }

  /// Four samples a pixel, decoded with libjpeg. The last is 0.
  public var expected: [UInt16] {
    let tile = tile ?? size
    let across = (size.width - 1) / tile.width + 1
    let tables = (0..<3).map { table($0) }
    var result = [UInt16](repeating: 0, count: size.area * 4)
    for (index, jpeg) in jpegs.enumerated() {
      let rgb = PeerJPEG.rgb(jpeg, size: tile, interpolated: true)!
      let (left, top) = (index % across * tile.width, index / across * tile.height)
      for y in top..<min(top + tile.height, size.height) {
        for x in left..<min(left + tile.width, size.width) {
          for c in 0..<3 {
            let sample = rgb[((y - top) * tile.width + x - left) * 3 + c]
            result[(y * size.width + x) * 4 + c] = tables[c][Int(sample)]
          }
        }
      }
    }
    return result
  }

  private func table(_ color: Int) -> [UInt16] {
    if polynomials.isEmpty { return Self.gamma }
    return (0..<256).map { i in
      var sum = 0.0
      for (j, factor) in polynomials[color].enumerated() {
        sum += factor * pow(Double(i) / 255, Double(j))
      }
      return UInt16(sum * 65_535)
    }
  }

  /// A power of 2.4 that continues as a line with slope 1 / 12.92, without a step or a bend.
  private static let gamma: [UInt16] = {
    var (low, high, join) = (0.0, 1.0, 0.0)
    for _ in 0..<48 {
      join = (low + high) / 2
      let isAbove = (pow(join / 12.92, -1 / 2.4) - 1) / (1 / 2.4) - 1 / join > -1
      if isAbove { high = join } else { low = join }
    }
    let offset = join * (2.4 - 1)
    return (0..<256).map { i in
      let r = Double(i) / 255
      let value = r < join ? r / 12.92 : pow((r + offset) / (1 + offset), 2.4)
      return i == 255 ? 65_535 : UInt16(65_536 * value)
    }
  }()

  /// The bytes of the file.
  public func file(order: ByteOrder = .little) -> [UInt8] {
    var options = DNGOptions()
    options.layout = .linear
    options.storage.bitsPerSample = 8
    options.storage.byteOrder = order
    options.black = [0, 0, 0]
    var root = TIFFDirectory()
    options.metadata.fill(&root)
    options.fillFirst(&root)
    options.fillRaw(&root, size: size)
    root[259] = .shorts([34_892])
    if let tile {
      root.fillTiles(tile, jpegs)
    } else {
      root.fillStrips(rows: size.height, jpegs)
    }
    if !polynomials.isEmpty { root[51_009] = .undefined(opcodes) }
    return TIFFWriter.file(root, order: order)
  }

  /// OpcodeList2: first one that does something else, then a polynomial for each colour.
  private var opcodes: [UInt8] {
    var list = OpcodeWriter()
    list.add(1000, isOptional: true, [1, 2, 3])
    for (color, factors) in polynomials.enumerated() {
      list.add(
        8,
        OpcodeWriter.area((0, 0, size.height, size.width), plane: color)
          + OpcodeWriter.word(factors.count - 1) + OpcodeWriter.doubles(factors))
    }
    return list.bytes
  }
}
