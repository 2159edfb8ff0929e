public import BromideValues

/// Sony's sizes M and S: tiles of luminance and chroma. The pixels of a 2×2 or 2×1 cell share the
/// chroma.
///
/// The coder is simple: the expected decoder result follows from the pixels, not from the coding.
public struct SonyYCC: Sendable {
  /// The picture's size in pixels.
  public let size: Size
  /// The size of a tile.
  public let tile: Size
  /// The tiles' JPEGs.
  public var jpegs: [[UInt8]]
  /// The recorded bits.
  public let bits: Int
  /// Luminance, Cb and Cr of the pixels in whole tiles.
  private let pixels: [SIMD3<UInt16>]
  private let across: Int

  /// - Parameters:
  ///   - down: Rows of a cell, 1 or 2.
  ///   - tables: Number of Huffman tables. Component c uses the c-th, or the last.
  ///   - numbers: The number of each table in the file.
  public init(
    size: Size, tile: Size, down: Int, bits: Int = 15, tables: Int = 3,
    numbers: [UInt8] = [0, 1, 2],
    seed: UInt64 = 1
  ) {
    precondition(tile.width % 2 == 0 && tile.height % 2 == 0 && (1...2).contains(down))
    self.size = size
    self.tile = tile
    self.bits = bits
    let across = (size.width - 1) / tile.width + 1
    self.across = across
    let rows = (size.height - 1) / tile.height + 1
    let whole = Size(width: across * tile.width, height: rows * tile.height)
    let noise = SeededNoise(seed: seed)
    let limit = 1 << bits
    // Smooth places, edges and any values at all, so that short and long codes, negative colours and too bright ones occur.
    func value(_ x: Int, _ y: Int, _ component: Int) -> UInt16 {
      let any = Int(noise.bits(3 * x + component, y) >> 40)
      let middle = component == 0 ? 6000 : 16_383
      switch (x / 7 + y / 3) % 6 {
      case 0: return UInt16(any % limit)
      case 1: return UInt16(component == 0 ? limit - 1 : any % 2 * (limit - 1))
      default: return UInt16((middle + x * 5 + y * 3 + any % 9) % limit)
      }
    }
    let pixels = (0..<whole.area).map { i in
      let (x, y) = (i % whole.width, i / whole.width)
      let (cellX, cellY) = (x - x % 2, y - y % down)
      return SIMD3(value(x, y, 0), value(cellX, cellY, 1), value(cellX, cellY, 2))
    }
    self.pixels = pixels
    jpegs = (0..<across * rows).map { index in
      let (left, top) = (index % across * tile.width, index / across * tile.height)
      return Self.jpeg(tile, down: down, bits: bits, tables: tables, numbers: numbers) { x, y in
        pixels[(top + y) * whole.width + left + x]
      }
    }
  }

  private static func jpeg(
    _ tile: Size, down: Int, bits: Int, tables: Int, numbers: [UInt8],
    _ pixel: (_ x: Int, _ y: Int) -> SIMD3<UInt16>
  ) -> [UInt8] {
    var differences: [Int] = []
    func put(_ value: UInt16, from predicted: UInt16) {
      differences.append(LosslessJPEG.difference(of: Int(value), from: Int(predicted)))
    }
    let start = SIMD3<UInt16>(repeating: 1 << UInt16(bits - 1))
    for y in stride(from: 0, to: tile.height, by: down) {
      for x in stride(from: 0, to: tile.width, by: 2) {
        let before = x > 0 ? pixel(x - 1, y) : y > 0 ? pixel(0, y - down) : start
        for row in 0..<down {
          // A lower row continues from its pixel to the left, or begins from the one above.
          let left = row == 0 ? before : x > 0 ? pixel(x - 1, y + row) : pixel(0, y)
          put(pixel(x, y + row).x, from: left.x)
          put(pixel(x + 1, y + row).x, from: pixel(x, y + row).x)
        }
        put(pixel(x, y).y, from: before.y)
        put(pixel(x, y).z, from: before.z)
      }
    }
    return LosslessJPEG.encode(
      differences, of: [Int](repeating: 0, count: 2 * down) + [1, 2], width: tile.width,
      height: tile.height, precision: bits, predictor: 1, tables: tables,
      sampling: 0x20 | UInt8(down), numbers: numbers)
  }

  /// Four samples a pixel: red, green and blue with JFIF's matrix for chroma around 16383, and 0.
  public var expected: [UInt16] {
    func sample(_ value: Float) -> UInt16 { UInt16(max(0, min(65_535, value))) }
    return (0..<size.area).flatMap { i in
      let (y, x) = i.quotientAndRemainder(dividingBy: size.width)
      let pixel = pixels[y * across * tile.width + x]
      let (light, cb, cr) = (Float(pixel.x), Float(pixel.y) - 16_383, Float(pixel.z) - 16_383)
      let (red, blue) = (1.402 * cr, 1.772 * cb)
      let (less, lesser) = (0.34414 * cb, 0.71414 * cr)
      return [sample(light + red), sample(light - less - lesser), sample(light + blue), 0]
    }
  }

  /// The bytes of the file.
  ///
  /// - Parameter balance: Multipliers of red, two greens and blue.
  public func file(order: ByteOrder = .little, balance: [Int]? = nil) -> [UInt8] {
    var root = TIFFDirectory()
    root[256] = .longs([size.width])
    root[257] = .longs([size.height])
    root[258] = .shorts([bits, bits, bits])
    root[259] = .shorts([6])
    root[262] = .shorts([6])
    root[271] = .ascii("SONY")
    root[272] = .ascii("ILCE-7M4")
    root[277] = .shorts([3])
    root.fillTiles(tile, jpegs)
    root[29_459] = balance.map { .shorts($0) }
    return TIFFWriter.file(root, order: order)
  }
}
