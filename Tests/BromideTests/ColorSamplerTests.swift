import Bromide
import BromideCodecs
import BromideSampling
import BromideValues
import TestSupport
import Testing

/// Colours sampled by the library, against those of the command.
@Suite struct ColorSamplerTests {
  private let folder = TemporaryFolder.fresh
  private let chart = Package.testImages + "/chart_rggb_12bit.dng"
  private let point = NormalizedPoint(x: 0.25, y: 0.125)
  private let window = SampleWindow(side: .pixels(15))

  private func expect(_ color: SampledColor, equals row: [String: Double], _ spaces: [SampleSpace])
    throws
  {
    for space in spaces {
      let numbers = try #require(color.numbers(in: space))
      for (index, component) in space.components.enumerated() {
        let printed = try #require(row["\(space.name).\(component)"])
        #expect(abs(numbers[index] - printed) < 0.0006, "\(space.name).\(component)")
      }
    }
  }

  @Test func rawEqualsSample() throws {
    let row = try BuiltCommand.sample(
      chart, "--as", "convert", "--at", "0.25,0.125", "--window", "15", "--space", "srgb",
      "--space", "lab",
      "--space", "xyz", "--space", "camera")
    let spaces: [SampleSpace] = [.encoded(.srgb), .lab, .xyz, .camera]
    let color = try ColorSampler(contentsOf: chart).color(at: point, window: window)
    try expect(color, equals: row, spaces)
    try expect(try Photo(contentsOf: chart).color(at: point, window: window), equals: row, spaces)
    #expect(color.hex == "#edc4b3")
    #expect(color.pixelCount == 225)
    #expect(color.numbers(in: .ycbcr) == nil)
    #expect(abs(color.lab.l - row["lab.L"]!) < 0.0006)
    #expect(abs(255 * color.srgb.x - row["srgb.r"]!) < 0.0006)
  }

  @Test func pngEqualsSample() throws {
    try Photo(contentsOf: chart).write(to: folder("chart.png"))
    let row = try BuiltCommand.sample(folder("chart.png"), "--at", "0.25,0.125", "--space", "lab")
    let sampler = try ColorSampler(contentsOf: folder("chart.png"))
    #expect(sampler.frameCount == 1)
    try expect(try sampler.color(at: point), equals: row, [.lab])
  }

  /// Two frames of grey in raw planes, 16×8, NV12: luma 81 and 145, limited range.
  private func planes() throws -> String {
    let chroma = [UInt8](repeating: 128, count: 64)
    let frames = [81, 145].flatMap { [UInt8](repeating: $0, count: 128) + chroma }
    return try folder.write(frames, as: "frames.bin")
  }

  @Test func framesEqualSample() throws {
    let path = try planes()
    let row = try BuiltCommand.sample(
      path, "--layout", "nv12", "--input-size", "16x8", "--frame", "1", "--at", "0.25,0.125",
      "--space", "srgb", "--space", "ycbcr")
    var options = ColorSampler.Options()
    options.layout = .nv12
    options.frameSize = Size(width: 16, height: 8)
    let sampler = try ColorSampler(contentsOf: path, options: options)
    #expect(sampler.frameCount == 2)
    let color = try sampler.color(at: point, frame: 1)
    try expect(color, equals: row, [.encoded(.srgb), .ycbcr])
    #expect(color.numbers(in: .ycbcr) == SIMD3(145, 128, 128))
    #expect(color.numbers(in: .camera) == nil)
    let missing = #expect(throws: BromideError.self) { try sampler.color(at: point, frame: 2) }
    #expect(missing?.kind == .request)
  }

  /// Every property of frames gives the command's numbers. Chroma has an edge at the point, so that
  /// siting, interpolation and orientation matter.
  @Test(arguments: ["", "--siting", "--primaries", "--transfer", "--chroma", "--orientation"])
  func frameOptionsEqualFlags(flag: String) throws {
    let luma = (0..<128).map { UInt8(40 + $0) }
    let chroma = (0..<64).map { index in
      let level = index % 16 < 6 ? 90 : 140
      return UInt8(level + 8 * (index / 16))
    }
    let path = try folder.write(luma + chroma, as: "frame.bin")
    var options = ColorSampler.Options()
    (options.layout, options.frameSize) = (.nv12, Size(width: 16, height: 8))
    var arguments: [String] = []
    switch flag {
    case "--siting": (options.siting, arguments) = (.topLeft, [flag, "topleft"])
    case "--primaries": (options.primaries, arguments) = (.bt2020, [flag, "2020"])
    case "--transfer": (options.transfer, arguments) = (.hlg, [flag, "hlg"])
    case "--chroma": (options.chroma, arguments) = (.nearest, [flag, "nearest"])
    case "--orientation": (options.orientation, arguments) = (.rightTop, [flag, "6"])
    default: break
    }
    let place = NormalizedPoint(x: 0.36, y: 0.3)
    func row(_ more: [String]) throws -> [String: Double] {
      try BuiltCommand.sample(
        [
          path, "--layout", "nv12", "--input-size", "16x8", "--at", "0.36,0.3", "--space", "xyz",
          "--space", "srgb",
        ] + more)
    }
    let color = try ColorSampler(contentsOf: path, options: options).color(at: place)
    try expect(color, equals: row(arguments), [.xyz, .encoded(.srgb)])
    if !flag.isEmpty { #expect(try row(arguments) != row([])) }
  }

  @Test func optionsSetTheRange() throws {
    var options = ColorSampler.Options()
    options.layout = .nv12
    options.frameSize = Size(width: 16, height: 8)
    options.range = .full
    let color = try ColorSampler(contentsOf: try planes(), options: options)
      .color(at: point, frame: 0)
    // With full range, grey has the code of its luma.
    #expect(abs(color.numbers(in: .rgb)!.x - 81) < 0.01)
  }
}
