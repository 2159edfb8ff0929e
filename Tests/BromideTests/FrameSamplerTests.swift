import Bromide
import Foundation
import TestSupport
import Testing

/// Colours of frames in memory, against the formulas of the standards and the command.
@Suite struct FrameSamplerTests {
  private let size = Size(width: 16, height: 8)

  /// R′G′B′ by BT.709 (Kr 0.2126, Kb 0.0722) of limited codes of 8 bits: equation 3.2 and table 3 of BT.709.
  private func rgb709(_ y: Double, _ cb: Double, _ cr: Double) -> SIMD3<Double> {
    let (kr, kb) = (0.2126, 0.0722)
    let (e, pb, pr) = ((y - 16) / 219, (cb - 128) / 224, (cr - 128) / 224)
    let (r, b) = (e + 2 * (1 - kr) * pr, e + 2 * (1 - kb) * pb)
    return SIMD3(r, (e - kr * r - kb * b) / (1 - kr - kb), b)
  }

  @Test func nv12IsReadFromTheCallersMemory() throws {
    // Rows of 20 bytes. The sampler does not read the memory between them.
    var luma = [UInt8](repeating: 255, count: 20 * 8)
    var chroma = [UInt8](repeating: 255, count: 20 * 4)
    for y in 0..<8 { for x in 0..<16 { luma[20 * y + x] = 100 } }
    for (x, y) in Places(x: 0..<8, y: 0..<4) {
      (chroma[20 * y + 2 * x], chroma[20 * y + 2 * x + 1]) = (90, 160)
    }
    let owner = Owner()
    let (color, facts) = try unsafe luma.withUnsafeBytes { luma in
      try unsafe chroma.withUnsafeBytes { chroma in
        let sampler = unsafe try FrameSampler(
          planes: [FramePlane(luma, stride: 20), FramePlane(chroma, stride: 20)], layout: .nv12,
          size: size, coding: FrameSampler.Coding(matrix: .bt709), owner: owner)
        return (try sampler.rgb(at: NormalizedPoint(x: 0.4, y: 0.6)), sampler.facts)
      }
    }
    let expected = rgb709(100, 90, 160)
    for channel in 0..<3 { #expect(abs(color[channel] - expected[channel]) < 0.002) }
    #expect(facts.contains("matrix 709 (flag)") && facts.contains("range limited (rule)"))
  }

  /// Y′ 180 is E′ = 164/219. BT.1886 decodes it, and sRGB encodes the light again, or the transfer
  /// of sRGB keeps the code 255 E′ (IEC 61966-2-1).
  @Test func hexUsesTheTransfer() throws {
    let bytes = [UInt8](repeating: 180, count: 128) + [UInt8](repeating: 128, count: 64)
    func hex(_ transfer: ColorTransfer?) throws -> String {
      try FrameSampler(
        bytes: bytes, layout: .nv12, size: size,
        coding: FrameSampler.Coding(matrix: .bt709, range: .limited, transfer: transfer)
      ).color(at: NormalizedPoint(x: 0.5, y: 0.5)).hex
    }
    let (code, light) = (164.0 / 219, pow(164.0 / 219, 2.4))
    func grey(_ encoded: Double) -> String {
      let digits = String(Int((255 * encoded).rounded()), radix: 16)
      return "#" + digits + digits + digits
    }
    #expect(try hex(.srgb) == grey(code))
    #expect(try hex(nil) == grey(1.055 * pow(light, 1 / 2.4) - 0.055))
  }

  @Test func colorsMatchSinglePoints() throws {
    let bytes = (0..<16 * 8 * 3 / 2).map { UInt8(truncatingIfNeeded: 40 + 7 * $0 % 180) }
    let sampler = try FrameSampler(bytes: bytes, layout: .i420, size: size)
    let points = (0..<10).map { NormalizedPoint(x: Double($0) / 9, y: 1 - Double($0) / 9) }
    let together = try sampler.colors(at: points, window: SampleWindow(side: .pixels(3)))
    for (point, color) in zip(points, together) {
      let one = try sampler.color(at: point, window: SampleWindow(side: .pixels(3)))
      #expect(one.linear == color.linear)
      #expect(one.numbers(in: .ycbcr) != nil)
    }
    #expect(Set(together.map(\.hex)).count > 3)
  }

  /// An edge of chroma between the cells of x 2 … 3 and 4 … 5.
  @Test func chromaChoosesTheInterpolation() throws {
    let luma = [UInt8](repeating: 100, count: 128)
    let cells: [[UInt8]] = (0..<8).map { $0 < 2 ? [90, 160] : [130, 128] }
    let row = Array(cells.joined())
    let bytes = luma + row + row + row + row
    func rgb(_ chroma: YCbCrConverter.Upsampling?) throws -> SIMD3<Double> {
      try FrameSampler(
        bytes: bytes, layout: .nv12, size: size,
        coding: FrameSampler.Coding(matrix: .bt709, siting: .left, chroma: chroma)
      ).rgb(at: NormalizedPoint(x: 3.5 / 16, y: 0.5))
    }
    let (nearest, linear) = (rgb709(100, 90, 160), rgb709(100, 110, 144))
    for channel in 0..<3 {
      #expect(abs(try rgb(.nearest)[channel] - nearest[channel]) < 0.002)
      #expect(abs(try rgb(.linear)[channel] - linear[channel]) < 0.002)
    }
    #expect(try rgb(nil) == rgb(.linear))
  }

  @Test func orientationTurnsPoints() throws {
    var bytes = [UInt8](repeating: 30, count: 16 * 8) + [UInt8](repeating: 128, count: 64)
    bytes[0] = 235
    let upright = try FrameSampler(bytes: bytes, layout: .nv12, size: size)
    let turned = try FrameSampler(bytes: bytes, layout: .nv12, size: size, orientation: .rightTop)
    #expect(turned.size == Size(width: 8, height: 16))
    let (topLeft, topRight) = (NormalizedPoint(x: 0, y: 0), NormalizedPoint(x: 1, y: 0))
    #expect(try upright.color(at: topLeft).hex == "#ffffff")
    #expect(try turned.color(at: topRight).hex == "#ffffff")
    #expect(try turned.color(at: topLeft).hex != "#ffffff")
  }

  @Test func framesThatDoNotFitFail() {
    for (layout, count) in [(YCbCrLayout.nv12, 191), (.p010, 192), (.i444, 300)] {
      let error = #expect(throws: BromideError.self) {
        try FrameSampler(bytes: [UInt8](repeating: 0, count: count), layout: layout, size: size)
      }
      #expect(error?.kind == .request)
    }
    for stride in [Int.max, .max / 2] {
      let apart = #expect(throws: BromideError.self) {
        let bytes = [UInt8](repeating: 0, count: 192)
        try unsafe bytes.withUnsafeBytes { bytes in
          _ = unsafe try FrameSampler(
            planes: [FramePlane(bytes, stride: stride), FramePlane(bytes, stride: 16)],
            layout: .nv12, size: size, owner: Owner())
        }
      }
      #expect(apart?.reason.contains("stride of \(stride)") == true, "\(apart?.reason ?? "")")
    }
    let outside = #expect(throws: BromideError.self) {
      try FrameSampler(bytes: [UInt8](repeating: 0, count: 192), layout: .nv12, size: size)
        .color(at: NormalizedPoint(x: 0.5, y: -0.1))
    }
    #expect(outside?.kind == .request)
  }

  /// The accepted sides are those of `bromide sample --window`, also where a conversion to an
  /// integer would overflow.
  @Test(
    arguments: [
      (SampleWindow.Side.pixels(1), true), (.pixels(1001), true), (.fraction(0.25), true),
      (.fraction(1e-300), true), (.pixels(0), false), (.pixels(-3), false), (.pixels(1002), false),
      (.pixels(.max), false), (.pixels(.max - 1), false), (.pixels(.min), false),
      (.fraction(0), false), (.fraction(-1), false), (.fraction(0.26), false),
      (.fraction(.nan), false), (.fraction(.infinity), false), (.fraction(1e300), false),
    ] as [(SampleWindow.Side, Bool)])
  func windowsHaveTheRangeOfTheCommand(side: SampleWindow.Side, isAccepted: Bool) throws {
    let middle = NormalizedPoint(x: 0.5, y: 0.5)
    let chart = Package.testImages + "/chart_rggb_12bit.dng"
    let frame = try FrameSampler(
      bytes: [UInt8](repeating: 128, count: 192), layout: .nv12, size: size)
    let photo = try Photo(contentsOf: chart)
    let file = try ColorSampler(contentsOf: chart)
    for window in [SampleWindow(side: side), SampleWindow(side: .pixels(3), height: side)] {
      let colors: [() throws -> Void] = [
        { _ = try frame.color(at: middle, window: window) },
        { _ = try frame.colors(at: [middle], window: window) },
        { _ = try photo.color(at: middle, window: window) },
        { _ = try file.color(at: middle, window: window) },
      ]
      for color in colors {
        if isAccepted {
          try color()
        } else {
          let error = #expect(throws: BromideError.self) { try color() }
          #expect(error?.kind == .request)
          #expect(error?.reason.contains("at most 1001") == true, "\(error?.reason ?? "")")
        }
      }
    }
  }

  private final class Owner: Sendable {}
}
