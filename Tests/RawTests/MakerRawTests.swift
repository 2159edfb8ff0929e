import BromideKernels
import BromideValues
import CBromideLibRaw
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Complete raw pictures that LibRaw unpacks.
enum Unpacked {
  /// Returns the visible area's samples and its position, or `nil` if unpacking failed or reported
  /// errors.
  static func samples(
    _ file: [UInt8], by unpacking: Unpacking = Unpacking(unpacker: .libraw)
  ) throws -> (decoder: String, isOurs: Bool, area: Region, values: [UInt16])? {
    let folder = try TemporaryFolder()
    let handle = try #require(LibRawHandle(collectTags: false, cameras: nil))
    try #require(handle.open(path: FilePath(folder.write(file, as: "test.raw"))).libraw == 0)
    let status = unsafe unpacking.withNative(visible: (0, 0)) { unsafe handle.unpack($0) }
    guard status.libraw == 0, handle.damage.errors == 0, handle.damage.missing_bytes == 0
    else { return nil }
    let (layout, plane) = (handle.layout, unsafe handle.mosaic)
    let area = unsafe Region(
      x: Int(layout.left), y: Int(layout.top), width: Int(plane.width), height: Int(plane.height))
    var values: [UInt16] = []
    for y in 0..<area.height {
      unsafe values += UnsafeBufferPointer(
        start: plane.samples + y * plane.stride, count: area.width)
    }
    return (handle.decoder, handle.isOurs, area, values)
  }
}

extension SensorSamples {
  func values(in area: Region) -> [UInt16] {
    (area.y..<area.endY).flatMap { y in
      values[y * size.width + area.x..<y * size.width + area.endX]
    }
  }
}

/// The generator of makers' raws against LibRaw: what was coded arrives.
@Suite struct MakerRawTests {
  private func expect(
    _ raw: MakerRaw, by decoder: String, isOurs: Bool? = true,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let unpacked = try #require(try Unpacked.samples(raw.file()), sourceLocation: location)
    #expect(unpacked.decoder == decoder, sourceLocation: location)
    #expect(unpacked.area.size.area > raw.samples.size.area / 2, sourceLocation: location)
    let wrong = zip(unpacked.values, raw.samples.values(in: unpacked.area)).enumerated()
      .filter { $1.0 != $1.1 }
    #expect(wrong.isEmpty, "\(unpacked.area): \(wrong.prefix(4))", sourceLocation: location)
    for isa in InstructionSet.available {
      let ours = try Unpacked.samples(raw.file(), by: Unpacking(instructionSet: isa))
      if let isOurs {
        #expect(ours?.isOurs == isOurs, "\(isa)", sourceLocation: location)
      }
      #expect(ours?.values == unpacked.values, "\(isa)", sourceLocation: location)
    }
  }

  @Test(arguments: MakerPacking.allCases)
  func packed(_ packing: MakerPacking) throws {
    let width = packing == .nikon12PaddedRows ? 1340 : 240
    let samples = SensorSamples.varied(Size(width: width, height: 30), bits: packing.bits)
    let decoder =
      switch packing {
      case .nikon12PaddedRows: "nikon_load_padded_packed_raw"
      case .nikon12Strips: "nikon_load_striped_packed_raw"
      case .nikon14: "nikon_14bit_load_raw"
      case .nikonWords, .sonyWords: "unpacked_load_raw"
      default: "packed_load_raw"
      }
    try expect(.packed(samples, packing), by: decoder, isOurs: packing != .nikon12Strips)
  }

  @Test(arguments: [12, 14])
  func nikonLossless(bits: Int) throws {
    let samples = SensorSamples.varied(Size(width: 230, height: 34), bits: bits)
    for order in ByteOrder.allCases {
      try expect(
        .nikon(samples, bits: bits, coding: .lossless, byteOrder: order), by: "nikon_load_raw",
        isOurs: nil)
    }
  }

  @Test(arguments: [12, 14], [false, true])
  func nikonTable(bits: Int, longHeader: Bool) throws {
    let curve = (0..<1 << (bits - 1)).map { UInt16($0 * $0 >> (bits - 3)) }
    let samples = SensorSamples.varied(Size(width: 222, height: 31), bits: bits - 1)
    try expect(
      .nikon(samples, bits: bits, coding: .table(curve: curve, longHeader: longHeader)),
      by: "nikon_load_raw")
  }

