import BromideValues
import TestSupport
import Testing

/// Checks the writer with an independent reader: a simple walk over the fields and a simple
/// lossless-JPEG decoder.
/// (LibRaw and exiftool read the same files in RawDecodingTests and by hand.)
@Suite struct DNGWriterTests {
  @Test(arguments: ByteOrder.allCases, [8, 10, 12, 14, 16])
  func uncompressedSamplesComeBack(order: ByteOrder, bits: Int) throws {
    let samples = Self.random(Size(width: 13, height: 9), bits: bits)
    var options = DNGOptions()
    options.storage.byteOrder = order
    options.storage.bitsPerSample = bits
    options.storage.blocks = .strips(rows: 4)
    options.white = (1 << bits) - 1
    let reader = TIFFReader(DNGWriter.file(samples, options))
    let fields = reader.directory(at: reader.first)
    #expect(fields[258] == [bits])
    #expect(fields[273]?.count == 3)
    var found: [UInt16] = []
    for (strip, offset) in fields[273]!.enumerated() {
      for row in 0..<min(4, 9 - 4 * strip) {
        let start = offset + row * ((13 * bits + 7) / 8)
        for x in 0..<13 {
          found.append(UInt16(reader.sample(at: start, index: x, bits: bits)))
        }
      }
    }
    #expect(found == samples.values)
  }

  @Test(arguments: 1...7, [1, 3])
  func losslessJPEGComesBack(predictor: Int, channels: Int) throws {
    let size = Size(width: 37, height: 21)
    let samples = Self.random(size, channels: channels, bits: channels == 3 ? 16 : 14)
    var options = DNGOptions()
    options.layout = channels == 3 ? .linear : .bayer(.rggb)
    options.black = [Double](repeating: 0, count: channels)
    options.storage.bitsPerSample = channels == 3 ? 16 : 14
    options.storage.compression = .losslessJPEG(predictor: predictor)
    options.storage.blocks = .tiles(Size(width: 32, height: 16))
    let reader = TIFFReader(DNGWriter.file(samples, options))
    let fields = reader.directory(at: reader.first)
    #expect(fields[324]?.count == 4)
    for (tile, offset) in fields[324]!.enumerated() {
      let bytes = Array(reader.bytes[offset..<offset + fields[325]![tile]])
      let decoded = LosslessJPEGReader.decode(bytes)
      #expect(decoded.count == 32 * 16 * channels)
      for (x, y) in Places(x: 0..<32, y: 0..<16) {
        let (px, py) = (tile % 2 * 32 + x, tile / 2 * 16 + y)
        guard px < size.width, py < size.height else { continue }
        for channel in 0..<channels {
          #expect(decoded[(y * 32 + x) * channels + channel] == samples[px, py, channel])
        }
      }
    }
  }

  @Test func subdirectoriesHoldTheirFields() {
    var options = DNGOptions()
    options.storage.hasPreview = true
    options.metadata = .full
    let samples = Self.random(Size(width: 16, height: 16), bits: 16)
    let reader = TIFFReader(DNGWriter.file(samples, options))
    let first = reader.directory(at: reader.first)
    #expect(first[254] == [1] && first[50_706] == [1, 4, 0, 0])
    let raw = reader.directory(at: first[330]![0])
    #expect(raw[254] == [0] && raw[262] == [32_803] && raw[33_422] == [0, 1, 1, 2])
    let exif = reader.directory(at: first[0x8769]![0])
    #expect(exif[0x8827] == [400])
    // Pressure 876.5 hPa and an angle of −12.5 degrees.
    #expect(exif[0x9402] == [8765, 10])
    #expect(exif[0x9405] == [-125, 10])
    let place = reader.directory(at: first[0x8825]![0])
    // 33° 51′ 24.4224″ south, 12.5 m below the sea.
    #expect(place[2] == [33, 1, 51, 1, 244_224, 10_000])
    #expect(place[1] == [0x53, 0] && place[5] == [1])
    #expect(place[6] == [12_500, 1000])
  }

  private static func random(_ size: Size, channels: Int = 1, bits: Int) -> SensorSamples {
    let noise = SeededNoise(seed: UInt64(bits))
    return SensorSamples(
      size: size, samplesPerPixel: channels,
      values: (0..<size.area * channels).map {
        // Mostly small steps and occasionally any value, so that both short and long codes occur.
        let any = noise.bits($0, 1)
        return UInt16(truncatingIfNeeded: any % 5 == 0 ? any >> 20 : 100 + any % 9)
          & UInt16((1 << bits) - 1)
      })
  }
}
