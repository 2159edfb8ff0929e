import BromideKernels
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Canon's CR3 with Bromide's decoder: the decoded samples match the encoded ones.
@Suite struct CanonCR3Tests {
  private let folder = TemporaryFolder.fresh
  static let two: Unpacking.Crew = { body in
    DispatchQueue.concurrentPerform(iterations: 2) { _ in body() }
  }

  /// All ways to decode.
  private static let ways: [(name: String, unpacking: Unpacking)] = InstructionSet.available
    .flatMap { isa in
      [
        ("\(isa)", Unpacking(instructionSet: isa)),
        ("\(isa), two threads", Unpacking(instructionSet: isa, crew: two)),
      ]
    }

  private func expect(
    _ picture: SensorSamples, _ options: CanonCR3Options,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let raw = CanonCR3(picture, options)
    for (name, unpacking) in Self.ways {
      let unpacked = try #require(
        try Unpacked.samples(raw.file, by: unpacking), "\(name), \(options)",
        sourceLocation: location)
      #expect(unpacked.decoder == "crxLoadRaw", sourceLocation: location)
      #expect(unpacked.isOurs, "\(name), \(options)", sourceLocation: location)
      #expect(unpacked.area.size == picture.size, sourceLocation: location)
      let wrong = zip(unpacked.values, raw.samples.values).enumerated().filter { $1.0 != $1.1 }
      #expect(
        wrong.isEmpty, "\(name), \(options): \(wrong.count), \(wrong.prefix(3))",
        sourceLocation: location)
    }
  }

  /// LibRaw sets the white level while it decodes.
  @Test(arguments: [10, 12, 14]) func whiteIsReportedBeforeDecoding(bits: Int) throws {
    var options = CanonCR3Options()
    options.bits = bits
    let picture = SensorSamples.varied(Size(width: 64, height: 48), bits: bits)
    let path = try FilePath(folder.write(CanonCR3(picture, options).file, as: "a.cr3"))
    #expect(
      try #require(RawInspection(path: path, cameras: nil).details).white == Double(1 << bits - 1))
  }

  @Test(arguments: 0...3, [10, 12, 14])
  func lossless(layout: Int, bits: Int) throws {
    var options = CanonCR3Options()
    (options.layout, options.bits) = (layout, bits)
    for tile in [nil, Size(width: 66, height: 88), Size(width: 64, height: 44)] {
      options.tile = tile
      for isPredicted in [true, false] {
        options.isPredicted = isPredicted
        try expect(.varied(Size(width: 128, height: 88), bits: bits), options)
      }
    }
  }

  /// Flat areas, single samples, and white noise with the longest codes.
  @Test(arguments: [44, 46, 90])
  func extremes(width: Int) throws {
    let size = Size(width: width, height: 44)
    let noise = SeededNoise(seed: 7)
    for values: (Int) -> UInt16 in [
      { _ in 0x2000 }, { _ in 0 }, { _ in 0x3FFF }, { $0 % 997 == 0 ? 0x3FFF : 0x2000 },
      { UInt16(noise.bits($0, 0) & 0x3FFF) }, { noise.bits($0, 0) & 1 == 0 ? 0 : 0x3FFF },
    ] {
      let picture = SensorSamples(size: size, values: (0..<size.area).map(values))
      for isPredicted in [true, false] {
        var options = CanonCR3Options()
        options.isPredicted = isPredicted
        try expect(picture, options)
        options.levels = 2
        try expect(picture, options)
      }
    }
  }

  @Test(arguments: 1...3)
  func rounded(rounding: Int) throws {
    var options = CanonCR3Options()
    options.rounding = rounding
    try expect(.varied(Size(width: 112, height: 62), bits: 14), options)
    options.tile = Size(width: 56, height: 62)
    try expect(.varied(Size(width: 112, height: 62), bits: 14, seed: 3), options)
  }

  /// Steps of 1, so that the coding is lossless.
  @Test(arguments: 1...3, Array(stride(from: 44, to: 62, by: 2)))
  func waveletWithoutLoss(levels: Int, width: Int) throws {
    var options = CanonCR3Options()
    options.levels = levels
    let picture = SensorSamples.varied(Size(width: width, height: width + 4), bits: 14)
    try expect(picture, options)
    #expect(CanonCR3(picture, options).samples == picture)
  }

  /// Two and three tiles, with widths for every remainder that shifts their bands.
  @Test(arguments: 1...3, Array(stride(from: 44, to: 60, by: 2)))
  func seams(levels: Int, tile: Int) throws {
    var options = CanonCR3Options()
    options.levels = levels
    options.randomBands = UInt64(tile)
    for width in [2 * tile, 2 * tile + max(44, tile - 2)] {
      options.tile = Size(width: tile, height: 50)
      options.isNew = false
      options.steps = .constant(9)
      try expect(.varied(Size(width: width, height: 50), bits: 14), options)
      options.isNew = true
      options.steps = .table(4...40, base: 3, eighths: 11)
      try expect(.varied(Size(width: width, height: 50), bits: 14), options)
    }
  }

  @Test(arguments: 1...3)
  func quantised(levels: Int) throws {
    let picture = SensorSamples.varied(Size(width: 142, height: 74), bits: 14, seed: 2)
    for isPredicted in [true, false] {
      for steps: CanonCR3Options.Steps in [
        .constant(12), .constant(35), .lines(first: 20), .table(20...36, base: 0, eighths: 8),
        .table(4...4, base: 0, eighths: 8),
      ] {
        var options = CanonCR3Options()
        options.levels = levels
        options.isPredicted = isPredicted
        options.steps = steps
        if case .table = steps { options.isNew = true }
        try expect(picture, options)
      }
    }
  }

  @Test(arguments: [0, 3])
  func encodings(levels: Int) throws {
    var options = CanonCR3Options()
    options.levels = levels
    options.encoding = .signed
    try expect(.varied(Size(width: 110, height: 52), bits: 14), options)
    options.encoding = .differences
    options.bits = 10
    for median in [nil, 10, 12, 14] {
      options.medianBits = median
      options.layout = (median ?? 0) / 2 % 4
      try expect(.varied(Size(width: 110, height: 52), bits: 10), options)
    }
  }

  /// One of two tiles.
  @Test func part() throws {
    let picture = SensorSamples.varied(Size(width: 128, height: 64), bits: 14)
    var options = CanonCR3Options()
    options.tile = Size(width: 64, height: 64)
    let path = try FilePath(folder.write(CanonCR3(picture, options).file, as: "part.cr3"))
    let photo = try RawFile(path: path, cameras: nil).decode(
      unpacking: Unpacking(parts: [Region(x: 3, y: 5, width: 4, height: 4)]))
    #expect(photo.unpacker == .auto)
    #expect(photo.share?.decoded == 1)
    let mosaic = try #require(photo.image.asMosaic)
    for (x, y) in [(3, 5), (6, 8), (63, 63)] { #expect(mosaic.samples[x, y] == picture[x, y]) }
  }

  /// LibRaw versions disagree on these steps, and their picture would be black.
  @Test func errorsNameTheCoding() throws {
    var options = CanonCR3Options()
    options.levels = 2
    options.steps = .constant(40)
    let raw = CanonCR3(.varied(Size(width: 96, height: 60), bits: 14), options)
    let path = try FilePath(folder.write(raw.file, as: "steps.cr3"))
    for unpacker in [Unpacker.auto, .libraw] {
      let error = #expect(throws: RawError.self) {
        try RawFile(path: path, cameras: nil).decode(unpacking: Unpacking(unpacker: unpacker))
      }
      #expect(error?.reason.contains("coarser steps than any decoder agrees on") == true)
    }
  }

  /// A file that ends early is never ours.
  @Test(arguments: [0, 2])
  func truncated(levels: Int) throws {
    var options = CanonCR3Options()
    options.levels = levels
    let raw = CanonCR3(.varied(Size(width: 100, height: 60), bits: 14), options)
    let headers = raw.streams.lowerBound
    for end in [headers - 9, headers, headers + 30, raw.file.count - 400, raw.file.count - 1] {
      for (name, unpacking) in Self.ways {
        let unpacked = try? Unpacked.samples(Array(raw.file[..<end]), by: unpacking)
        #expect(unpacked?.isOurs != true, "\(name), \(end)")
      }
    }
  }

  /// Flipped bits: no decoder crashes, and all give the same result. Separate processes compare
  /// LibRaw's result (`scripts/fuzz-unpack`), because its older versions can crash.
  @Test(arguments: 0..<60)
  func damaged(number: Int) throws {
    var options = CanonCR3Options()
    options.levels = number % 3
    if number % 4 == 1 { options.tile = Size(width: 48, height: 60) }
    options.isPredicted = number % 5 > 0
    // Steps that make a large coefficient exceed 32 bits.
    if number % 3 == 2 {
      options.isNew = true
      options.steps = .table(0...9, base: 20_000, eighths: 8)
    }
    let raw = CanonCR3(
      .varied(Size(width: 96, height: 60), bits: 14, seed: UInt64(number)), options)
    let file = raw.damagedFile(
      bits: 1 + number % 4, seed: UInt64(number), headersOnly: number % 8 == 3)
    var results: Set<[UInt16]?> = []
    for (_, unpacking) in Self.ways {
      let ours = try? Unpacked.samples(file, by: unpacking)
      results.insert(ours?.isOurs == true ? ours?.values : nil)
    }
    #expect(results.count == 1)
  }
}
