import BromideKernels
import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideDevelop

/// Filters compared with ImageMagick on the same linear 16-bit light. Skipped if ImageMagick is not
/// installed.
@Suite(.enabled(if: ForeignProgram.imageMagick != nil, "ImageMagick is not installed"))
struct ForeignFilterTests {
  static let size = Size(width: 120, height: 80)

  /// Smooth light with edges, one colour or three.
  static func light(_ x: Int, _ y: Int, _ channel: Int) -> Double {
    let wave = sin(Double(x) * 0.13 + Double(channel)) * cos(Double(y) * 0.11)
    let edge = (x / 17 + y / 13) % 3 == 0 ? 0.3 : 0.0
    return 0.35 + 0.25 * wave + edge
  }

  static func source(isGrey: Bool) -> DevelopSource {
    let samples = ImageBuffer<UInt16>(size: size, channels: 3) { x, y, c in
      UInt16(light(x, y, isGrey ? 0 : c) * 60_000)
    }
    return linearSource(samples)
  }

  static func picture(
    isGrey: Bool = false, _ settings: [(Parameter, [Double])] = [], size: SizeRequest? = nil
  ) throws -> Picture {
    try develop(
      source(isGrey: isGrey),
      linearRecipe {
        $0.size = size
        for (parameter, values) in settings { $0.filters[parameter] = values }
      })
  }

