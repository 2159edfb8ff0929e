import BromideValues
import TestSupport
import Testing

@testable import BromideCodecs

/// Tables of output profiles, compared with the formula of a profile whose codes are L\*a\*b\*.
@Suite struct OutputProfileTableTests {
  private func made(_ bytes: [UInt8], isGrey: Bool = false) -> OutputProfile? {
    var values = [Float](repeating: -1, count: OutputProfileTable.count)
    let isMade = unsafe values.withUnsafeMutableBufferPointer { table in
      guard let start = table.baseAddress else { return false }
      return unsafe OutputProfileTable.fill(
        start, by: bytes, isGrey: isGrey, intent: .relative, movesBlack: false)
    }
    guard isMade else { return nil }
    let cube = LookTable.Cube(
      size: OutputProfileTable.edge, values: values, low: SIMD3(repeating: 0),
      high: SIMD3(repeating: 1))
    return OutputProfile(
      path: "", digest: "", name: "", bytes: [], isGrey: isGrey, intent: .relative,
      blackPoint: false, form: .table(cube))
  }

  @Test func codesMatchTheFormula() throws {
    let profile = try #require(made(HandmadeProfile.lab.bytes))
    let adapted = Matrix3x3.bradford(from: .d65, to: .d50) * RGBSpace.rec2020.toXYZ
    var most = 0.0
    for step in 0..<1000 {
      let share = SIMD3(Double(step % 10), Double(step / 10 % 10), Double(step / 100)) / 9
      let light = share * share
      let lab = Lab(xyz: adapted * light)
      let expected =
        SIMD3(lab.l / 100 * 65280, (lab.a + 128) * 256, (lab.b + 128) * 256) / 65535 * 255
      let found = 255 * profile.codes(of: light)
      for c in 0..<3 {
        most = max(most, abs(found[c] - min(max(expected[c], 0), 255)))
      }
    }
    // The prototype's largest error on random colours is 0.48.
    #expect(most < 0.6, "\(most)")
    let middle = 255 * profile.codes(of: SIMD3(0.2, 0.05, 0.02))
    for (found, code) in zip([middle.x, middle.y, middle.z], [91.642, 169.051, 162.268]) {
      #expect(abs(found - code) < 0.3)
    }
    let white = 255 * profile.codes(of: SIMD3(1, 1, 1))
    #expect(abs(white.x - 254.008) < 0.01 && abs(white.y - 127.502) < 0.01)
  }

  @Test func otherProfilesAreRejected() {
    #expect(made(HandmadeProfile.lab.bytes, isGrey: true) == nil)
    #expect(made([]) == nil)
    #expect(made(Array(HandmadeProfile.lab.bytes.prefix(300))) == nil)
  }
}
