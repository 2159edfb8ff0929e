public import BromideValues

/// Samples of a raw as stored in its file, masked borders included.
public struct SensorSamples: Sendable, Hashable {
  /// Width and height in pixels.
  public var size: Size
  /// Samples a pixel: 1, or 3 for a linear DNG.
  public var samplesPerPixel: Int
  /// The samples, row after row without gaps.
  public var values: [UInt16]

  /// - Parameter values: The samples, row after row without gaps, as many as the size and the
  ///   samples a pixel require.
  public init(size: Size, samplesPerPixel: Int = 1, values: [UInt16]) {
    precondition(values.count == size.area * samplesPerPixel, "a value for every sample")
    self.size = size
    self.samplesPerPixel = samplesPerPixel
    self.values = values
  }

  /// The sample in column `x` of row `y`, both from 0, and of `channel`, from 0.
  public subscript(x: Int, y: Int, channel: Int) -> UInt16 {
    get { values[(y * size.width + x) * samplesPerPixel + channel] }
    set { values[(y * size.width + x) * samplesPerPixel + channel] = newValue }
  }

  /// The first sample of a pixel.
  public subscript(x: Int, y: Int) -> UInt16 { self[x, y, 0] }
}

/// Writes DNG 1.4 files (Adobe, "Digital Negative Specification") for tests and benchmarks.
public enum DNGWriter {
  /// The bytes of a DNG with the given samples.
  ///
  /// - Complexity: O(samples), with several copies of them.
  public static func file(_ samples: SensorSamples, _ options: DNGOptions = DNGOptions()) -> [UInt8]
  {
    precondition(
      samples.samplesPerPixel == options.layout.samplesPerPixel, "samples fit the layout")
    var root = TIFFDirectory()
    options.metadata.fill(&root)
    options.fillFirst(&root)
    let preview = options.storage.preview
    let hasPreview = options.storage.hasPreview || preview != nil
    var raw = hasPreview ? TIFFDirectory() : root
    options.fillRaw(&raw, size: samples.size)
    fillBlocks(&raw, samples, options)
    if hasPreview {
      if let preview { preview.fill(&root) } else { fillPreview(&root) }
      root[330] = .directory(raw)
    } else {
      root = raw
    }
    return TIFFWriter.file(root, order: options.storage.byteOrder)
  }

  private static func fillBlocks(
    _ raw: inout TIFFDirectory, _ samples: SensorSamples, _ options: DNGOptions
  ) {
    let storage = options.storage
    let size = samples.size
    var blocks: [[UInt8]] = []
    switch storage.blocks {
    case .strips(let rows):
      let rows = min(rows, size.height)
      for y in stride(from: 0, to: size.height, by: rows) {
        let height = min(rows, size.height - y)
        blocks.append(
          encode(samples, Region(x: 0, y: y, width: size.width, height: height), options))
      }
      raw.fillStrips(rows: rows, blocks)
    case .tiles(let tile):
      precondition(tile.width % 16 == 0 && tile.height % 16 == 0, "TIFF tiles are multiples of 16")
      for y in stride(from: 0, to: size.height, by: tile.height) {
        for x in stride(from: 0, to: size.width, by: tile.width) {
          blocks.append(
            encode(samples, Region(x: x, y: y, width: tile.width, height: tile.height), options))
        }
      }
      raw.fillTiles(tile, blocks)
    }
  }

  /// Encodes the samples of a region. Beyond the edges, the picture's last columns and rows repeat.
  private static func encode(
    _ samples: SensorSamples, _ region: Region, _ options: DNGOptions
  ) -> [UInt8] {
    let (storage, layout) = (options.storage, options.layout)
    let block = extract(samples, region)
    let rowCount = region.width * samples.samplesPerPixel
    switch storage.compression {
    case .losslessJPEG(let predictor):
      // As Adobe does: two components for neighbouring columns of a mosaic, if they fit.
      let isMosaic = layout.color(x: 0, y: 0) != nil
      let components =
        storage.components ?? (isMosaic && region.width % 2 == 0 ? 2 : samples.samplesPerPixel)
      precondition(rowCount % components == 0, "whole pixels in a row")
      return LosslessJPEG.encode(
        block, width: rowCount / components, height: region.height, components: components,
        precision: storage.bitsPerSample, predictor: predictor,
        tables: min(storage.tables, components))
    case .none where storage.bitsPerSample == 16:
      return unsafe [UInt8](unsafeUninitializedCapacity: block.count * 2) { bytes, count in
        let (low, high) = storage.byteOrder == .big ? (1, 0) : (0, 1)
        for (i, value) in block.enumerated() {
          unsafe bytes[2 * i + low] = UInt8(truncatingIfNeeded: value)
          unsafe bytes[2 * i + high] = UInt8(truncatingIfNeeded: value >> 8)
        }
        count = block.count * 2
      }
    case .none:
      var bits = BitWriter()
      for y in 0..<region.height {
        for value in block[y * rowCount..<(y + 1) * rowCount] {
          bits.put(Int(value), count: storage.bitsPerSample)
        }
        bits.finish(padding: 0)
      }
      return bits.bytes
    }
  }

  private static func extract(_ samples: SensorSamples, _ region: Region) -> [UInt16] {
    if region == Region(samples.size) { return samples.values }
    var result: [UInt16] = []
    result.reserveCapacity(region.size.area * samples.samplesPerPixel)
    for y in region.y..<region.endY {
      for x in region.x..<region.endX {
        // Steps of two preserve the colour of a mosaic's padding.
        var (sx, sy) = (x, y)
        while sx >= samples.size.width { sx -= samples.size.width > 1 ? 2 : 1 }
        while sy >= samples.size.height { sy -= samples.size.height > 1 ? 2 : 1 }
        for channel in 0..<samples.samplesPerPixel { result.append(samples[sx, sy, channel]) }
      }
    }
    return result
  }

  /// Adds a tiny grey ramp, which readers must skip.
  private static func fillPreview(_ root: inout TIFFDirectory) {
    let size = Size(width: 48, height: 32)
    root.fillPreview((0..<size.area * 3).map { UInt8($0 / 3 % size.width * 5) }, size: size)
  }
}
