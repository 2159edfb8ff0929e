extension MakerRaw {
  /// The same raw by another camera.
  public func taken(by model: String, make: String? = nil) -> MakerRaw {
    var raw = self
    raw.model = model
    raw.make = make ?? self.make
    return raw
  }

  /// Returns the raw with more 32-bit number fields.
  public func recording(longs: [Int: [Int]]) -> MakerRaw {
    var raw = self
    for (tag, values) in longs { raw.fields[tag] = .longs(values) }
    return raw
  }

  /// The same raw with more fields of 16 bits.
  public func recording(shorts: [Int: [Int]]) -> MakerRaw {
    var raw = self
    for (tag, values) in shorts { raw.fields[tag] = .shorts(values) }
    return raw
  }

  /// The same raw with another TIFF Compression.
  public func recording(compression: Int) -> MakerRaw {
    var raw = self
    raw.compression = compression
    return raw
  }

  /// Returns the raw with other bytes at the start of its samples.
  public func beginning(with bytes: [UInt8]) -> MakerRaw {
    var raw = self
    raw.strips[0].replaceSubrange(0..<bytes.count, with: bytes)
    return raw
  }

  /// Creates uncompressed samples with a Nikon note that has the given fields.
  ///
  /// - Parameters:
  ///   - shorts: Fields of SHORTs by tag, for example 0x003D, the black levels.
  ///   - balance: The multipliers of red and blue in 0x000C. `nil` omits the field.
  public static func nikonWithNote(
    _ samples: SensorSamples, shorts: [Int: [Int]], balance: (red: Double, blue: Double)? = nil
  ) -> MakerRaw {
    var raw = MakerRaw.packed(samples, .nikon14)
    var note = TIFFDirectory()
    for (tag, values) in shorts { note[tag] = .shorts(values) }
    if let balance {
      note[0x000C] = .rationals([
        DNGRational(Int(balance.red * 256), 256), DNGRational(Int(balance.blue * 256), 256),
        DNGRational(1, 1), DNGRational(1, 1),
      ])
    }
    raw.makerNote =
      Array("Nikon\0\u{2}\u{10}\0\0".utf8) + TIFFWriter.file(note, order: raw.byteOrder)
    return raw
  }

  /// The same Pentax raw with more fields in its note: the maker's matrix, and the daylight preset.
  ///
  /// - Parameters:
  ///   - matrix: 0x0203, balanced camera to sRGB, in 8192ths, as unsigned 16-bit numbers.
  ///   - daylight: 0x020D, red, green, green, blue.
  public func withPentaxColors(matrix: [Int], daylight: [Int]) -> MakerRaw {
    var raw = self
    guard var note = pentaxNote else { return raw }
    note[0x0203] = .shorts(matrix.map { $0 & 0xFFFF })
    note[0x020D] = .shorts(daylight)
    raw.makerNote = TIFFWriter.table(note, order: .little, header: Array("PENTAX \0II".utf8))
    return raw
  }
}
