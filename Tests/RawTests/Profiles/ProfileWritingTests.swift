import BromideCodecs
import BromideValues
import TestSupport
import Testing

@testable import BromideRaw

/// Camera profiles that are written are read back as what they were.
@Suite struct ProfileWritingTests {
  private static let color = Matrix3x3(
    SIMD3(0.6719, -0.0994, -0.0925), SIMD3(-0.4408, 1.2426, 0.2211),
    SIMD3(-0.0887, 0.2129, 0.6051))
  private static let forward = Matrix3x3(
    SIMD3(0.6852, 0.1654, 0.1137), SIMD3(0.2751, 0.7864, -0.0615),
    SIMD3(0.0291, -0.2189, 1.0149))

  private func table() throws -> ColorTable {
    let numbers: [Float] = (0..<90 * 30).flatMap { (index: Int) -> [Float] in
      [Float(index % 7) - 3, 1 + Float(index % 5) / 20, 0.95]
    }
    return try ColorTable(hues: 90, saturations: 30, values: 1, numbers: numbers)
  }

  @Test func twoLightsAreReadBack() throws {
    let table = try table()
    let bytes = ProfileFile.bytes(
      camera: "Maker Model", name: "Chart",
      calibrations: [
        .init(illuminant: .standardA, colorMatrix: Self.color, forwardMatrix: Self.forward),
        .init(illuminant: .d65, colorMatrix: Self.forward, forwardMatrix: Self.color, table: table),
      ])
    let file = try ProfileFile(bytes: bytes, path: "a.dcp")
    #expect(file.camera == "Maker Model" && file.tables.name == "Chart")
    #expect(
      file.lights.map(\.illuminant) == [
        Illuminant.standardA.chromaticity, Illuminant.d65.chromaticity,
      ])
    for (matrix, read) in [
      (Self.color, file.lights[0].colorMatrix), (Self.forward, file.lights[1].colorMatrix),
    ] {
      for (column, row) in Places(x: 0..<3, y: 0..<3) {
        #expect(abs(matrix[row, column] - read[row, column]) < 1e-6)
      }
    }
    #expect(abs(try #require(file.lights[0].forwardMatrix)[2, 1] + 0.2189) < 1e-6)
    #expect(file.tables.hueSatMaps.count == 2 && file.tables.hueSatMaps[0].isIdentity)
    let read = file.tables.hueSatMaps[1]
    #expect(read.hues == 90 && read.saturations == 30 && read.values == 1)
    for (one, two) in zip(read.entries, table.entries) {
      #expect(abs(one.x - two.x) < 1e-6 && one.y == two.y && one.z == two.z)
    }
    #expect(file.tables.findings == [])
  }

  @Test func profilesWithoutTablesAreReadBack() throws {
    let bytes = ProfileFile.bytes(
      camera: "M", name: "N",
      calibrations: [.init(illuminant: .d50, colorMatrix: Self.color, forwardMatrix: Self.forward)])
    let file = try ProfileFile(bytes: bytes, path: "a.dcp")
    #expect(file.lights.count == 1 && file.tables.isEmpty)
    // Little-endian TIFF with the number 0x4352, as the specification of DNG says.
    #expect(bytes.prefix(4) == [0x49, 0x49, 0x52, 0x43])
  }

  /// An ICC profile of linear values gives the matrix of balanced values, and leaves the others.
  @Test func linearICCProfilesAreRead() throws {
    let columns = Self.forward.transposed.rows.map { Chromaticity(xyz: $0) }
    let space = RGBSpace(
      name: "camera", red: columns[0], green: columns[1], blue: columns[2], white: .d50,
      transfer: .linear, cicp: nil)
    let bytes = try ICCProfile.made(for: space, isInput: true).bytes
    // Version 2.4 of a camera (ICC.1:2001-04, 6.1).
    #expect(bytes[8] == 2 && bytes[12..<16].elementsEqual("scnr".utf8))
    let file = try ProfileFile(bytes: bytes, path: "a.icc")
    #expect(file.lights.isEmpty && file.tables.isEmpty)
    let matrix = try #require(file.forwardMatrix)
    let white = Self.forward * SIMD3(1, 1, 1)
    let scaled = Matrix3x3(diagonal: Chromaticity.d50.xyz / white) * Self.forward
    for (column, row) in Places(x: 0..<3, y: 0..<3) {
      // The test's matrix has four decimals, and its white differs from D50 by as much.
      #expect(abs(matrix[row, column] - scaled[row, column]) < 3e-4, "\(row) \(column)")
    }
    let display = try ICCProfile.made(for: .displayP3).bytes
    let error = #expect(throws: ProfileError.self) {
      try ProfileFile(bytes: display, path: "p3.icc")
    }
    #expect(error?.reason.contains("its curve is not linear") == true)
  }
}