  @Test(arguments: [12, 14], [nil, 17])
  func nikonPoints(bits: Int, split: Int?) throws {
    let curve = (0...256).map { UInt16($0 * $0 >> 3) }
    // Coarse steps can slightly exceed the range.
    var samples = SensorSamples.varied(Size(width: 226, height: 33), bits: bits - 1)
    samples.values = samples.values.map { $0 + 100 }
    try expect(
      .nikon(samples, bits: bits, coding: .points(curve: curve, split: split)),
      by: "nikon_load_raw")
  }

  @Test(arguments: [12, 14])
  func pentax(bits: Int) throws {
    let samples = SensorSamples.varied(Size(width: 220, height: 33), bits: bits)
    try expect(.pentax(samples, bits: bits), by: "pentax_load_raw")
  }

  @Test func sonyBlocks() throws {
    let codes = SensorSamples.varied(Size(width: 256, height: 32), bits: 11)
    try expect(.sonyBlocks(codes), by: "sony_arw2_load_raw")
    try expect(
      .sonyBlocks(codes, curve: [16_383, 16_383, 16_383, 16_383]), by: "sony_arw2_load_raw")
  }

  @Test(arguments: PanasonicBlocks.allCases.filter { $0 != .scaled12 })
  func panasonic(_ blocks: PanasonicBlocks) throws {
    let size = Size(width: blocks.samples * 110, height: 32)
    let decoder =
      switch blocks {
      case .near, .turned12, .turned14: "panasonic_load_raw"
      case .scaled, .scaled12: "panasonicC6_load_raw"
      case .plain12, .plain14: "panasonicC7_load_raw"
      }
    try expect(.panasonic(.varied(size, bits: blocks.bits), blocks), by: decoder)
  }

  /// Rows that meet inside 32-bit words.
  @Test func rowsWithinWords() throws {
    let samples = SensorSamples.varied(Size(width: 238, height: 32), bits: 12)
    try expect(.packed(samples, .olympus12), by: "packed_load_raw")
  }

  #if !DEBUG
    /// A file without a header, which LibRaw knows by its size: 10 bits in words of 16.
    @Test func headerless() throws {
      let noise = SeededNoise(seed: 3)
      let file = (0..<6_553_440).map { UInt8(truncatingIfNeeded: noise.bits($0, 7)) }
      let expected = try #require(try Unpacked.samples(file))
      #expect(expected.decoder == "packed_load_raw")
      for isa in InstructionSet.available {
        let ours = try Unpacked.samples(file, by: Unpacking(instructionSet: isa))
        #expect(ours?.isOurs == true)
        #expect(ours?.values == expected.values, "\(isa)")
      }
    }
  #endif

  /// Turned bits: the same samples, or the same failure.
  @Test(arguments: [0, 1, 3, 6])
  func damaged(_ number: Int) throws {
    let size = Size(width: 32 * 9, height: 32)
    let raws: [MakerRaw] =
      [
        .nikon(.varied(size, bits: 12), bits: 12, coding: .lossless),
        .pentax(.varied(size, bits: 14)),
        .packed(.varied(size, bits: 12), .nikon12), .packed(.varied(size, bits: 14), .sonyWords),
      ]
      + PanasonicBlocks.allCases.filter { $0 != .scaled12 }.map {
        .panasonic(.varied(Size(width: $0.samples * 30, height: 32), bits: $0.bits), $0)
      }
    let sony = MakerRaw.sonyBlocks(.varied(size, bits: 11))
    let (bits, seed) = (1 + number * number, UInt64(number))
    // Two equal positions in Sony's blocks would make LibRaw read outside its memory.
    let files =
      raws.map { $0.damagedFile(bits: bits, seed: seed) } + [
        sony.damagedFile(bits: bits, seed: seed) { $0 % 16 > 3 }
      ]
    for file in files {
      let expected = try Unpacked.samples(file)
      for isa in InstructionSet.available {
        let ours = try Unpacked.samples(file, by: Unpacking(instructionSet: isa))
        #expect(ours?.values == expected?.values, "\(isa), \(expected?.decoder ?? "")")
      }
    }
  }

