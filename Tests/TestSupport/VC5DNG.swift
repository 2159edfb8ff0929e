public import BromideValues

/// A DNG with GoPro's VC-5 (SMPTE ST 2073, compression 9), and the samples that decoding gives.
///
/// It is created from coefficients instead of a picture. Any coefficients make a valid file.
public struct VC5DNG: Sendable {
  /// The form of the stream. All forms have the same meaning.
  public enum Style: Sendable, Hashable, CaseIterable {
    /// Sections around bands, repeated tags and optional payloads, as cameras write it.
    case camera
    /// Without sections and repetitions, but with tags and chunks that decoders do not know.
    case plain
    /// Channel and band count up by themselves.
    case spare
  }

  /// The size of the mosaic, both even and at least 34.
  public let size: Size
  /// Whether the pattern is GBRG instead of RGGB.
  public var isGBRG = false
  /// The bands of each channel, ten each, row after row: the low one's numbers, and magnitudes of −255 … 255.
  public var bands: [[[Int]]]
  /// The quantum of each band of each channel. The quantum of a low band is ignored.
  public var quanta = [[Int]](repeating: VC5DNG.heroQuanta, count: 4)
  /// Bits of a number in a low band.
  public var lowpassBits = 16
  /// The form of the stream.
  public var style = Style.camera
  /// Levels, areas and preview in the file.
  public var options = DNGOptions()
  /// Changes the segments of the stream.
  public var changing: @Sendable (inout [VC5Segment]) -> Void = { _ in }

  /// The quanta of HERO6 to HERO8.
  public static let heroQuanta = [0, 24, 24, 12, 24, 24, 12, 96, 96, 144]

  /// Creates a picture with one 12-bit value per channel on the logarithmic curve: green, and half
  /// the differences between it and red, blue and the second green, plus 2048.
  public init(size: Size, channels: [Int] = [2000, 2048, 2048, 2048]) {
    precondition(size.width % 2 == 0 && size.height % 2 == 0, "whole cells")
    self.size = size
    let sizes = Self.bandSizes(size)
    bands = channels.map { value in
      (0..<10).map { band in
        [Int](repeating: band == 0 ? 4 * value : 0, count: sizes[band].area)
      }
    }
    options.layout = .bayer(.rggb)
    options.black = [0]
    options.white = 16_383
  }

  /// Creates varied coefficients, most of them 0.
  ///
  /// - Parameters:
  ///   - most: The maximum magnitude.
  ///   - share: The share of coefficients other than 0.
  public static func varied(
    _ size: Size, most: Int = 20, share: Double = 0.3, seed: UInt64 = 1
  ) -> VC5DNG {
    var dng = VC5DNG(size: size)
    let noise = SeededNoise(seed: seed)
    for channel in 0..<4 {
      for band in 0..<10 {
        for i in dng.bands[channel][band].indices {
          let place = (channel * 10 + band, i)
          let any = noise.uniform(place.0, place.1)
          if band == 0 {
            dng.bands[channel][0][i] += Int(1800 * any) - 900
          } else if any < share {
            // Small ones are the most frequent.
            let magnitude = 1 + Int(Double(most - 1) * (any / share) * (any / share))
            dng.bands[channel][band][i] = noise.bits(place.0, ~i) & 1 == 0 ? magnitude : -magnitude
          }
        }
      }
    }
    return dng
  }

  /// The sizes of the bands, in their order: the coarsest level first.
  public static func bandSizes(_ size: Size) -> [Size] {
    var sizes: [Size] = []
    var (width, height) = (size.width / 2, size.height / 2)
    for _ in 0..<3 {
      (width, height) = ((width + 1) / 2, (height + 1) / 2)
      sizes = [Size](repeating: Size(width: width, height: height), count: 3) + sizes
    }
    return [sizes[0]] + sizes
  }

  /// The bytes of the file.
  public func file(order: ByteOrder = .little) -> [UInt8] {
    var options = options
    options.layout = .bayer(isGBRG ? .gbrg : .rggb)
    var root = TIFFDirectory()
    options.metadata.fill(&root)
    options.fillFirst(&root)
    var raw = options.storage.hasPreview ? TIFFDirectory() : root
    options.fillRaw(&raw, size: size)
    raw[259] = .shorts([9])
    raw[322] = .longs([size.width])
    raw[323] = .longs([size.height])
    let stream = stream
    raw[325] = .longs([stream.count])
    raw[324] = .blocks([stream])
    guard options.storage.hasPreview else { return TIFFWriter.file(raw, order: order) }
    // GoPro's software puts a small preview first. Cameras do not write it.
    root.fillPreview((0..<24 * 16 * 3).map { UInt8($0 % 256) }, size: Size(width: 24, height: 16))
    root[330] = .directory(raw)
    return TIFFWriter.file(root, order: order)
  }
}
