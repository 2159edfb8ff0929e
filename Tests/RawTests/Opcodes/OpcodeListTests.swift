import BromideValues
import TestSupport
import Testing

@testable import BromideRaw

/// DNG's opcode lists, from their bytes.
@Suite struct OpcodeListTests {
  static let bounds = Region(x: -4, y: -2, width: 80, height: 60)

  static func list(_ number: Int = 2, _ fill: (inout OpcodeWriter) -> Void) -> OpcodeList {
    var writer = OpcodeWriter()
    fill(&writer)
    return OpcodeList(writer.bytes, number: number, bounds: bounds)
  }

  private static let area = OpcodeWriter.area((2, 4, 60, 80), pitch: (2, 2))

  @Test func everyOpcodeIsRead() throws {
    typealias W = OpcodeWriter
    let polynomial = (0..<15).map { $0 == 0 ? 1.0 : 0.001 }
    let list = Self.list { list in
      list.add(1, W.word(1) + W.doubles([1, 0.02, 0, 0, 0.001, 0, 0.5, 0.25]))
      list.add(2, W.word(1) + W.doubles([1, 0.1, 0, 0, 0.5, 0.5]))
      list.add(14, W.word(1) + W.doubles(polynomial + [0, 0, 0, 0.9, 0.5, 0.5]) + W.word(1))
      list.add(3, W.doubles([0.1, 0.2, 0.3, 0.4, 0.5, 0, 1]))
      list.add(4, W.word(7) + W.word(0))
      list.add(5, [0, 1, 1, 3, 4, 10, 10, 12, 11].flatMap(W.word))
      list.add(6, [2, 3, 50, 60].flatMap(W.word))
      list.add(7, Self.area + W.word(2) + [0, 1, 255, 255])
      list.add(8, Self.area + W.word(1) + W.doubles([0.25, 0.5]))
      list.add(9, W.gainMap(Self.area, rows: 2, columns: 3, gains: [1, 2, 3, 4, 5, 6]))
      list.add(10, Self.area + W.word(29) + W.floats(Array(repeating: 0.5, count: 29)))
      list.add(13, Self.area + W.word(38) + W.floats(Array(repeating: 2, count: 38)))
    }
    #expect(list.ignored.isEmpty)
    let samples = Region(x: 0, y: 0, width: 76, height: 58)
    func sample(_ effect: SampleOpcode.Effect) -> EmbeddedOptics.Opcode {
      .samples(SampleOpcode(effect, area: samples, planes: 1, rowPitch: 2, columnPitch: 2))
    }
    let expected: [EmbeddedOptics.Opcode] = [
      .warp(
        OpcodeWarp(
          model: .rectilinear,
          planes: [.init(radial: [1, 0.02, 0, 0], tangential: SIMD2(0.001, 0))],
          center: SIMD2(36, 13), radius: (40.0 * 40 + 45 * 45).squareRoot())),
      .warp(
        OpcodeWarp(
          model: .fisheye, planes: [.init(radial: [1, 0.1, 0, 0])], center: SIMD2(36, 28),
          radius: 50)),
      .warp(
        OpcodeWarp(
          model: .reciprocal, planes: [.init(radial: polynomial, least: 0, most: 0.9)],
          center: SIMD2(36, 28), radius: 50)),
      .samples(
        SampleOpcode(
          .radialGain(
            [0.1, 0.2, 0.3, 0.4, 0.5], center: SIMD2(-4, 58),
            radius: (80.0 * 80 + 60 * 60).squareRoot()), area: Self.bounds)),
      .badValue(7),
      .badPlaces([
        Region(x: 0, y: 1, width: 1, height: 1), Region(x: 6, y: 8, width: 1, height: 2),
      ]),
      .trim(Region(x: -1, y: 0, width: 57, height: 48)),
      sample(.table([1, 65_535])), sample(.polynomial([0.25, 0.5])),
      sample(
        .gainMap(
          OpcodeGainMap(
            size: Size(width: 3, height: 2), origin: SIMD2(-4, -2), spacing: SIMD2(40, 60),
            gains: [1, 2, 3, 4, 5, 6]))),
      sample(.rows(Array(repeating: 0.5, count: 29), scales: false)),
      sample(.columns(Array(repeating: 2, count: 38), scales: true)),
    ]
    for (found, target) in zip(list.opcodes, expected) { #expect(found == target) }
    #expect(list.opcodes.count == expected.count)
  }

  /// DNG 1.7.1, “Opcode List Processing”: a reader skips a warp that immediately follows an optional
  /// WarpRectilinear2, and only this one.
  @Test(arguments: [(true, false, 1), (true, true, 3), (false, false, 2)])
  func warpsForOlderReadersAreSkipped(isOptional: Bool, isBetween: Bool, count: Int) {
    typealias W = OpcodeWriter
    let polynomial = (0..<15).map { $0 == 0 ? 1.0 : 0 } + [0, 0, 0, 1, 0.5, 0.5]
    let list = Self.list(3) { list in
      list.add(14, isOptional: isOptional, W.word(1) + W.doubles(polynomial) + W.word(0))
      if isBetween { list.add(3, W.doubles([0.1, 0, 0, 0, 0, 0.5, 0.5])) }
      list.add(1, W.word(1) + W.doubles([1, 0.02, 0, 0, 0, 0, 0.5, 0.5]))
    }
    #expect(list.opcodes.count == count && list.ignored.isEmpty)
  }

  /// “A DNG reader should never attempt to process an opcode with a version higher” than its own.
  @Test(arguments: [
    ([1, 7, 1, 0], nil), ([1, 8, 0, 0], "needs DNG 1.8"), ([2, 0, 0, 0], "needs DNG 2.0"),
  ])
  func opcodesOfLaterVersionsAreNamed(version: [UInt8], reason: String?) {
    typealias W = OpcodeWriter
    let list = Self.list(3) { $0.add(3, version: version, W.doubles([0.1, 0, 0, 0, 0, 0.5, 0.5])) }
    #expect(list.opcodes.count == (reason == nil ? 1 : 0))
    #expect(list.ignored.map(\.reason) == [reason].compactMap(\.self))
  }

  /// A list is applied completely or not at all, because some of four maps would tint the picture.
  @Test(
    arguments: [
      { (list: inout OpcodeWriter) in list.claimedCount = 2 },
      { $0.claimedCount = 1 << 31 },
      { $0.add(9, length: 1 << 31, []) },
      { $0.add(9, OpcodeWriter.gainMap(area, rows: 2, columns: 2, gains: [1, .nan, 1, 1])) },
      { $0.add(9, OpcodeWriter.gainMap(area, rows: 2, columns: 2, gains: [1, -1, 1, 1])) },
      { $0.add(9, OpcodeWriter.gainMap(area, rows: 2, columns: 2, gains: [1, 1, 1])) },
      { $0.add(9, OpcodeWriter.gainMap(area, rows: 1 << 16, columns: 1 << 16, gains: [1])) },
      { $0.add(9, OpcodeWriter.gainMap(area, rows: 0, columns: 1, gains: [])) },
      { $0.add(9, OpcodeWriter.gainMap(area, rows: 1, columns: 1, gains: [1, 1])) },
      { $0.add(8, area + OpcodeWriter.word(1 << 30)) },
      { $0.add(7, area + OpcodeWriter.word(0)) },
      {
        $0.add(
          10, area + OpcodeWriter.word(28) + OpcodeWriter.floats([Float](repeating: 1, count: 28)))
      },
      { $0.add(3, OpcodeWriter.doubles([0, 0, .infinity, 0, 0, 0.5, 0.5])) },
      { $0.add(3, OpcodeWriter.doubles([0, 0, 0, 0, 0, 0.5, 1.5])) },
      { $0.add(1, OpcodeWriter.word(1 << 30)) },
      { $0.add(5, [0, 1 << 30, 1 << 30].flatMap(OpcodeWriter.word)) },
      { $0.add(5, [0, 0, 1, 0, 0, 60, 80].flatMap(OpcodeWriter.word)) },
      {
        $0.add(
          8,
          OpcodeWriter.area((0, 0, 9, 9), pitch: (0, 1)) + OpcodeWriter.word(0)
            + OpcodeWriter.doubles([1]))
      },
    ] as [@Sendable (inout OpcodeWriter) -> Void])
  func damagedListsAreLeftOut(_ damage: @Sendable (inout OpcodeWriter) -> Void) {
    let list = Self.list { list in
      list.add(8, Self.area + OpcodeWriter.word(0) + OpcodeWriter.doubles([1]))
      damage(&list)
    }
    #expect(list.opcodes.isEmpty)
    #expect(list.ignored.map(\.text) == ["OpcodeList2 (damaged)"])
  }

  @Test func whatCannotBeFollowedIsNamed() {
    let list = Self.list(3) { list in
      list.add(99, isOptional: true, [1, 2])
      list.add(98, [])
      list.add(
        8,
        OpcodeWriter.area((70, 0, 90, 9)) + OpcodeWriter.word(0) + OpcodeWriter.doubles([1]))
      list.add(1, OpcodeWriter.word(1) + OpcodeWriter.doubles([1, -3, 0, 0, 0, 0, 0.5, 0.5]))
    }
    #expect(list.opcodes.isEmpty)
    #expect(
      list.ignored.map(\.text) == [
        "opcode 99 of OpcodeList3 (unknown)", "opcode 98 of OpcodeList3 (unknown)",
        "MapPolynomial of OpcodeList3 (its area is outside the picture)",
        "WarpRectilinear (it folds or crushes the picture)",
      ])
    #expect(list.ignored.map(\.isOptional) == [true, false, false, false])
  }

