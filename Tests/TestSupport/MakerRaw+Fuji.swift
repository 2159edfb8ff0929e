internal import BromideValues

/// How a RAF stores its samples.
public enum FujiCoding: Sendable, Hashable {
  /// 16 bits unpacked, or 14 bits without gaps.
  case plain, packed14
  /// Blocks of 768 columns. `bases` makes them lossy: differences are (nearly) multiples of 2 base
  /// + 1. It contains a base for each strip of six rows, for each block.
  case compressed(bits: Int, bases: [[UInt8]]? = nil)

  /// Bits of a sample.
  public var bits: Int {
    if case .compressed(let bits, _) = self { bits } else { 14 }
  }
}

/// The pattern of a Fujifilm sensor in rows of red, green and blue. The X-Trans pattern has the one
/// position that avoids samples of the picture where the coding only guesses.
public enum FujiPattern: String, Sendable, Hashable, CaseIterable {
  case xtrans = "GGRGGB GGBGGR BRGRBG GGBGGR GGRGGB RBGBRG"
  case bayer = "RGRGRG GBGBGB RGRGRG GBGBGB RGRGRG GBGBGB"

  var rows: [[Character]] { rawValue.split(separator: " ").map(Array.init) }
}

extension MakerRaw {
  /// Fujifilm's RAF.
  ///
  /// - Parameter samples: For blocks, a multiple of 24 columns, at least 768, and of 6 rows.
  public static func fuji(
    _ samples: SensorSamples, _ coding: FujiCoding, pattern: FujiPattern, model: String = "X-T2"
  ) -> MakerRaw {
    var (data, decoded) = ([UInt8](), samples)
    switch coding {
    case .plain: data = samples.values.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    case .packed14: data = packedWords(samples)
    case .compressed(let bits, let bases):
      (data, decoded) = fujiBlocks(samples, bits: bits, bases: bases, pattern: pattern)
    }
    var raw = MakerRaw(
      decoded, make: "FUJIFILM", model: model, compression: 1, bitsPerSample: coding.bits,
      strips: [data])
    raw.fuji = pattern
    return raw
  }

  /// Returns the RAF with an exposure bias in hundredths of a stop, relative to its ISO.
  public func recording(fujiBias: Int) -> MakerRaw {
    var raw = self
    raw.fujiBias = fujiBias
    return raw
  }

  /// Packs samples in 32-bit words, lowest byte first, filled from the highest bit.
  private static func packedWords(_ samples: SensorSamples) -> [UInt8] {
    var writer = BitWriter()
    for value in samples.values { writer.put(Int(value), count: 14) }
    writer.finish(padding: 0)
    let bytes = writer.bytes
    return stride(from: 0, to: bytes.count, by: 4).flatMap { bytes[$0..<$0 + 4].reversed() }
  }

  private static func fujiBlocks(
    _ samples: SensorSamples, bits: Int, bases: [[UInt8]]?, pattern: FujiPattern
  ) -> ([UInt8], SensorSamples) {
    let (size, width) = (samples.size, FujiBlock.width)
    precondition(size.width % 24 == 0 && size.width >= width && size.height % 6 == 0)
    let count = (size.width + width - 1) / width
    var (decoded, blocks) = (samples, [[UInt8]]())
    for i in 0..<count {
      var block = FujiBlock(
        pattern, bits: bits, left: i * width, columns: min(width, size.width - i * width))
      block.encode(&decoded, bases: bases?[i])
      blocks.append(block.bytes)
    }
    func padded(_ bytes: [UInt8]) -> [UInt8] {
      bytes + [UInt8](repeating: 0, count: -bytes.count & 15)
    }
    var header: [UInt8] = [
      0x49, 0x53, bases == nil ? 1 : 0, pattern == .xtrans ? 16 : 0, UInt8(bits),
    ]
    for value in [size.height, count * width, size.width, width] { header += big(value, 2) }
    header += big(count, 1) + big(size.height / 6, 2)
    header += padded(blocks.flatMap { big($0.count, 4) })
    for block in bases ?? [] { header += padded(block) }
    return (header + blocks.joined(), decoded)
  }

  /// Returns the RAF with a note in the preview's Exif that records CropMode, 0x104D.
  ///
  /// - Parameters:
  ///   - mode: 2 and 4 are for smaller pictures.
  ///   - length: Minimum number of bytes in the note.
  public func recording(fujiCropMode mode: Int, length: Int) -> MakerRaw {
    var note = TIFFDirectory()
    note[0x104D] = .shorts([mode])
    var raw = self
    // The directory begins after its offset.
    var bytes = TIFFWriter.table(
      note, order: .little, header: Array("FUJIFILM".utf8) + [12, 0, 0, 0])
    bytes += [UInt8](repeating: 0xA5, count: max(0, length - bytes.count))
    raw.makerNote = bytes
    return raw
  }

  /// Returns the file: a front, a JPEG with only Exif, a list of facts, and TIFF with a directory
  /// for the samples.
  func fujiFile(_ pattern: FujiPattern) -> [UInt8] {
    func text(_ text: String, _ count: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
    }
    var exif = TIFFDirectory()
    exif[271] = .ascii(make)
    exif[272] = .ascii(model)
    exif[274] = .shorts([1])
    if let makerNote {
      var shot = TIFFDirectory()
      shot[0x927C] = .undefined(makerNote)
      exif[0x8769] = .directory(shot)
    }
    let about = TIFFWriter.file(exif, order: .little)
    var jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1] + big(about.count + 8, 2)
    jpeg += text("Exif", 6) + about + [0xFF, 0xD9]
    jpeg += [UInt8](repeating: 0, count: -jpeg.count & 15)

    let size = big(samples.size.height, 2) + big(samples.size.width, 2)
    var facts: [(tag: Int, bytes: [UInt8])] = [
      (0x100, size), (0x121, size), (0x130, [12, 12, 0, 0]),
    ]
    if pattern == .xtrans {
      let numbers = pattern.rows.joined().map { UInt8($0 == "R" ? 0 : $0 == "G" ? 1 : 2) }
      facts.append((0x131, numbers.reversed()))
    }
    if let fujiBias { facts.append((0x9650, big(fujiBias, 2) + big(100, 2))) }
    var list = big(facts.count, 4)
    for fact in facts { list += big(fact.tag, 2) + big(fact.bytes.count, 2) + fact.bytes }
    list += [UInt8](repeating: 0, count: -list.count & 15)

    var inner = TIFFDirectory()
    inner[0xF001] = .longs([samples.size.width])
    inner[0xF002] = .longs([samples.size.height])
    inner[0xF003] = .longs([bitsPerSample ?? 14])
    inner[0xF007] = .blocks(strips)
    inner[0xF008] = .longs(strips.map(\.count))
    for (tag, values) in lens {
      inner[tag] = .signedRationals(
        values.map { DNGRational(Int(($0 * 1_000_000).rounded()), 1_000_000) })
    }
    var outer = TIFFDirectory()
    outer[0xF000] = .directory(inner)
    let tiff = TIFFWriter.file(outer, order: .little)

    let front = 160
    var file = text("FUJIFILMCCD-RAW FF389504", 28) + text(model, 32) + text("0100", 24)
    file += big(front, 4) + big(jpeg.count, 4) + big(front + jpeg.count, 4) + big(list.count, 4)
    file += big(front + jpeg.count + list.count, 4) + big(tiff.count, 4)
    file += [UInt8](repeating: 0, count: front - file.count)
    return file + jpeg + list + tiff
  }
}
