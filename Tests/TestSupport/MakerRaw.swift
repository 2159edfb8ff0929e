internal import BromideValues

/// A raw in a maker's container and coding, with the parts that LibRaw examines, and the samples
/// that decoding gives.
///
/// Each maker's file contains its codings. The containers have enough fields for LibRaw to
/// recognise the coding. Their models have no margins or corrections, and no extra pictures. The
/// minimum size is 22 × 22.
public struct MakerRaw: Sendable {
  /// The expected result of decoding: whole rows and columns, with the losses and curves of the
  /// coding.
  public let samples: SensorSamples
  /// The byte order of the file, by default little-endian.
  public var byteOrder = ByteOrder.little

  /// The number of strips or tiles.
  public var tileCount: Int { strips.count }

  var make: String
  var model: String
  /// TIFF's Compression.
  var compression: Int
  /// BitsPerSample. `nil` omits the field.
  let bitsPerSample: Int?
  /// The strips or tiles in order, without gaps.
  var strips: [[UInt8]]
  /// The size of tiles, or `nil` for strips.
  var tile: Size?
  /// Additional fields, without the fields for the picture.
  var fields = TIFFDirectory()
  var makerNote: [UInt8]?
  /// The format and bits in Panasonic's fields, or `nil` for plain TIFF.
  var panasonic: (number: Int, bits: Int)?
  /// The stripes in Panasonic's fields.
  var stripes: PanasonicStripes?
  /// The pattern of a RAF, or `nil` for TIFF.
  var fuji: FujiPattern?
  /// RawExposureBias of a RAF, in hundredths of a stop. `nil` omits the field.
  var fujiBias: Int?
  /// Lens fields: 16-bit numbers, or ratios in a RAF.
  var lens: [Int: [Double]] = [:]
  /// The fields of a Pentax note, which are also in `makerNote`.
  var pentaxNote: TIFFDirectory?

  init(
    _ samples: SensorSamples, make: String, model: String, compression: Int, bitsPerSample: Int?,
    strips: [[UInt8]]
  ) {
    precondition(samples.samplesPerPixel == 1, "a mosaic")
    self.samples = samples
    self.make = make
    self.model = model
    self.compression = compression
    self.bitsPerSample = bitsPerSample
    self.strips = strips
  }

  /// Returns the file with some flipped bits in its coded samples. `samples` no longer matches it.
  ///
  /// - Parameter isTurned: Selects the bytes of a strip that can change.
  public func damagedFile(
    bits: Int, seed: UInt64, where isTurned: (_ byte: Int) -> Bool = { _ in true }
  ) -> [UInt8] {
    var damaged = self
    let noise = SeededNoise(seed: seed)
    for bit in 0..<bits {
      let place = Int(noise.bits(bit, 0) >> 8) % (strips[0].count * 8)
      if isTurned(place / 8) { damaged.strips[0][place / 8] ^= 1 << UInt8(place % 8) }
    }
    return damaged.file()
  }

  /// Returns the raw with other bytes in its first strip. `samples` no longer matches it.
  public func changed(_ change: (inout [UInt8]) -> Void) -> MakerRaw {
    var changed = self
    change(&changed.strips[0])
    return changed
  }

  /// Returns the raw with lens fields, by tag.
  public func recording(lens: [Int: [Double]]) -> MakerRaw {
    var raw = self
    raw.lens = lens
    return raw
  }

  /// The bytes of the file.
  public func file() -> [UInt8] {
    if let fuji { return fujiFile(fuji) }
    if let panasonic { return panasonicFile(panasonic) }
    var root = fields
    root[256] = .longs([samples.size.width])
    root[257] = .longs([samples.size.height])
    root[258] = bitsPerSample.map { .shorts([$0]) }
    root[259] = .shorts([compression])
    root[262] = .shorts([32_803])
    root[271] = .ascii(make)
    root[272] = .ascii(model)
    root[277] = .shorts([1])
    if let tile {
      root.fillTiles(tile, strips)
    } else {
      root.fillStrips(rows: (samples.size.height + strips.count - 1) / strips.count, strips)
    }
    root[33_421] = .shorts([2, 2])
    root[33_422] = .bytes([0, 1, 1, 2])
    for (tag, values) in lens { root[tag] = .signedShorts(values.map { Int($0) }) }
    if let makerNote {
      var exif = TIFFDirectory()
      exif[0x927C] = .undefined(makerNote)
      root[0x8769] = .directory(exif)
    }
    return TIFFWriter.file(root, order: byteOrder)
  }
}

extension MakerRaw {
  /// Returns Panasonic's RW2: TIFF with another magic number and special fields.
  private func panasonicFile(_ format: (number: Int, bits: Int)) -> [UInt8] {
    var root = fields
    root[1] = .undefined(Array("0310".utf8))
    root[2] = .shorts([samples.size.width])
    root[3] = .shorts([samples.size.height])
    root[4] = .shorts([0])
    root[5] = .shorts([0])
    root[6] = .shorts([samples.size.height])
    root[7] = .shorts([samples.size.width])
    root[9] = .shorts([1])
    root[10] = .shorts([format.bits])
    for tag in 14...16 { root[tag] = .shorts([(1 << format.bits) - 1]) }
    for tag in 28...30 { root[tag] = .shorts([100]) }
    root[45] = .shorts([format.number])
    root[271] = .ascii(make)
    root[272] = .ascii(model)
    root[279] = .longs(strips.map(\.count))
    root[280] = .blocks(strips)
    guard let stripes else { return TIFFWriter.file(root, order: .little, magic: 0x55) }
    // The fields contain the stripes' offset, which is the end of the file for any offset value.
    stripes.describe(in: &root, from: 0)
    let draft = TIFFWriter.file(root, order: .little, magic: 0x55)
    stripes.describe(in: &root, from: draft.count - strips[0].count)
    return TIFFWriter.file(root, order: .little, magic: 0x55)
  }
}

extension SensorSamples {
  /// The same picture with other values.
  func withValues(_ values: [UInt16]) -> SensorSamples {
    SensorSamples(size: size, values: values)
  }
}
