import BromideKernels
import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideRaw

/// Sony's lossless tiles with Bromide's decoder, compared with the encoded samples. LibRaw supports
/// them since 0.21.
@Suite struct SonyTilesTests {
  static let sets = InstructionSet.available.filter { $0 != .reference }

  private func expect(
    _ raw: MakerRaw, crew: Unpacking.Crew? = nil, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let file = raw.file()
    for isa in Self.sets {
      let unpacking = Unpacking(instructionSet: isa, crew: crew)
      let unpacked = try #require(
        try Unpacked.samples(file, by: unpacking), sourceLocation: location)
      #expect(unpacked.isOurs, "\(isa)", sourceLocation: location)
      #expect(unpacked.area == Region(raw.samples.size), sourceLocation: location)
      #expect(unpacked.values == raw.samples.values, "\(isa)", sourceLocation: location)
    }
  }

  @Test(arguments: 1...7, [1, 2, 3, 4])
  func everyPredictor(predictor: Int, tables: Int) throws {
    let samples = SensorSamples.varied(Size(width: 150, height: 100), bits: 14)
    try expect(
      .sonyTiles(samples, tile: Size(width: 64, height: 32), predictor: predictor, tables: tables))
  }

  @Test(arguments: [(6, "ILCE-6700"), (7, "ILCE-6700"), (7, "ILCE-1M2"), (7, "ILCE-1")])
  func everyCamera(compression: Int, model: String) throws {
    let samples = SensorSamples.varied(Size(width: 128, height: 96), bits: 14)
    try expect(
      .sonyTiles(
        samples, tile: Size(width: 64, height: 32), compression: compression, model: model))
  }

  /// Complete and cut tiles, and last columns and rows in incomplete cells. (LibRaw takes four
  /// tiles for another camera's.)
  @Test(arguments: 22...29, [22, 25, 64])
  func everyEdge(width: Int, height: Int) throws {
    for tile in [Size(width: 6, height: 16), Size(width: width + width % 2, height: 8)] {
      let samples = SensorSamples.varied(Size(width: width, height: height), bits: 14)
      let raw = MakerRaw.sonyTiles(samples, tile: tile)
      if raw.tileCount != 4 { try expect(raw) }
    }
  }

  @Test func aSingleTile() throws {
    let size = Size(width: 96, height: 64)
    try expect(.sonyTiles(.varied(size, bits: 14), tile: size))
  }

  @Test(arguments: [1, 2, 3]) func threads(_ count: Int) throws {
    let samples = SensorSamples.varied(Size(width: 512, height: 400), bits: 14, seed: 5)
    let crew = Unpacking.threads(count)
    try expect(.sonyTiles(samples, tile: Size(width: 64, height: 64)), crew: crew)
  }

  /// Only the tiles that a part touches, and the last one.
  @Test func parts() throws {
    let samples = SensorSamples.varied(Size(width: 256, height: 256), bits: 14)
    let raw = MakerRaw.sonyTiles(samples, tile: Size(width: 64, height: 32))
    let photo = try decoded(
      raw.file(), as: "test.arw",
      unpacking: Unpacking(parts: [Region(x: 70, y: 40, width: 20, height: 10)]))
    #expect(photo.share?.decoded == 2)
    let mosaic = try #require(photo.image.asMosaic)
    for (x, y) in [(70, 40), (89, 49)] { #expect(mosaic.samples[x, y] == samples[x, y]) }
  }

  /// Some LibRaws would silently take files that Bromide's decoder rejects for a Canon's. The error
  /// names the coding. If LibRaw supports the coding, its decoder is used.
  @Test func errorsNameTheCoding() throws {
    let samples = SensorSamples.varied(Size(width: 128, height: 96), bits: 14)
    let raw = MakerRaw.sonyTiles(samples, tile: Size(width: 64, height: 32), model: "ILCE-6700") {
      // The frame's number of bits: 0.
      if $0 == 1 { $1[$1.firstIndex(of: 0xC3)! + 3] = 0 }
    }
    let words =
      "this kind of photo cannot be decoded: "
      + "Sony's lossless compression, which this LibRaw does not know"
    #expect(try decodingError(raw.file())?.reason == words)
    #expect(try decodingError(raw.file(), by: .libraw)?.reason == words)
  }

  /// Truncated at any place: an error or damage, never an ordinary success.
  @Test(arguments: [1, 2, 100, 4000, 20_000])
  func truncated(_ missing: Int) throws {
    let samples = SensorSamples.varied(Size(width: 150, height: 100), bits: 14)
    let file = MakerRaw.sonyTiles(samples, tile: Size(width: 64, height: 32)).file()
    #expect((try? decoded(file.dropLast(missing)))?.damage.isEmpty != true)
  }

  /// Digests of the samples that LibRaw 0.22.2 gave for these files on one thread.
  @Test(arguments: [(1, 1, 7), (6, 2, 6), (1, 4, 7)])
  func isAsLibRaws(predictor: Int, tables: Int, compression: Int) throws {
    let samples = SensorSamples.varied(Size(width: 150, height: 100), bits: 14, seed: 7)
    let raw = MakerRaw.sonyTiles(
      samples, tile: Size(width: 64, height: 32), predictor: predictor, tables: tables,
      compression: compression)
    #expect(try AllSamples(raw.file())?.digest == "6ccf07ae93cbca47")
  }
}
