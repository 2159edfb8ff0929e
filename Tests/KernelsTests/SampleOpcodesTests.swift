import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

/// Corrections by position and value, compared with the formulas of DNG 1.6, chapter 7.
@Suite struct SampleOpcodesTests {
  static let fast = InstructionSet.available.filter { $0 != .reference }
  static let size = Size(width: 211, height: 37)

  /// An opcode and its formula: of a value from 0 to 1, its column, row and plane.
  struct Case: Sendable, CustomTestStringConvertible {
    let opcode: SampleOpcode
    let formula: @Sendable (Double, Int, Int, Int) -> Double
    var testDescription: String { opcode.name }
  }

  static let gains: [Float] = (0..<5 * 4 * 2).map { 0.7 + 0.23 * Float($0 * 7 % 11) }
  static let dense: [Float] = (0..<300).map { 0.8 + 0.001 * Float($0 % 40) }
  static let codes: [UInt16] = (0..<900).map { UInt16(65_535 - $0 * 50) }
  static let numbers: [Float] = (0..<211).map { 0.4 + 0.01 * Float($0 * 5 % 97) }

  static let cases: [Case] = [
    Case(
      opcode: SampleOpcode(
        .radialGain([0.3, 0.2, -0.1, 0.05, 0.4], center: SIMD2(80, 20), radius: 132),
        area: Region(size))
    ) { v, x, y, _ in
      let r = hypot(Double(x) + 0.5 - 80, Double(y) + 0.5 - 20) / 132
      let bent = 0.3 * pow(r, 2) + 0.2 * pow(r, 4) - 0.1 * pow(r, 6) + 0.05 * pow(r, 8)
      return v * (1 + bent + 0.4 * pow(r, 10))
    },
    Case(
      opcode: SampleOpcode(
        .gainMap(
          OpcodeGainMap(
            size: Size(width: 5, height: 4), planes: 2, origin: SIMD2(10.3, 4),
            spacing: SIMD2(41.7, 9.1), gains: gains)), area: Region(size))
    ) { v, x, y, plane in
      let across = min(max((Double(x) + 0.5 - 10.3) / 41.7, 0), 4)
      let down = min(max((Double(y) + 0.5 - 4) / 9.1, 0), 3)
      func gain(_ column: Int, _ row: Int) -> Double {
        Double(gains[(min(row, 3) * 5 + min(column, 4)) * 2 + min(plane, 1)])
      }
      let (i, j) = (Int(across), Int(down))
      let (s, t) = (across - Double(i), down - Double(j))
      return v
        * ((1 - t) * ((1 - s) * gain(i, j) + s * gain(i + 1, j))
          + t * ((1 - s) * gain(i, j + 1) + s * gain(i + 1, j + 1)))
    },
    Case(
      opcode: SampleOpcode(
        .gainMap(
          OpcodeGainMap(
            size: Size(width: 1, height: 1), origin: SIMD2(), spacing: SIMD2(1, 1), gains: [1.5])),
        area: Region(x: 7, y: 3, width: 150, height: 20), plane: 1, planes: 2, rowPitch: 3,
        columnPitch: 2)
    ) { v, x, y, plane in
      let isInside = x >= 7 && x < 157 && y >= 3 && y < 23 && plane >= 1
      return isInside && (x - 7) % 2 == 0 && (y - 3) % 3 == 0 ? v * 1.5 : v
    },
    // Points closer to each other than columns, so that some pieces between them are empty.
    Case(
      opcode: SampleOpcode(
        .gainMap(
          OpcodeGainMap(
            size: Size(width: 300, height: 1), origin: SIMD2(20.2, 0), spacing: SIMD2(0.61, 1),
            gains: dense)), area: Region(size))
    ) { v, x, _, _ in
      let across = min(max((Double(x) + 0.5 - 20.2) / 0.61, 0), 299)
      let (i, s) = (Int(across), across - across.rounded(.down))
      return v * ((1 - s) * Double(dense[i]) + s * Double(dense[min(i + 1, 299)]))
    },
    Case(opcode: SampleOpcode(.table(codes), area: Region(size))) { v, _, _, _ in
      Double(codes[min(899, Int((v * 65_535).rounded()))]) / 65_535
    },
    Case(
      opcode: SampleOpcode(.polynomial([0.02, 0.5, 0.2, 0, 0, 0, 0, 0.1, 0.1]), area: Region(size))
    ) { v, _, _, _ in 0.02 + 0.5 * v + 0.2 * v * v + 0.1 * pow(v, 7) + 0.1 * pow(v, 8) },
    Case(
      opcode: SampleOpcode(.rows(numbers, scales: true), area: Region(size), rowPitch: 2)
    ) { v, _, y, _ in y % 2 == 0 ? v * Double(numbers[y / 2]) : v },
    Case(opcode: SampleOpcode(.rows(numbers.map { $0 - 0.9 }, scales: false), area: Region(size))) {
      v, _, y, _ in v + Double(numbers[y]) - 0.9
    },
    Case(
      opcode: SampleOpcode(
        .columns(numbers, scales: true), area: Region(x: 5, y: 0, width: 200, height: 37),
        columnPitch: 3)
    ) { v, x, _, _ in
      x >= 5 && x < 205 && (x - 5) % 3 == 0 ? v * Double(numbers[(x - 5) / 3]) : v
    },
    Case(
      opcode: SampleOpcode(.columns(numbers.map { $0 - 0.9 }, scales: false), area: Region(size))
    ) { v, x, _, _ in v + Double(numbers[x]) - 0.9 },
  ]