  /// Streams of many chunks, and bands of rows, divided between three threads. Also odd widths.
  @Test(arguments: [0, 1, 2, 3, 4])
  func threads(_ number: Int) throws {
    let samples = SensorSamples.varied(Size(width: 480, height: 400), bits: 12)
    let odd = SensorSamples.varied(Size(width: 401, height: 420), bits: 13)
    let raw: MakerRaw =
      switch number {
      case 0: .nikon(samples, bits: 12, coding: .lossless)
      case 1: .nikon(odd, bits: 14, coding: .points(curve: (0...256).map { $0 * 60 }, split: nil))
      case 2: .pentax(odd)
      case 3: .packed(samples, .olympus12)
      default: .packed(samples, .plain12Gaps)
      }
    let file = raw.file()
    let crew = Unpacking.threads(3)
    let expected = try #require(try Unpacked.samples(file))
    #expect(expected.values == raw.samples.values(in: expected.area))
    for isa in InstructionSet.available {
      let ours = try Unpacked.samples(file, by: Unpacking(instructionSet: isa, crew: crew))
      #expect(ours?.isOurs == true)
      #expect(ours?.values == expected.values, "\(isa)")
    }
  }

  /// DNG's packing: rows start at byte boundaries, with any number of bits.
  @Test(arguments: 9...15)
  func packedDNG(bits: Int) throws {
    let samples = SensorSamples.varied(Size(width: 203, height: 29), bits: bits)
    var options = DNGOptions()
    options.storage.bitsPerSample = bits
    for table in [nil, (0..<1 << bits).map { $0 * $0 >> (2 * bits - 16) }] {
      options.linearization = table
      let file = DNGWriter.file(samples, options)
      let expected = try #require(try Unpacked.samples(file))
      #expect(expected.values == samples.values.map { UInt16(table?[Int($0)] ?? Int($0)) })
      for isa in InstructionSet.available {
        let ours = try Unpacked.samples(file, by: Unpacking(instructionSet: isa))
        #expect(ours?.isOurs == true)
        #expect(ours?.values == expected.values, "\(isa)")
      }
    }
  }

  /// More than one component, because LibRaw skips an extra byte after a frame with one.
  @Test(arguments: 2...4, [[], [80, 80, 80], [100, 100, 40], [240]])
  func canon(components: Int, slices: [Int]) throws {
    let samples = SensorSamples.varied(Size(width: 240, height: 30), bits: 14)
    for (predictor, tables) in [(1, 1), (6, 2), (1, 4)] where tables <= components {
      try expect(
        .canon(
          samples, components: components, predictor: predictor, tables: tables, slices: slices),
        by: "lossless_jpeg_load_raw", isOurs: nil)
    }
  }

  /// 1 to 4 components with the same number of tables, including full 16-bit differences.
  @Test(arguments: 1...4, 1...7)
  func losslessTiles(components: Int, predictor: Int) throws {
    var samples = SensorSamples.varied(Size(width: 110, height: 26), bits: 16)
    for x in 0..<100 { samples.values[x] = x / components % 2 == 0 ? 0x8000 : 0 }
    for tables in Set([1, 2, components]) where tables <= components {
      for blocks in [DNGStorage.Blocks.tiles(Size(width: 48, height: 16)), .strips(rows: .max)] {
        var options = DNGOptions()
        options.storage.compression = .losslessJPEG(predictor: predictor)
        options.storage.components = components
        options.storage.tables = tables
        options.storage.blocks = blocks
        if case .strips = blocks { samples = samples.cropped(width: 108) }
        let unpacked = try #require(try Unpacked.samples(DNGWriter.file(samples, options)))
        #expect(unpacked.decoder == "lossless_dng_load_raw")
        #expect(unpacked.values == samples.values)
      }
    }
  }
}

extension SensorSamples {
  fileprivate func cropped(width: Int) -> SensorSamples {
    let area = Region(x: 0, y: 0, width: width, height: size.height)
    return SensorSamples(size: area.size, values: values(in: area))
  }
}
