import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideKernels

/// The compiled forms of output profiles, compared with `OutputProfile.codes`.
@Suite struct OutputProfileKernelTests {
  private static func profile(_ form: OutputProfile.Form) -> OutputProfile {
    OutputProfile(
      path: "", digest: "", name: "", bytes: [], isGrey: false, intent: .relative,
      blackPoint: nil, form: form)
  }

  private static func curve(_ gamma: Double) -> ProfileCurve? {
    ProfileCurve((0...4095).map { pow(Double($0) / 4095, gamma) })
  }

  private static let matrix = Matrix3x3(
    SIMD3(1.6, -0.5, -0.1), SIMD3(-0.1, 1.2, -0.1), SIMD3(0, -0.2, 1.2))

  static let profiles: [OutputProfile] = {
    var values: [Float] = []
    for ((b, g), r) in product(product(0..<9, 0..<9), 0..<9) {
      values += [Float(8 - r) / 8, Float(g * g) / 64, Float(r + b) / 16]
    }
    let cube = LookTable.Cube(
      size: 9, values: values, low: SIMD3(repeating: 0), high: SIMD3(repeating: 1))
    let curves = [1.8, 2.2, 2.6].compactMap(curve)
    return [
      profile(.curves(matrix: matrix, black: 0, curves: [curves[1]])),
      profile(.curves(matrix: matrix, black: 0.02, curves: curves)),
      profile(.table(cube)),
    ]
  }()

  @Test(arguments: profiles.indices, InstructionSet.available)
  func rowsMatchTheFormula(index: Int, set: InstructionSet) {
    let profile = Self.profiles[index]
    let kernel = OutputProfileKernel(profile)
    let count = 101
    let row = PlanarRow(capacity: count)
    var lights: [SIMD3<Float>] = []
    for i in 0..<count {
      let t = Float(i) / 80 - 0.1
      lights.append(SIMD3(t, t * t, 0.9 - t))
      row[i] = lights[i]
    }
    kernel.apply(to: row, x: 0, y: 0, count: count, isGrey: false, instructionSet: set)
    for i in 0..<count {
      let codes = profile.codes(of: SIMD3<Double>(lights[i]))
      for c in 0..<3 {
        // A tenth of a code of 8 bits, near black where curves are steep.
        #expect(abs(Double(row[i][c]) - codes[c]) < 4e-4, "\(i) \(c) \(set): \(row[i]) \(codes)")
      }
    }
  }

  /// Channels with different curves do not mix.
  @Test func channelsUseTheirCurves() throws {
    let curves = [1.0, 2, 3].compactMap(Self.curve)
    let profile = Self.profile(.curves(matrix: .identity, black: 0, curves: curves))
    let row = PlanarRow(capacity: 1)
    row[0] = SIMD3(0.25, 0.25, 0.125)
    OutputProfileKernel(profile).apply(
      to: row, x: 0, y: 0, count: 1, isGrey: false, instructionSet: .best)
    #expect(abs(row[0].x - 0.25) < 1e-4)
    #expect(abs(row[0].y - 0.5) < 1e-4)
    #expect(abs(row[0].z - 0.5) < 1e-4)
  }
}
