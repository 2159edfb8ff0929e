import BromideCodecs
import BromideDevelop
import BromidePhotos
import BromideSampling
import BromideTimelines
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideRuns

/// Clips as layers, held against the formulas of their standards.
@Suite struct ClipMakerTests {
  private let folder = TemporaryFolder.fresh
  static let size = Size(width: 64, height: 48)

  /// A clip of flat frames, whose colours are known.
  static func clip(_ colors: [SIMD3<Double>], _ folder: TemporaryFolder) throws -> FilePath {
    let writer = try Y4MWriter(size: size, layout: .i444, matrix: .bt601, rate: (25, 1))
    var bytes = writer.start
    for color in colors {
      let image = ImageBuffer<UInt16>(size: size, channels: 3) { x, y, c in
        UInt16((color[c] * 65535).rounded())
      }
      bytes += writer.frame(image)
    }
    return FilePath(try folder.write(bytes, as: "clip.y4m"))
  }

  private func frame(
    _ maker: ClipMaker, _ index: Int, _ filters: FilterSettings = FilterSettings()
  ) throws -> [UInt8] {
    let schedule = try TimelineSchedule(
      Timeline(source: "clip.y4m"), lengths: [SourceLength(frames: 3)])
    var layer = schedule.frame(index).layers[0]
    layer.filters = filters
    let scratch = FrameScratch()
    let picture = try maker.picture(of: layer, scratch: scratch)
    var bytes: [UInt8] = []
    try unsafe picture.draw(scratch) { unsafe bytes.append(contentsOf: $0) }
    return bytes
  }

  @Test func framesMatchADisplay() throws {
    let colors: [SIMD3<Double>] = [SIMD3(0.8, 0.4, 0.2), SIMD3(0.1, 0.5, 0.9), SIMD3(1, 1, 1)]
    let maker = try ClipMaker(
      Self.clip(colors, folder),
      form: FrameForm(size: Self.size, settings: PictureSettings(RunContext())))
    #expect(maker.frameCount == 3 && maker.size == Self.size)
    let coding = YCbCrCoding(matrix: .bt601, range: .limited, depth: 8)
    let encoder = YCbCrEncoder(coding: coding, layout: .i444)
    for (index, color) in colors.enumerated() {
      let bytes = try frame(maker, index)
      #expect(bytes.count == Self.size.area * 3)
      let codes = encoder.codes(color)
      let back = coding.decode(SIMD3<Double>(codes))
      for c in 0..<3 {
        let code = 255 * min(max(back[c], 0), 1)
        #expect(abs(Double(bytes[c]) - code) <= 0.6, "frame \(index), channel \(c)")
      }
    }
  }

  /// Full range, the matrix of BT.709 and linear light, which the clip's own header denies.
  @Test func timelineOverridesColourTags() throws {
    let color = SIMD3(0.8, 0.4, 0.2)
    let path = try Self.clip([color], folder)
    let maker = try ClipMaker(
      path, coding: YCbCrProperties(matrix: .bt709, range: .full, transfer: .linear),
      form: FrameForm(size: Self.size, settings: PictureSettings(RunContext())))
    let codes = YCbCrEncoder(
      coding: YCbCrCoding(matrix: .bt601, range: .limited, depth: 8), layout: .i444
    ).codes(color)
    let light = YCbCrCoding(matrix: .bt709, range: .full, depth: 8).decode(SIMD3<Double>(codes))
    let bytes = try frame(maker, 0)
    for c in 0..<3 {
      let code = TransferFunction.srgb.encode(min(max(light[c], 0), 1)) * 255
      #expect(abs(Double(bytes[c]) - code) <= 0.6, "channel \(c)")
    }
  }

  @Test func exposureScalesLinearLight() throws {
    let maker = try ClipMaker(
      Self.clip([SIMD3(0.5, 0.5, 0.5)], folder),
      form: FrameForm(size: Self.size, settings: PictureSettings(RunContext())))
    var brighter = FilterSettings()
    brighter[.exposure] = [1]
    let (plain, raised) = (try frame(maker, 0), try frame(maker, 0, brighter))
    let light = { (code: UInt8) in TransferFunction.srgb.decode(Double(code) / 255) }
    #expect(abs(light(raised[0]) / light(plain[0]) - 2) < 0.05)
  }

  @Test func unsupportedSettingsFail() throws {
    let path = try Self.clip([SIMD3(0.5, 0.5, 0.5)], folder)
    for change in [
      { $0.whiteBalance = .daylight }, { $0.highlightMode = .blend },
    ] as [(inout DevelopRecipe) -> Void] {
      var settings = PictureSettings(RunContext())
      change(&settings.photo.recipe)
      #expect(throws: FrameError.self) {
        try ClipMaker(path, form: FrameForm(size: Self.size, settings: settings))
      }
    }
    let cut = FilePath(try folder.write(Files.read(path.string).dropLast(9), as: "cut.y4m"))
    #expect(throws: FrameError.self) {
      try ClipMaker(cut, form: FrameForm(size: Self.size, settings: PictureSettings(RunContext())))
    }
  }
}