  /// Any bytes are parsed or rejected, and parsed lists are valid.
  @Test func changedListsNeverCrash() {
    var writer = OpcodeWriter()
    writer.add(1, OpcodeWriter.word(1) + OpcodeWriter.doubles([1, 0.02, 0, 0, 0, 0, 0.5, 0.5]))
    writer.add(9, OpcodeWriter.gainMap(Self.area, rows: 2, columns: 2, gains: [1, 2, 2, 1]))
    writer.add(5, [0, 1, 1, 3, 4, 10, 10, 12, 11].flatMap(OpcodeWriter.word))
    writer.add(7, Self.area + OpcodeWriter.word(2) + [0, 1, 255, 255])
    writer.add(
      12, Self.area + OpcodeWriter.word(29) + OpcodeWriter.floats(Array(repeating: 1, count: 29)))
    let sound = writer.bytes
    var random = SeededGenerator(seed: 18)
    var followed = 0
    for _ in sweep(0..<5000, debug: 250) {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = [0, 1, 127, 128, 255, bytes[place] ^ 1].randomElement(using: &random)!
      }
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      let list = OpcodeList(bytes, number: 2, bounds: Self.bounds)
      if !list.opcodes.isEmpty { followed += 1 }
      for case .samples(let samples) in list.opcodes {
        #expect(Self.bounds.contains(samples.area))
      }
    }
    #expect(followed > 20)
  }
}