  /// ImageMagick's result for a picture's numbers, processed without a conversion.
  static func magick(
    _ picture: Picture, _ arguments: [String], size: Size? = nil
  ) throws -> Picture {
    let folder = try TemporaryFolder()
    try folder.write(picture.bytes, as: "in.rgb")
    let raw = ["-depth", "16", "-endian", "LSB"]
    try #require(ForeignProgram.imageMagick).run(
      ["-size", "\(picture.size.width)x\(picture.size.height)"] + raw + ["rgb:" + folder("in.rgb")]
        + arguments + raw + ["rgb:" + folder("out.rgb")])
    let made = Picture(
      size: size ?? picture.size, format: picture.format, bytes: try Files.read(folder("out.rgb")))
    try #require(made.bytes.count == made.size.area * 6)
    return made
  }

  /// The largest difference, on a scale of 1, at least `margin` pixels from the edges.
  static func difference(_ a: Picture, _ b: Picture, margin: Int = 0) -> Double {
    var worst = 0
    for (x, y, c) in Places(x: margin..<a.size.width - margin, y: margin..<a.size.height - margin)
      .channels(3)
    {
      worst = max(worst, abs(a[x, y, c] - b[x, y, c]))
    }
    return Double(worst) / 65_535
  }

  /// Tolerance: both round once or twice.
  static let rounding = 4 / 65_535.0

  @Test func exposureMultiplies() throws {
    for (stops, factor) in [(-3.0, "0.125"), (-1, "0.5"), (1, "2"), (4, "16")] {
      let theirs = try Self.magick(Self.picture(), ["-evaluate", "multiply", factor])
      let own = try Self.picture([(.exposure, [stops])])
      // A rounding error before a multiplication is also multiplied.
      #expect(Self.difference(own, theirs) <= Self.rounding * max(1, exp2(stops)))
    }
  }

  /// Grey, so that Rec. 2020 and sRGB are the same.
  @Test(arguments: [("0.4", 0.4), ("1.7", 1.7), ("4", 4)])
  func gammaIsGamma(gamma: (String, Double)) throws {
    let theirs = try Self.magick(Self.picture(isGrey: true), ["-gamma", gamma.0])
    let own = try Self.picture(isGrey: true, [(.gamma, [gamma.1])])
    #expect(Self.difference(own, theirs) <= Self.rounding)
  }

  @Test func contrastIsAPowerAboutGrey() throws {
    let grey = 0.18 / 2.0.squareRoot()
    let theirs = try Self.magick(
      Self.picture(isGrey: true),
      ["-evaluate", "pow", "0.5", "-evaluate", "multiply", "\(grey.squareRoot())"])
    let own = try Self.picture(isGrey: true, [(.contrast, [0.5])])
    #expect(Self.difference(own, theirs) <= Self.rounding)
  }

  @Test func mixerAndMonochromeAreMatrices() throws {
    let (there, back) = (RGBSpace.srgb.matrix(to: .working), RGBSpace.working.matrix(to: .srgb))
    func check(_ settings: [(Parameter, [Double])], _ matrix: Matrix3x3) throws {
      let rows = (back * matrix * there).rows
      let numbers = rows.map { "\($0.x) \($0.y) \($0.z)" }.joined(separator: " ")
      let theirs = try Self.magick(Self.picture(), ["-color-matrix", "3x3: " + numbers])
      #expect(Self.difference(try Self.picture(settings), theirs) <= Self.rounding)
    }
    try check(
      [(.channelMixer, [0.7, 0.2, 0.1, 0, 1.2, -0.2, 0.3, 0.3, 0.4])],
      Matrix3x3(SIMD3(0.7, 0.2, 0.1), SIMD3(0, 1.2, -0.2), SIMD3(0.3, 0.3, 0.4)))
    let mix = SIMD3(0.5, 0.25, 0.25)
    try check([(.monochrome, [1]), (.monochromeMix, [2, 1, 1])], Matrix3x3(mix, mix, mix))
  }

  @Test func fadingIsColorizing() throws {
    // ImageMagick mixes numbers, which are light here: its 25 % is light, where a fade's colour is
    // code values.
    let green = TransferFunction.srgb.encode(0.25)
    let theirs = try Self.magick(Self.picture(), ["-fill", "rgb(100%,25%,0%)", "-colorize", "40%"])
    let own = try Self.picture([(.fade, [0.4]), (.fadeColor, [1, green, 0])])
    #expect(Self.difference(own, theirs) <= Self.rounding)
  }

  /// Three boxes instead of a Gaussian. In double precision, they differ by at most 0.008 on this
  /// picture. They differ more at the edges, because each box repeats the edges and a Gaussian does
  /// so once.
  @Test(arguments: [1.2, 3, 7])
  func blurIsGaussian(sigma: Double) throws {
    let theirs = try Self.magick(
      Self.picture(), ["-gaussian-blur", "\(Int(5 * sigma) + 1)x\(sigma)"])
    let own = try Self.picture([(.blur, [sigma / 120])])
    let margin = Int(3.5 * sigma)
    #expect(Self.difference(own, theirs, margin: margin) < 0.008)
    // The blur has an effect: the picture itself is far away.
    #expect(Self.difference(try Self.picture(), theirs, margin: margin) > 0.08)
  }

  /// An unsharp mask of the square root of grey light. Bromide's blur is three boxes, and
  /// ImageMagick's is a Gaussian.
  @Test(arguments: [(1.0, 0.8), (2.3, 2)])
  func sharpeningIsAnUnsharpMask(sigma: Double, amount: Double) throws {
    let theirs = try Self.magick(
      Self.picture(isGrey: true),
      ["-evaluate", "pow", "0.5", "-unsharp", "0x\(sigma)+\(amount)+0", "-evaluate", "pow", "2"])
    let own = try Self.picture(
      isGrey: true,
      [(.sharpen, [amount]), (.sharpenRadius, [sigma / 120]), (.sharpenThreshold, [0])])
    let margin = Int(3.5 * sigma) + 1
    #expect(Self.difference(own, theirs, margin: margin) < 0.012 * amount)
    #expect(Self.difference(try Self.picture(isGrey: true), theirs, margin: margin) > 0.1 * amount)
  }

  /// By the same cubic, so that only rounding differs, and the softness within two pixels of the
  /// edges.
  @Test(arguments: [-120.0, -7, 33, 90, 180])
  func rotationIsDistortion(degrees: Double) throws {
    let theirs = try Self.magick(
      Self.picture(),
      [
        "-virtual-pixel", "black", "-interpolate", "catrom", "-filter", "point", "-distort", "SRT",
        "\(degrees)",
      ])
    let own = try Self.picture([(.rotation, [degrees])])
    let angle = degrees * .pi / 180
    var worst = 0.0
    for (x, y) in Self.size.places {
      let (dx, dy) = (Double(x) + 0.5 - 60, Double(y) + 0.5 - 40)
      let across = abs(cos(angle) * dx + sin(angle) * dy)
      let down = abs(-sin(angle) * dx + cos(angle) * dy)
      if across > 57 && across < 63 || down > 37 && down < 43 { continue }
      for c in 0..<3 { worst = max(worst, Double(abs(own[x, y, c] - theirs[x, y, c]))) }
    }
    // The picture between passes also has 16-bit codes.
    #expect(worst / 65_535 <= 3 * Self.rounding)
  }

  /// A crop at integer pixels, enlarged and reduced, and the zoom that shows the same. Outside the
  /// crop, ImageMagick repeats its edges, but Bromide uses the rest of the picture.
  @Test(arguments: [Size(width: 120, height: 80), Size(width: 24, height: 16)])
  func cropAndZoomAreResizing(size: Size) throws {
    let request = SizeRequest(bounds: .box(size), fit: .cover, enlarge: true)
    let theirs = try Self.magick(
      Self.picture(),
      [
        "-crop", "60x40+30+20", "+repage", "-filter", "catrom", "-resize",
        "\(size.width)x\(size.height)!",
      ], size: size)
    let cropped = try Self.picture([(.crop, [0.25, 0.25, 0.5, 0.5])], size: request)
    let zoomed = try Self.picture([(.zoom, [2])], size: request)
    #expect(cropped == zoomed)
    #expect(cropped.size == size)
    #expect(Self.difference(cropped, theirs, margin: size.width > 60 ? 5 : 3) <= Self.rounding)
  }
}
