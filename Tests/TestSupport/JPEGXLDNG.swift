public import BromideValues

/// A DNG with JPEG XL (DNG 1.7, compression 52546), and the samples that decoding gives.
public struct JPEGXLDNG: Sendable {
  /// The picture's size in pixels.
  public let size: Size
  /// Samples a pixel: 1, or 3 for a linear DNG.
  public let samplesPerPixel: Int
  /// The encoded integers, row by row without gaps. Empty for floating-point numbers.
  public var values: [UInt16] = []
  /// The encoded floating-point numbers in the same order.
  public var numbers: [Float] = []
  /// The coding of every tile, but for its size.
  public var coding: PeerJPEGXL
  /// The size of a tile, or `nil` for strips.
  public var tile: Size?
  /// The rows of a strip.
  public var rowsPerStrip = Int.max
  /// The numbers of fields that rows and columns are sorted into.
  public var fields = (rows: 1, columns: 1)
  /// Levels, areas and table in the file.
  public var options = DNGOptions()
  /// Changes the bytes of each tile or strip.
  public var changing: @Sendable (_ index: Int, _ bytes: inout [UInt8]) -> Void = { _, _ in }

  /// - Parameter values: Integers of `bits` bits.
  public init(size: Size, samplesPerPixel: Int = 1, bits: Int, values: [UInt16]) {
    self.init(size: size, samplesPerPixel: samplesPerPixel, bits: bits)
    precondition(values.count == size.area * samplesPerPixel, "a value for every sample")
    self.values = values
  }

  /// - Parameter numbers: Numbers that fit in 16-bit floats.
  public init(size: Size, samplesPerPixel: Int = 1, numbers: [Float]) {
    self.init(size: size, samplesPerPixel: samplesPerPixel, bits: 16)
    precondition(numbers.count == size.area * samplesPerPixel, "a number for every sample")
    self.numbers = numbers
    options.white = 1
  }

  private init(size: Size, samplesPerPixel: Int, bits: Int) {
    self.size = size
    self.samplesPerPixel = samplesPerPixel
    coding = PeerJPEGXL(size: size)
    coding.components = samplesPerPixel
    coding.bits = bits
    options.layout = samplesPerPixel == 1 ? .bayer(.rggb) : .linear
    options.storage.bitsPerSample = bits
    options.black = [Double](repeating: 0, count: samplesPerPixel)
    options.white = (1 << bits) - 1
  }

  /// The samples of a lossless file: all four of a pixel, the last of them 0, in a linear one.
  public var expected: [UInt16] {
    let most = (1 << coding.bits) - 1
    let top = options.linearization.map { $0.count - 1 } ?? options.white
    let samples = values.map { value in
      // If the levels exceed the bits' range, they are 16-bit levels.
      let sample = top > most ? (Int(value) * 65_535 + most / 2) / most : Int(value)
      guard let table = options.linearization else { return UInt16(sample) }
      return UInt16(table[min(sample, table.count - 1)])
    }
    guard samplesPerPixel == 3 else { return samples }
    return samples.enumerated().flatMap { i, sample in i % 3 == 2 ? [sample, 0] : [sample] }
  }

  /// The tiles or strips as stored in the file, row by row.
  public var blocks: [[UInt8]] {
    regions.enumerated().map { index, region in
      var coding = coding
      coding.size = region.size
      var bytes =
        numbers.isEmpty
        ? coding.encoded(part(of: values, region)) : coding.encoded(part(of: numbers, region))
      changing(index, &bytes)
      return bytes
    }
  }

  /// The parts of the picture, in the file's order of rows and columns.
  public var regions: [Region] {
    let rows = min(rowsPerStrip, size.height)
    let block = tile ?? Size(width: size.width, height: rows)
    return stride(from: 0, to: size.height, by: block.height).flatMap { top in
      stride(from: 0, to: size.width, by: block.width).map { left in
        Region(
          x: left, y: top, width: block.width,
          height: tile == nil ? min(rows, size.height - top) : block.height)
      }
    }
  }

  /// Returns the samples of a part. Beyond the edges, the last row and column repeat.
  private func part<Number>(of samples: [Number], _ region: Region) -> [Number] {
    let rows = Self.sorted(size.height, fields.rows)
    let columns = Self.sorted(size.width, fields.columns)
    var result: [Number] = []
    for y in region.y..<region.endY {
      let row = rows[min(y, size.height - 1)] * size.width
      for x in region.x..<region.endX {
        let pixel = (row + columns[min(x, size.width - 1)]) * samplesPerPixel
        result += samples[pixel..<pixel + samplesPerPixel]
      }
    }
    return result
  }

  /// Rows or columns in the file's order: each field takes every so manyth.
  private static func sorted(_ length: Int, _ fields: Int) -> [Int] {
    (0..<fields).flatMap { Array(stride(from: $0, to: length, by: fields)) }
  }

  /// The bytes of the file.
  public func file(order: ByteOrder = .little) -> [UInt8] {
    var root = TIFFDirectory()
    options.metadata.fill(&root)
    options.fillFirst(&root)
    root[50_706] = .bytes([1, 7, 0, 0])
    root[50_707] = .bytes([1, 7, 0, 0])
    var raw = options.storage.hasPreview ? TIFFDirectory() : root
    options.fillRaw(&raw, size: size)
    raw[259] = .shorts([52_546])
    if !numbers.isEmpty {
      raw[339] = .shorts([Int](repeating: 3, count: samplesPerPixel))
    }
    if let tile {
      raw.fillTiles(tile, blocks)
    } else {
      raw.fillStrips(rows: min(rowsPerStrip, size.height), blocks)
    }
    if fields.rows != 1 { raw[50_975] = .shorts([fields.rows]) }
    if fields.columns != 1 { raw[52_547] = .shorts([fields.columns]) }
    guard options.storage.hasPreview else { return TIFFWriter.file(raw, order: order) }
    fillPreview(&root)
    root[330] = .directory(raw)
    return TIFFWriter.file(root, order: order)
  }

  /// A small JPEG XL preview, as converters write it.
  private func fillPreview(_ root: inout TIFFDirectory) {
    let size = Size(width: 24, height: 16)
    var coding = PeerJPEGXL(size: size)
    coding.components = 3
    coding.bits = 8
    let bytes = coding.encoded((0..<size.area * 3).map { UInt16($0 % 256) })
    root.fillPreview(bytes, size: size, compression: 52_546)
  }
}
