import BromideKernels
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideCodecs

/// Bands joined are one pass over the picture.
@Suite struct EntropyTests {
  private static let cjpeg = ForeignProgram("cjpeg")
  private static let sizes = [
    Size(width: 1, height: 1), Size(width: 7, height: 5), Size(width: 17, height: 257),
    Size(width: 130, height: 300), Size(width: 65500, height: 1), Size(width: 1, height: 1500),
  ]

  @Test(
    .enabled(if: cjpeg != nil, "cjpeg is not installed"),
    arguments: sweep(sizes.reversed(), debug: 3),
    [1, 50, 92, 100])
  func entropyDataMatchCJPEG(size: Size, quality: Int) throws {
    let folder = try TemporaryFolder()
    for (picture, channels) in product(JPEGPattern.allCases, [1, 3]) {
      let bytes = picture.bytes(size, channels: channels)
      let head = "P\(channels == 1 ? 5 : 6) \(size.width) \(size.height) 255\n"
      try folder.write(Array(head.utf8) + bytes, as: "in.ppm")
      for subsampling in channels == 1 ? [.full] : [JPEGSubsampling.full, .half, .quarter] {
        let factors = subsampling.factors
        try Self.cjpeg!.run([
          "-baseline", "-quality", "\(quality)", "-sample", "\(factors.across)x\(factors.down)",
          "-restart", "1", "-outfile", folder("peer.jpg"), folder("in.ppm"),
        ])
        let peer = try Segments(Files.read(folder("peer.jpg")))
        for bandRows in [16, 48, 64, 256] {
          let own = try Segments(
            write(
              bytes,
              JPEGDescription(size: size, format: .init(channels: channels, sample: .uint8)),
              JPEGOptions(quality: quality, subsampling: subsampling), bandRows: bandRows,
              to: folder("own.jpg")))
          #expect(own.coding == peer.coding)
          #expect(
            own.entropy == peer.entropy,
            "\(picture) \(size) \(channels) \(subsampling) in bands of \(bandRows)")
        }
      }
    }
  }

  /// Edges of every kind: each remainder of widths and heights, grey, and coefficients of all sizes.
  @Test(arguments: InstructionSet.available.filter { JPEGScanKernel.isAvailable($0) })
  func builtInCoderMatchesLibjpeg(_ instructionSet: InstructionSet) throws {
    let chance = SeededNoise(seed: 3)
    #if DEBUG
      let cases = 150
    #else
      let cases = 3000
    #endif
    for index in 0..<cases {
      func pick(_ count: Int, _ what: Int) -> Int {
        Int(chance.bits(index, what) % UInt64(count))
      }
      let size = Size(width: 1 + pick(index % 10 == 0 ? 400 : 150, 0), height: 1 + pick(40, 1))
      let format = PixelFormat(channels: pick(4, 2) == 0 ? 1 : 3, sample: .uint8)
      let options = JPEGOptions(
        quality: 1 + pick(100, 3), subsampling: [.full, .half, .quarter][pick(3, 4)])
      let picture = JPEGPattern.allCases[pick(3, 5)]
      let bytes = picture.bytes(size, channels: format.channels)
      let coded = [instructionSet, .baseline].map { instructionSet in
        let encoder = JPEGBandEncoder(
          size: size, format: format, options: options, instructionSet: instructionSet)
        #expect((encoder.scan != nil) == (instructionSet != .baseline))
        return bands(of: bytes, encoder, bandRows: 32)
      }
      #expect(
        coded[0].map(\.bytes) == coded[1].map(\.bytes)
          && coded[0].map(\.restarts) == coded[1].map(\.restarts),
        "\(picture) \(size) \(format) \(options)")
    }
  }

  /// The same test without cjpeg.
  @Test(arguments: JPEGSubsampling.allCases)
  func bytesDoNotDependOnBands(_ subsampling: JPEGSubsampling) throws {
    let folder = try TemporaryFolder()
    let description = JPEGDescription(
      size: Size(width: 67, height: 413), format: .init(channels: 3, sample: .uint8))
    let bytes = JPEGPattern.noise.bytes(description.size, channels: 3)
    let options = JPEGOptions(quality: 75, subsampling: subsampling)
    let whole = try write(bytes, description, options, bandRows: 416, to: folder("a.jpg"))
    for bandRows in [16, 32, 48, 80, 128, 144, 400] {
      #expect(
        try write(bytes, description, options, bandRows: bandRows, to: folder("b.jpg")) == whole,
        "bands of \(bandRows)")
    }
    // Every row of MCUs but the last is followed by its marker, numbered from 0 to 7 again and again.
    let entropy = try Segments(whole).entropy
    let markers = entropy.indices.dropLast(2).filter { i in
      entropy[i] == 0xFF && entropy[i + 1] != 0
    }
    let unit = subsampling.factors.down == 2 ? 16 : 8
    let effective = options.effectiveSubsampling == .quarter ? 16 : unit
    #expect(markers.count == (413 + effective - 1) / effective - 1)
    #expect(markers.enumerated().allSatisfy { entropy[$1 + 1] == 0xD0 + UInt8($0 % 8) })
  }

  @Test func autoIsFullFromQuality90() {
    #expect(JPEGOptions(quality: 90).effectiveSubsampling == .full)
    #expect(JPEGOptions(quality: 89).effectiveSubsampling == .quarter)
    #expect(JPEGOptions(quality: 89, subsampling: .half).effectiveSubsampling == .half)
  }
}
