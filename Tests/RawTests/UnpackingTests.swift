import BromideKernels
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Lossless JPEG with Bromide's decoder, compared with the encoded samples.
@Suite struct LosslessJPEGTests {
  static let sets = InstructionSet.available.filter { $0 != .reference }

  private func expect(
    _ file: [UInt8], toGive samples: SensorSamples, by unpacker: Unpacker = .auto,
    with unpacking: Unpacking = Unpacking(), _ location: SourceLocation = #_sourceLocation
  ) throws {
    let photo = try decoded(file, unpacking: unpacking)
    #expect(photo.unpacker == unpacker, sourceLocation: location)
    #expect(photo.damage.isEmpty, sourceLocation: location)
    let mosaic = try #require(photo.image.asMosaic, sourceLocation: location)
    #expect(mosaic.size == samples.size, sourceLocation: location)
    let wrong = (0..<mosaic.size.area).filter { i in
      let (y, x) = i.quotientAndRemainder(dividingBy: mosaic.size.width)
      return mosaic.samples[x, y] != samples[x, y]
    }
    #expect(
      wrong.isEmpty, "\(wrong.count) wrong, first \(wrong.first ?? 0)", sourceLocation: location)
  }

  private func options(bits: Int, predictor: Int, tile: Size?) -> DNGOptions {
    var options = DNGOptions()
    options.storage.bitsPerSample = bits
    options.storage.compression = .losslessJPEG(predictor: predictor)
    if let tile { options.storage.blocks = .tiles(tile) }
    return options
  }

  @Test(arguments: sets, 1...7)
  func tilesOfEveryPredictor(set: InstructionSet, predictor: Int) throws {
    let samples = SensorSamples.varied(Size(width: 202, height: 83), bits: 14)
    for (components, tables) in [(1, 1), (2, 1), (2, 2), (4, 1)] {
      var options = options(bits: 14, predictor: predictor, tile: Size(width: 64, height: 32))
      options.storage.components = components
      options.storage.tables = tables
      try expect(
        DNGWriter.file(samples, options), toGive: samples, with: .init(instructionSet: set))
    }
  }

  @Test(arguments: sets, [8, 10, 12, 14, 16])
  func everyDepth(set: InstructionSet, bits: Int) throws {
    let samples = SensorSamples.varied(Size(width: 130, height: 70), bits: bits)
    for tile in [Size(width: 48, height: 16), nil] {
      try expect(
        DNGWriter.file(samples, options(bits: bits, predictor: 1, tile: tile)), toGive: samples,
        with: .init(instructionSet: set))
    }
  }

  /// Fewer tiles than lanes, and rows that no vector divides.
  @Test(arguments: sets, [1, 2, 3, 5])
  func anyNumberOfTiles(set: InstructionSet, count: Int) throws {
    let samples = SensorSamples.varied(Size(width: 32 * count, height: 38), bits: 12)
    var options = options(bits: 12, predictor: 1, tile: Size(width: 32, height: 32))
    options.storage.components = 1
    try expect(DNGWriter.file(samples, options), toGive: samples, with: .init(instructionSet: set))
  }

  /// Long enough to be cut into chunks, which four lanes and two threads take.
  @Test(arguments: sets, [2, 4])
  func oneStreamSplit(set: InstructionSet, components: Int) throws {
    let samples = SensorSamples.varied(Size(width: 640, height: 400), bits: 14)
    for (tables, slices) in [(1, []), (1, [200, 200, 240]), (2, [200, 200, 240])] {
      // LibRaw decodes files with one code for the first component and another code for three.
      if components == 4 && tables == 2 { continue }
      let file = MakerRaw.canon(
        samples, components: components, tables: tables, slices: slices
      ).file()
      try expect(file, toGive: samples, with: .init(instructionSet: set))
      try expect(file, toGive: samples, with: .init(instructionSet: set, crew: Self.two))
    }
  }

  /// Where every code is the same, a reader that began elsewhere never falls into step.
  @Test(arguments: [0, 1, 5])
  func flatPictures(step: Int) throws {
    let size = Size(width: 1200, height: 800)
    let samples = SensorSamples(
      size: size, values: (0..<size.area).map { UInt16(1000 + $0 % size.width / 2 % 2 * step) })
    try expect(MakerRaw.canon(samples).file(), toGive: samples, with: Unpacking(crew: Self.two))
  }

  @Test func threadsShareTiles() throws {
    let samples = SensorSamples.varied(Size(width: 640, height: 400), bits: 14)
    let file = DNGWriter.file(
      samples, options(bits: 14, predictor: 1, tile: Size(width: 64, height: 64)))
    try expect(file, toGive: samples, with: Unpacking(crew: Self.two))
    try expect(
      file, toGive: samples, by: .libraw, with: Unpacking(unpacker: .libraw, crew: Self.two))
  }

  /// Memory reused from a previous photo does not affect the next.
  @Test func aSmallerPhotoAfterALargerOne() throws {
    for width in [640, 500, 620] {
      let samples = SensorSamples.varied(Size(width: width, height: 200), bits: 14)
      try expect(MakerRaw.canon(samples).file(), toGive: samples)
      try expect(
        DNGWriter.file(samples, DNGOptions()), toGive: samples, with: Unpacking(crew: Self.two))
    }
  }

  static let two: Unpacking.Crew = { body in
    DispatchQueue.concurrentPerform(iterations: 2) { _ in body() }
  }
}

/// Every coding of the generator, intact and damaged, compared with LibRaw. `scripts/fuzz-unpack`
/// is the long form.
@Suite struct UnpackingComparisonTests {
  /// For the last seed, LibRaw reads an uninitialised table and disagrees with itself, so it is not
  /// compared.
  @Test(arguments: [1, 1001, 5901])
  func isAsLibRaws(seed: Int) throws {
    let process = Process()
    process.executableURL = BuildFolder.url.appending(path: "FuzzUnpack")
    let count = isExhaustive ? 192 : 48
    process.arguments = ["--count", "\(count)", "--seed", "\(seed)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("\(count) files: "))
  }
}