  /// Rows of camera RGB with a gain of 1, for all instruction sets. A row made in parts is the
  /// same.
  @Test(arguments: cases) func rowsFollowTheFormulas(_ test: Case) {
    let opcodes = SampleOpcodes([test.opcode], size: Self.size)
    var random = SeededGenerator(seed: 4)
    for y in [0, 1, 3, 17, 36] {
      let values = (0..<Self.size.width).map { _ in
        SIMD3<Float>(
          .random(in: 0..<0.99, using: &random), .random(in: 0..<0.99, using: &random), 0.6)
      }
      var first: [SIMD3<Float>]?
      for (set, part) in product(InstructionSet.available, [211, 64, 7]) {
        var made: [SIMD3<Float>] = []
        for x in stride(from: 0, to: Self.size.width, by: part) {
          let count = min(part, Self.size.width - x)
          let row = PlanarRow(capacity: count)
          for i in 0..<count { row[i] = values[x + i] }
          opcodes.apply(
            to: row, x: x, y: y, count: count, channels: 3, gains: SIMD3(1, 1, 1), ceiling: 1,
            instructionSet: set)
          made += (0..<count).map { row[$0] }
        }
        for (x, plane) in product(0..<Self.size.width, 0..<3) {
          let formula = test.formula(Double(values[x][plane]), x, y, plane)
          let expected = min(max(formula, 0), 1)
          #expect(abs(Double(made[x][plane]) - expected) < 1e-5, "\(set) \(x),\(y) \(plane)")
        }
        guard set != .reference else { continue }
        if let first { #expect(first == made, "\(set), parts of \(part)") }
        first = first ?? made
      }
    }
  }

  /// Values at the ceiling stay: a clipped highlight keeps its neutral colour.
  @Test func clippedValuesStay() {
    let map = OpcodeGainMap(
      size: Size(width: 1, height: 1), origin: SIMD2(), spacing: SIMD2(1, 1), gains: [0.5])
    let opcodes = SampleOpcodes(
      [SampleOpcode(.gainMap(map), area: Region(Self.size))], size: Self.size)
    for set in InstructionSet.available {
      let row = PlanarRow(capacity: 2)
      row[0] = SIMD3(1, 0.5, 1)
      opcodes.apply(
        to: row, x: 0, y: 0, count: 1, channels: 3, gains: SIMD3(2, 1, 1), ceiling: 1,
        instructionSet: set)
      #expect(row[0] == SIMD3(1, 0.25, 1))
    }
  }

  /// A table applies to balanced light without its gain, and keeps light above white.
  @Test func tablesSeeUnbalancedLight() {
    let opcodes = SampleOpcodes(
      [SampleOpcode(.polynomial([0, 0, 1]), area: Region(Self.size))], size: Self.size)
    for set in InstructionSet.available {
      let row = PlanarRow(capacity: 2)
      row[0] = SIMD3(1, 0.5, 3)
      opcodes.apply(
        to: row, x: 0, y: 0, count: 1, channels: 3, gains: SIMD3(2, 1, 1.5), ceiling: .infinity,
        instructionSet: set)
      #expect(row[0] == SIMD3(0.5, 0.25, 3))
    }
  }

  /// A mosaic is corrected before its gains, inside and, mirrored, outside of its edges.
  @Test(arguments: fast, [DemosaicKernel.rcd, .bilinear, .half])
  func mosaicsFollowTheFormulas(_ set: InstructionSet, _ kernel: DemosaicKernel) {
    for size in [
      Size(width: 2, height: 2), Size(width: 5, height: 9), Size(width: 33, height: 31),
      Size(width: 101, height: 37),
    ] {
      let phases = (0..<4).map { phase in
        SampleOpcode(
          .gainMap(
            OpcodeGainMap(
              size: Size(width: 5, height: 4), origin: SIMD2(), spacing: SIMD2(23.4, 11.2),
              gains: (0..<20).map { 0.8 + 0.1 * Float(($0 * 3 + phase) % 7) })),
          area: Region(
            x: phase % 2, y: phase / 2, width: size.width - phase % 2,
            height: size.height - phase / 2), rowPitch: 2, columnPitch: 2)
      }
      let opcodes = SampleOpcodes(phases + [Self.cases[4].opcode], size: size)
      for levels in [
        SensorLevels(black: 500, white: 15_000),
        SensorLevels(
          blackPatternSize: Size(width: 3, height: 2), black: [480, 500, 510, 490, 505, 495],
          white: 15_000),
      ] {
        let mosaic = DemosaicCase.noise(
          width: size.width, height: size.height, pattern: .grbg, levels: levels)
        let input = DemosaicInput(
          mosaic: mosaic, gains: SIMD3(1.9, 1, 1.4), ceiling: 1.2, opcodes: opcodes)
        let whole = Region(input.outputSize(kernel))
        let made = DemosaicCase.pixels(kernel, input, by: set)
        let expected = DemosaicCase.pixels(kernel, input, by: .reference)
        let apart = DemosaicCase.count(of: made, unlike: expected, tolerance: 1e-4)
        #expect(apart <= made.count / 500, "\(size)")
        guard whole.width > 20 else { continue }
        let part = Region(x: 3, y: 2, width: whole.width - 7, height: whole.height - 3)
        let cut = DemosaicCase.pixels(kernel, input, region: part, by: set)
        for y in 0..<part.height {
          let from = (part.y + y) * whole.width + part.x
          #expect(
            Array(cut[y * part.width..<(y + 1) * part.width])
              == Array(made[from..<from + part.width]))
        }
      }
    }
  }
}
