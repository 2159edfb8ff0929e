import Testing

@testable import BromideValues

/// `.cube` files: supported features, and errors for unsupported ones.
@Suite struct CubeFileTests {
  static func read(_ text: String) throws(LookTableError) -> LookTable {
    try LookTable(cube: Array(text.utf8), path: "a.cube", digest: "1")
  }

  static let corners = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)" }.joined(separator: "\n")

  @Test func readsCubes() throws {
    let table = try Self.read(
      "\u{FEFF}# made by hand\r\nTITLE \"Warm\"\r\n\r\nLUT_3D_SIZE 2\r\nDOMAIN_MIN -1 0 0\r\nDOMAIN_MAX 1 2 1\r\n"
        + Self.corners.replacing("\n", with: "\r\n") + "\r\n")
    let cube = try #require(table.cube)
    #expect(table.title == "Warm" && table.curve == nil && table.remarks.isEmpty)
    #expect(cube.size == 2 && cube.low == SIMD3(-1, 0, 0) && cube.high == SIMD3(1, 2, 1))
    // Red is fastest.
    #expect(cube.values[3...5] == [1, 0, 0])
    let made = table(SIMD3(0, 1, 0.25))
    #expect(made == SIMD3(0.5, 0.5, 0.25))
  }

  @Test func readsCurvesAndBoth() throws {
    let curve = try Self.read("LUT_1D_SIZE 3\nLUT_1D_INPUT_RANGE 0 2\n0 0 0\n1e-1 .5 1\n1 1 -2.5\n")
    #expect(curve.cube == nil && curve.curve?.count == 3)
    #expect(curve(SIMD3(1, 1, 1)) == SIMD3(Double(Float(0.1)), 0.5, 1))
    #expect(curve(SIMD3(9, 9, 9)) == SIMD3(1, 1, -2.5))
    let both = try Self.read("LUT_1D_SIZE 2\nLUT_3D_SIZE 2\n1 1 1\n0 0 0\n" + Self.corners)
    #expect(both(SIMD3(1, 0.25, 0)) == SIMD3(0, 0.75, 1))
  }

  @Test func unknownKeywordsAreSkippedWithWarning() throws {
    let table = try Self.read("LUT_3D_SIZE 2\nLUT_IN_VIDEO_RANGE\n" + Self.corners)
    #expect(table.remarks == ["it leaves LUT_IN_VIDEO_RANGE out, which is unknown"])
  }

  @Test(arguments: [
    ("", "LUT_1D_SIZE or LUT_3D_SIZE is missing"),
    ("LUT_3D_SIZE 2\n0 0 0\n", "it has 1 colours; its size needs 8"),
    ("LUT_3D_SIZE 2\n\(corners)\n0 0 0", "it has 9 colours; its size needs 8"),
    ("LUT_3D_SIZE 256\n", "line 1 has LUT_3D_SIZE 256; expected 2 to 129"),
    ("LUT_3D_SIZE 1\n", "line 1 has LUT_3D_SIZE 1; expected 2 to 129"),
    ("LUT_3D_SIZE\n", "line 1 has LUT_3D_SIZE ; expected 2 to 129"),
    ("LUT_1D_SIZE 65537\n", "line 1 has LUT_1D_SIZE 65537; expected 2 to 65536"),
    ("LUT_3D_SIZE 2\nLUT_3D_SIZE 2\n", "line 2 states LUT_3D_SIZE again"),
    ("LUT_3D_SIZE 2\n0 0\n", "line 2 has 2 numbers; expected 3"),
    ("LUT_3D_SIZE 2\n0 0 0 0\n", "line 2 has 4 numbers; expected 3"),
    ("LUT_3D_SIZE 2\nnan 0 0\n", "line 2 has 'nan'; expected a finite number"),
    ("LUT_3D_SIZE 2\n0 inf 0\n", "line 2 has 'inf'; expected a finite number"),
    ("LUT_3D_SIZE 2\n0 1e99 0\n", "line 2 has '1e99'; expected a finite number"),
    ("LUT_3D_SIZE 2\n0 0x 0\n", "line 2 has '0x'; expected a finite number"),
    (
      "LUT_3D_SIZE 2\n0 0 0\nDOMAIN_MIN 0 0 0\n",
      "line 3 has DOMAIN_MIN below the first colour; expected it above"
    ),
    (
      "LUT_3D_SIZE 2\nDOMAIN_MIN 0 1 0\n\(corners)",
      "its DOMAIN_MIN 1.0 is not below its DOMAIN_MAX 1.0"
    ),
    ("LUT_3D_SIZE 2\nDOMAIN_MAX 1 nan 1\n", "line 2 has 'nan'; expected a finite number"),
    (
      "LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 1 0\n",
      "line 2 has the range 1.0 to 0.0; expected the lower number first"
    ),
    (String(repeating: "#", count: 1001), "line 1 has 1001 bytes; expected at most 1000"),
  ])
  func brokenFilesAreRejectedByName(text: String, reason: String) {
    #expect(throws: LookTableError(reason)) { _ = try Self.read(text) }
  }

  @Test func spacesAreNamesOfInputAndOutput() {
    for space in LookSpace.allCases {
      let own = TableLook.spaces(space.rawValue)
      #expect(own?.input == space && own?.output == (space.isLog ? .rec709 : space))
    }
    #expect(TableLook.spaces("slog3:srgb")?.output == .srgb)
    for text in ["", "log", "srgb:rec709", "slog3:vlog", "slog3:", "slog3:srgb:srgb", "SRGB"] {
      #expect(TableLook.spaces(text) == nil, "\(text)")
    }
  }
}
