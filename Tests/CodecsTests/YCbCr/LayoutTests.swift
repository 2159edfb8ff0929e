import BromideCodecs
import BromideKernels
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Layouts other than planes and pairs, and chroma that four pixels share.
@Suite struct LayoutTests {
  static let size = Size(width: 22, height: 10)

  static func frame(_ layout: YCbCrLayout, _ bytes: [UInt8], _ size: Size) throws -> YCbCrFrame {
    let memory = PixelMemory(byteCount: bytes.count)
    unsafe memory.bytes.copyBytes(from: bytes)
    return try unsafe YCbCrFrame(
      layout: layout, size: size, contiguous: UnsafeRawBufferPointer(memory.bytes), owner: memory)
  }

  static func noise(_ layout: YCbCrLayout, _ size: Size, seed: UInt64) throws -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let count = try #require(layout.byteCount(size))
    if layout.bytesPerSample == 1 { return (0..<count).map { _ in UInt8(random.next() >> 56) } }
    return (0..<count / 2).flatMap { _ in
      let value = Int(random.next() & UInt64(layout.maximum)) << layout.shift
      let bytes = [UInt8(value & 255), UInt8(value >> 8)]
      return layout.isBigEndian ? bytes.reversed() : bytes
    }
  }

  /// A reader with its frame, which holds the memory.
  struct Probe {
    let frame: YCbCrFrame
    let reader: YCbCrPixelReader

    init(_ frame: YCbCrFrame, _ siting: ChromaSiting = .left) {
      let matrix: YCbCrMatrix = frame.layout.isRGB ? .identity : .bt709
      self.frame = frame
      reader = YCbCrPixelReader(
        frame,
        YCbCrConverter(
          coding: YCbCrCoding(matrix: matrix, range: .full, depth: frame.layout.depth),
          siting: siting, layout: frame.layout, output: .rgbFloat))
    }

    private func kept<Value>(_ read: () -> Value) -> Value {
      withExtendedLifetime(frame.owner) { read() }
    }

    func codes(x: Int, y: Int) -> SIMD3<Double> { kept { reader.codes(x: x, y: y) } }
    func rgb(x: Int, y: Int) -> SIMD3<Double> { kept { reader.rgb(x: x, y: y) } }
    func alpha(x: Int, y: Int) -> Double { kept { reader.alpha(x: x, y: y) } }
  }

  static func reader(_ frame: YCbCrFrame, _ siting: ChromaSiting = .left) -> Probe {
    Probe(frame, siting)
  }

  /// ffmpeg brings the samples of a planar file into another order without changing one.
  @Test(
    .enabled(if: ForeignProgram.ffmpeg != nil, "ffmpeg is not installed"),
    arguments: [
      ("yuv422p", "yuyv422"), ("yuv422p", "uyvy422"), ("yuv422p", "yvyu422"),
      ("yuv444p", "nv42"), ("yuv420p10le", "yuv420p10be"), ("yuv422p12le", "yuv422p12be"),
      ("yuv444p16le", "yuv444p16be"), ("yuv420p9le", "yuv420p9be"), ("p010le", "p010be"),
      ("yuv444p14le", "yuv444p14be"), ("gray12le", "gray12be"),
      ("gbrp", "rgb24"), ("gbrp", "bgr24"), ("gbrap", "rgba"), ("gbrap", "bgra"),
      ("gbrap", "argb"), ("gbrap", "abgr"), ("gbrp16le", "rgb48le"), ("gbrp16le", "rgb48be"),
      ("gbrp16le", "bgr48le"), ("gbrap16le", "rgba64le"), ("gbrp10le", "gbrp10be"),
      ("yuva420p10le", "yuva420p10be"), ("yuva444p16le", "yuva444p16be"),
    ])
  func orderChangesNothing(planar: String, other: String) throws {
    let (from, to) = (
      try #require(YCbCrLayout(name: planar)), try #require(YCbCrLayout(name: other))
    )
    let folder = try TemporaryFolder()
    let bytes = try Self.noise(from, Self.size, seed: 3)
    try folder.write(bytes, as: "in")
    try FFmpeg.run([
      "-f", "rawvideo", "-pix_fmt", planar, "-video_size", "22x10", "-i", folder("in"),
      "-pix_fmt", other, "-f", "rawvideo", folder("out"),
    ])
    let a = Self.reader(try Self.frame(from, bytes, Self.size))
    let b = Self.reader(try Self.frame(to, try Files.read(folder("out")), Self.size))
    for (x, y) in Self.size.places {
      #expect(a.codes(x: x, y: y) == b.codes(x: x, y: y), "\(x),\(y)")
      #expect(a.rgb(x: x, y: y) == b.rgb(x: x, y: y) && a.alpha(x: x, y: y) == b.alpha(x: x, y: y))
    }
  }

  /// Opacities follow the planes, which match the layout without opacity.
  @Test(arguments: [
    ("yuva420p", "i420"), ("yuva422p", "i422"), ("yuva444p", "i444"), ("yuva420p10", "i010"),
    ("gbrap", "gbrp"),
  ])
  func opacitiesAreThoseStored(name: String, plain: String) throws {
    let (layout, bare) = (
      try #require(YCbCrLayout(name: name)), try #require(YCbCrLayout(name: plain))
    )
    let bytes = try Self.noise(layout, Self.size, seed: 5)
    let count = try #require(bare.byteCount(Self.size))
    let a = Self.reader(try Self.frame(layout, bytes, Self.size))
    let b = Self.reader(try Self.frame(bare, Array(bytes[..<count]), Self.size))
    for (x, y) in Self.size.places {
      let i = y * Self.size.width + x
      let value =
        layout.bytesPerSample == 1
        ? Int(bytes[count + i]) : Int(bytes[count + 2 * i]) | Int(bytes[count + 2 * i + 1]) << 8
      #expect(a.alpha(x: x, y: y) == Double(value) / Double(layout.maximum))
      #expect(a.codes(x: x, y: y) == b.codes(x: x, y: y) && b.alpha(x: x, y: y) == 1)
    }
  }

  /// Complete frames and rows equal their pixels in layouts without a kernel.
  @Test(arguments: ["yuyv", "rgb24", "bgra64be", "yuva420p", "i411", "yuv410p", "i010be", "i441"])
  func framesEqualTheirPixels(name: String) throws {
    let layout = try #require(YCbCrLayout(name: name))
    let frame = try Self.frame(layout, Self.noise(layout, Self.size, seed: 7), Self.size)
    let converter = YCbCrConverter(
      coding: YCbCrCoding(
        matrix: layout.isRGB ? .identity : .bt601, range: .full, depth: layout.depth),
      siting: .bottom, layout: layout, output: .rgb16)
    let image = converter.image(frame, of: UInt16.self)
    for (x, y) in Self.size.places {
      let pixel = converter.pixel(frame, x: x, y: y)
      for c in 0..<3 { #expect(Double(image[x, y, c]) == pixel[c]) }
    }
  }

  /// Chroma at a pixel is interpolated linearly between the two nearest samples. Their positions
  /// follow the siting.
  @Test(
    arguments: [YCbCrLayout.Subsampling.yuv420, .yuv411, .yuv410, .yuv4x2, .yuv441, .yuv440],
    ChromaSiting.allCases)
  func chromaFollowsTheSiting(subsampling: YCbCrLayout.Subsampling, siting: ChromaSiting) throws {
    let layout = YCbCrLayout.planar(subsampling, depth: 8)
    let bytes = try Self.noise(layout, Self.size, seed: 9)
    let reader = Self.reader(try Self.frame(layout, bytes, Self.size), siting)
    let chroma = layout.chromaSize(Self.size)
    func sample(_ i: Int, _ j: Int) -> Double {
      Double(bytes[Self.size.area + j * chroma.width + i])
    }
    /// The samples on either side of a position, and the second one's weight.
    func sides(_ position: Int, _ shared: Int, _ offset: Double, _ count: Int) -> (Int, Int, Double)
    {
      let place = (Double(position) - offset) / Double(shared)
      let low = Int(place.rounded(.down))
      return (max(low, 0), min(low + 1, count - 1), place - Double(low))
    }
    func offset(_ shared: Int, isFirst: Bool, isLast: Bool) -> Double {
      isFirst ? 0 : isLast ? Double(shared - 1) : Double(shared - 1) / 2
    }
    let isLeft = [.left, .topLeft, .bottomLeft].contains(siting)
    for (x, y) in Self.size.places {
      let (i0, i1, fx) = sides(
        x, subsampling.across,
        offset(subsampling.across, isFirst: isLeft, isLast: false), chroma.width)
      let (j0, j1, fy) = sides(
        y, subsampling.down,
        offset(
          subsampling.down, isFirst: [.top, .topLeft].contains(siting),
          isLast: [.bottom, .bottomLeft].contains(siting)), chroma.height)
      let upper = (1 - fx) * sample(i0, j0) + fx * sample(i1, j0)
      let lower = (1 - fx) * sample(i0, j1) + fx * sample(i1, j1)
      // All weights are integer 64ths.
      #expect(reader.codes(x: x, y: y).y == (1 - fy) * upper + fy * lower, "\(x),\(y)")
    }
  }

  /// Y4M names three of them. The planes follow the header.
  @Test(arguments: [("411", "i411"), ("410", "yuv410p"), ("444alpha", "yuva444p")])
  func y4mIsRead(name: String, layout: String) throws {
    let header = try Y4MHeader(line: "YUV4MPEG2 W22 H10 F25:1 C\(name)")
    #expect(header.layout.name == layout)
    let folder = try TemporaryFolder()
    let bytes = try Self.noise(header.layout, Self.size, seed: 13)
    try folder.write(Array("YUV4MPEG2 W22 H10 F25:1 C\(name)\nFRAME\n".utf8) + bytes, as: "a.y4m")
    let file = try Y4MFile(path: FilePath(folder("a.y4m")))
    #expect(file.frameCount == 1 && file.damage == nil)
    let (a, b) = (
      Self.reader(try file.frame(0)), Self.reader(try Self.frame(header.layout, bytes, Self.size))
    )
    for (x, y) in Places(x: 0..<22, y: 0..<10) {
      #expect(
        a.codes(x: x, y: y) == b.codes(x: x, y: y) && a.alpha(x: x, y: y) == b.alpha(x: x, y: y))
    }
  }

  /// Pictures with constant luminance follow the formula, in rows and as single pixels.
  @Test func constantLuminanceIsConverted() throws {
    let layout = YCbCrLayout.planar(.yuv444, depth: 10)
    let frame = try Self.frame(layout, Self.noise(layout, Self.size, seed: 15), Self.size)
    let coding = YCbCrCoding(matrix: .bt2020Constant, range: .limited, depth: 10)
    let floats = YCbCrConverter(coding: coding, layout: layout, output: .rgbFloat)
    let bytes = YCbCrConverter(coding: coding, layout: layout, output: .rgb8)
    let image = bytes.image(frame, of: UInt8.self)
    for (x, y) in Self.size.places {
      let expected = coding.decode(floats.codes(frame, x: x, y: y))
      let found = floats.pixel(frame, x: x, y: y)
      for c in 0..<3 {
        #expect(found[c] == Double(Float(expected[c])))
        let code = min(max(255 * expected[c], 0), 255)
        #expect(Double(image[x, y, c]) == (code + 0.5).rounded(.down))
      }
    }
  }
}
