internal import BromideValues

/// A few files in each of the makers' newer codings, always the same. Tests contain another
/// decoder's results for them. `FuzzUnpack --samples FOLDER` writes them.
public enum MakerSamples {
  /// The files by name.
  public static let all: [(name: String, file: @Sendable () -> [UInt8])] =
    fuji + panasonic + sony + gopro + CanonCR3.samples

  private static let fuji: [(name: String, file: @Sendable () -> [UInt8])] = [
    ("fuji-xtrans-12.raf", { fujiFile(768, 12, .xtrans) }),
    ("fuji-xtrans-14.raf", { fujiFile(1032, 14, .xtrans) }),
    ("fuji-bayer-14.raf", { fujiFile(792, 14, .bayer) }),
    ("fuji-bayer-16.raf", { fujiFile(1536, 16, .bayer, model: "GFX100S") }),
    ("fuji-xtrans-14-lossy.raf", { fujiFile(816, 14, .xtrans, isLossy: true, model: "X-T5") }),
    ("fuji-bayer-12-lossy.raf", { fujiFile(768, 12, .bayer, isLossy: true, model: "GFX100S") }),
    (
      "fuji-packed.raf",
      {
        MakerRaw.fuji(.varied(Size(width: 96, height: 30), bits: 14), .packed14, pattern: .bayer)
          .file()
      }
    ),
  ]

  private static func fujiFile(
    _ width: Int, _ bits: Int, _ pattern: FujiPattern, isLossy: Bool = false, model: String = "X-T2"
  ) -> [UInt8] {
    let bases: [[UInt8]] = (0..<(width + 767) / 768).map { [1, 3, 3, UInt8(2 + 50 * $0)] }
    let samples = SensorSamples.varied(
      Size(width: width, height: 24), bits: bits, seed: UInt64(width))
    return MakerRaw.fuji(
      samples, .compressed(bits: bits, bases: isLossy ? bases : nil), pattern: pattern, model: model
    ).file()
  }

  private static let panasonic: [(name: String, file: @Sendable () -> [UInt8])] = [
    ("panasonic-6-12.rw2", { blocks(.scaled12) }),
    ("panasonic-6-14.rw2", { blocks(.scaled) }),
    ("panasonic-8-12.rw2", { stripes([60, 42], bits: 12) }),
    ("panasonic-8-14.rw2", { stripes([20, 44, 2, 18, 30], bits: 14) }),
  ]

  private static let sony: [(name: String, file: @Sendable () -> [UInt8])] = [
    ("sony-ycc-420.arw", { ycc(down: 2) }),
    ("sony-ycc-422.arw", { ycc(down: 1) }),
  ]

  private static let gopro: [(name: String, file: @Sendable () -> [UInt8])] = [
    ("gopro-vc5-rggb.gpr", { vc5(isGBRG: false) }),
    ("gopro-vc5-gbrg.gpr", { vc5(isGBRG: true) }),
  ]

  /// A smooth picture without clamped values, because GoPro's decoders differ for clamped values.
  private static func vc5(isGBRG: Bool) -> [UInt8] {
    let size = Size(width: 128, height: 96)
    let noise = SeededNoise(seed: 6)
    let samples = (0..<size.area).map { i in
      let (y, x) = i.quotientAndRemainder(dividingBy: size.width)
      return UInt16(1000 + 9000 * noise.smooth(Double(x) / 9, Double(y) / 7))
    }
    var dng = VC5DNG(size: size, samples: samples, white: 16_383)
    dng.isGBRG = isGBRG
    return dng.file()
  }

  private static func ycc(down: Int) -> [UInt8] {
    SonyYCC(size: Size(width: 150, height: 100), tile: Size(width: 64, height: 32), down: down)
      .file()
  }

  private static func blocks(_ blocks: PanasonicBlocks) -> [UInt8] {
    let size = Size(width: blocks.samples * 9, height: 32)
    return MakerRaw.panasonic(.varied(size, bits: blocks.bits), blocks).file()
  }

  private static func stripes(_ widths: [Int], bits: Int) -> [UInt8] {
    let size = Size(width: widths.reduce(0, +), height: 36)
    return MakerRaw.panasonicStripes(.varied(size, bits: bits), bits: bits, widths: widths).file()
  }
}
