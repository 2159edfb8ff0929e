import BromideCodecs
import BromideKernels
import BromideValues
import TestSupport
import Testing

@testable import BromideSampling

/// Scopes count the codes of a picture, column by column.
@Suite struct ScopeTests {
  private static let size = Size(width: 32, height: 18)

  private func sampler(
    range: YCbCrRange = .limited, orientation: Orientation = .upright
  ) throws -> (PointSampler, [UInt8]) {
    let layout = YCbCrLayout.i444
    let count = try #require(layout.byteCount(Self.size))
    let memory = PixelMemory(byteCount: count)
    let noise = SeededNoise(seed: 2)
    var bytes: [UInt8] = []
    for i in 0..<count { bytes.append(UInt8(truncatingIfNeeded: noise.bits(i, 0))) }
    for i in 0..<count { unsafe memory.bytes[i] = bytes[i] }
    let frame = try unsafe YCbCrFrame(
      layout: layout, size: Self.size, contiguous: UnsafeRawBufferPointer(memory.bytes),
      owner: memory)
    let converter = YCbCrConverter(
      coding: YCbCrCoding(matrix: .bt709, range: range, depth: 8), layout: layout,
      output: .rgbFloat)
    return (
      PointSampler(.frame(frame, converter), space: .rec709Display, orientation: orientation), bytes
    )
  }

  @Test func waveformsCountLuma() throws {
    let (sampler, bytes) = try sampler()
    var counts = ScopeCounts(.waveform, columns: sampler.scopeColumns())
    try counts.add(sampler)
    #expect(counts.columns == 32 && counts.parts == 1)
    for (x, code) in product(0..<32, 0..<256) {
      let expected = (0..<18).count { Int(bytes[$0 * 32 + x]) == code }
      #expect(counts[0, x, code] == expected)
    }
  }

  @Test func turnedPicturesAreCountedUpright() throws {
    let (sampler, bytes) = try sampler(orientation: .rightTop)
    var counts = ScopeCounts(.waveform, columns: sampler.scopeColumns())
    try counts.add(sampler)
    // A turn to the right puts the last row into the first column.
    #expect(counts.columns == 18)
    let first = (0..<256).map { counts[0, 0, $0] }
    let row = (0..<256).map { code in (0..<32).count { Int(bytes[17 * 32 + $0]) == code } }
    #expect(first == row)
  }

  @Test func paradesCountRedGreenAndBlue() throws {
    let (sampler, _) = try sampler()
    var counts = ScopeCounts(.parade, columns: sampler.scopeColumns())
    try counts.add(sampler)
    #expect(counts.parts == 3)
    var expected = [Int](repeating: 0, count: 3 * 32 * 256)
    for (x, y) in Places(x: 0..<32, y: 0..<18) {
      let rgb = sampler.encoded(x: x, y: y)
      for c in 0..<3 {
        let code = Int(min(max(16 + 219 * rgb[c], 0), 255).rounded())
        expected[(c * 32 + x) * 256 + code] += 1
      }
    }
    #expect(counts.counts.flatMap(\.self) == expected)
  }

  @Test func vectorscopesCountChroma() throws {
    let (sampler, bytes) = try sampler()
    var counts = ScopeCounts(.vectorscope, columns: 1)
    try counts.add(sampler)
    let area = 32 * 18
    var expected = [Int](repeating: 0, count: 65536)
    for i in 0..<area { expected[256 * Int(bytes[area + i]) + Int(bytes[2 * area + i])] += 1 }
    #expect(counts.counts[0] == expected)
  }

  @Test func framesAreColumnsOverTime() throws {
    let (sampler, bytes) = try sampler()
    var counts = ScopeCounts(.waveform, columns: 0)
    for frame in 0..<2 {
      counts.addColumn()
      try counts.add(sampler, column: frame)
    }
    #expect(counts.columns == 2)
    for code in 0..<256 {
      let expected = (0..<32 * 18).filter { (index: Int) -> Bool in Int(bytes[index]) == code }
        .count
      #expect(counts[0, 0, code] == expected && counts[0, 1, code] == expected)
    }
  }

  @Test func axesFollowTheRangeAndTheCurve() throws {
    let (limited, _) = try sampler()
    #expect(limited.scopeSignal.code(ofPercent: 0) == 16)
    #expect(limited.scopeSignal.code(ofPercent: 100) == 235)
    #expect(limited.scopeSignal.code(ofNits: 100) == nil)
    let picture = PointSampler(.eight(noisePicture(Self.size)), space: .of(.bt2020, .pq))
    let signal = picture.scopeSignal
    #expect(signal.coding.matrix == .bt2020 && signal.percent(of: 255) == 100)
    // BT.2100, table 4: 100 cd/m² is 0.508 of PQ, and 10 000 is the maximum.
    #expect(abs(try #require(signal.code(ofNits: 100)) / 255 - 0.508_078) < 1e-5)
    #expect(abs(try #require(signal.code(ofNits: 10_000)) - 255) < 1e-6)
    // 203 cd/m² is 75 % of HLG (BT.2408, table 1).
    let hlg = PointSampler(.eight(noisePicture(Self.size)), space: .of(.bt2020, .hlg)).scopeSignal
    #expect(abs(hlg.percent(of: try #require(hlg.code(ofNits: 203))) - 75) < 0.1)
  }

  @Test func exposureHasItsZones() throws {
    let codes: [UInt8] = [0, 8, 60, 102, 140, 250, 255, 128]
    var image = ImageBuffer<UInt8>(size: Size(width: 8, height: 1), channels: 3)
    for x in 0..<8 { for c in 0..<3 { image[x, 0, c] = codes[x] } }
    let painted = try FalseColor(PointSampler(.eight(image), space: .srgb), longEdge: 100)
    let shares = [Double](repeating: 0.125, count: 6)
    #expect(painted.shares == shares)
    let zones: [Int?] = [0, 1, nil, 2, 3, 4, 5, nil]
    for ((x, zone), c) in product(zones.enumerated(), 0..<3) {
      var expected: UInt8 = codes[x]
      if let zone { expected = FalseColor.zones[zone].color[c] }
      #expect(painted.image[x, 0, c] == expected, "\(x)")
    }
  }
}
