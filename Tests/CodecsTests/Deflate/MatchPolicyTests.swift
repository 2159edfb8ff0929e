import BromideCodecs
import BromideValues
import TestSupport
import Testing

/// Where matches are searched for, measured in bytes, since times depend on the machine.
@Suite struct MatchPolicyTests {
  private static let size = Size(width: 400, height: 256)
  private static let bandRows = 128
  /// Parts of 16 rows, eight in a band.
  private static let partBytes = 20 << 10
  private static let probeBytes = 8 << 10

  /// From almost all zeros after filtering to noise throughout.
  @Test(arguments: [CodingEffort.fast, .balanced], [0.4, 0.8, 2, 20])
  func aNoisyPhotoIsOnlyProbed(_ compression: CodingEffort, deviation: Double) {
    var random = SeededGenerator(seed: 8)
    let searched = searchedCount(compression) { x, y in
      let bits = random.next()
      let sum = (0..<4).reduce(0) { $0 + Int(bits >> (16 * $1) & 0xFFFF) }
      let grain = (Double(sum) / 65535 - 2) * 3.0.squareRoot()
      return 90 + Double(x + y) / 40 + grain * deviation
    }
    let bands = Self.size.height / Self.bandRows
    #expect(searched == bands * Self.probeBytes)
  }

  /// Similar parts without matches. The search probes parts 0, 8, 24 and 56.
  @Test(arguments: [CodingEffort.fast, .balanced])
  func similarPartsAreProbedLessAndLess(compression: CodingEffort) {
    var random = SeededGenerator(seed: 10)
    let searched = searchedCount(compression, parts: 64) { _, _ in
      90 + Double(random.next() % 8)
    }
    #expect(searched == 4 * Self.probeBytes)
  }

  /// The same with cheaper graphics, starting at part 32. The pause that part 24 begins ends there.
  @Test func aChangeEndsALongPause() {
    var random = SeededGenerator(seed: 11)
    let searched = searchedCount(.fast, parts: 64) { x, y in
      y < 32 * 16 ? 90 + Double(random.next() % 8) : (x / 3 * 7 + y / 5 * 3) % 11 == 0 ? 0 : 255
    }
    #expect(searched > 24 * Self.partBytes)
  }

  @Test(arguments: [CodingEffort.fast, .balanced])
  func graphicsAreSearched(compression: CodingEffort) {
    let searched = searchedCount(compression) { x, y in
      (x / 3 * 7 + y / 5 * 3) % 11 == 0 ? 0 : 255
    }
    #expect(searched > Self.size.area * 3)
  }

  /// Flat rows above noise: the search that the flat rows start ends at the first part that does
  /// not pay.
  @Test func aSearchEndsWhereItDoesNotPay() {
    var random = SeededGenerator(seed: 9)
    let searched = searchedCount(.fast) { x, y in
      y % Self.bandRows < 32 ? 255 : 90 + Double(random.next() % 16)
    }
    let bands = Self.size.height / Self.bandRows
    #expect(searched <= bands * (48 * (Self.size.width * 3 + 1) + Self.probeBytes))
  }

  /// Number of bytes searched while encoding an RGB picture.
  ///
  /// - Parameter parts: The number of parts in a picture's single band, or `nil` for one of two
  ///   bands with eight parts.
  private func searchedCount(
    _ compression: CodingEffort, parts: Int? = nil, _ value: (_ x: Int, _ y: Int) -> Double
  ) -> Int {
    let size = Size(width: Self.size.width, height: parts.map { 16 * $0 } ?? Self.size.height)
    var bytes: [UInt8] = []
    for (x, y, _) in size.places.channels(3) {
      bytes.append(UInt8(min(max(value(x, y), 0), 255).rounded()))
    }
    let encoder = PNGBandEncoder(
      size: size, format: PixelFormat(channels: 3, sample: .uint8), compression: compression,
      partBytes: Self.partBytes, pieceBytes: 1 << 30)
    let scratch = encoder.makeScratch()
    _ = bands(
      of: bytes, encoder, bandRows: parts == nil ? Self.bandRows : size.height, scratch: scratch)
    return scratch.searchedCount
  }
}
