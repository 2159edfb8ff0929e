import BromideCodecs
import BromideKernels
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// Compares with libswscale's accurate conversion through ffmpeg. Visibly skipped if ffmpeg is not
/// installed.
@Suite(.enabled(if: ForeignProgram.ffmpeg != nil, "ffmpeg is not installed"))
struct FFmpegTests {
  /// Within 1 code value if every pixel has separate chroma or both conversions repeat it.
  @Test(
    arguments: [
      (YCbCrMatrix.bt601, "bt601"), (.bt709, "bt709"), (.bt2020, "bt2020nc"), (.fcc, "fcc"),
      (.smpte240m, "smpte240m"),
    ], YCbCrRange.allCases)
  func accurateConversionAgrees(matrix: (YCbCrMatrix, String), range: YCbCrRange) throws {
    let size = Size(width: 64, height: 32)
    for layout in [YCbCrLayout.i444, .planar(.yuv444, depth: 10)] {
      let frame = try Self.legalFrame(layout, size, range)
      let theirs = try FFmpeg.rgb(frame, matrix: matrix.1, range: range)
      let own = YCbCrConverter(
        coding: YCbCrCoding(matrix: matrix.0, range: range, depth: layout.depth), layout: layout,
        output: .rgb8
      ).image(frame, of: UInt8.self)
      try #require(theirs.count == size.area * 3)
      var worst = 0
      for (x, y, c) in size.places.channels(3) {
        worst = max(worst, abs(Int(own[x, y, c]) - Int(theirs[(y * size.width + x) * 3 + c])))
      }
      #expect(worst <= 1, "\(layout.name)")
    }
  }

  /// ffmpeg writes Y4M as this package reads it: layout, siting, range and frames. (In odd widths
  /// of 4:2:0 with more than 8 bits, ffmpeg 5.1 writes rows that are a byte too short, and cannot
  /// read them itself.)
  @Test(arguments: [
    ("yuv420p", "i420"), ("yuv422p", "i422"), ("yuv444p", "i444"), ("gray", "i400"),
    ("yuv420p10le", "i010"), ("yuv444p12le", "i412"),
  ])
  func y4mIsRead(format: String, name: String) throws {
    let folder = try TemporaryFolder()
    let size = Size(width: name == "i010" ? 30 : 29, height: 17)
    try FFmpeg.run([
      "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=25:duration=0.2", "-vf",
      "scale=\(size.width):17", "-pix_fmt", format, "-strict", "-1", folder("a.y4m"),
    ])
    try FFmpeg.run(["-i", folder("a.y4m"), "-f", "rawvideo", folder("a.raw")])
    let file = try Y4MFile(path: FilePath(folder("a.y4m")))
    #expect(file.header.layout.name == name && file.frameCount == 5 && file.damage == nil)
    #expect(file.header.rate?.0 == 25 && file.header.size == size)
    let raw = try RawPlaneFile(
      path: FilePath(folder("a.raw")), layout: file.header.layout, size: file.header.size)
    for index in 0..<5 {
      for (a, b) in zip(try file.frame(index).planes, try raw.frame(index).planes) {
        #expect(unsafe a.bytes.elementsEqual(b.bytes))
      }
    }
  }

  /// ffmpeg reads the files that this package writes, with their tags.
  @Test func y4mIsUnderstood() throws {
    let folder = try TemporaryFolder()
    let size = Size(width: 30, height: 17)
    let writer = try Y4MWriter(size: size, range: .full, siting: .left, rate: (24, 1))
    let image = Y4MWriterTests.noise(size)
    try folder.write(writer.start + writer.frame(image) + writer.frame(image), as: "a.y4m")
    try FFmpeg.run(["-i", folder("a.y4m"), "-f", "rawvideo", folder("a.raw")])
    let planes = Array(writer.frame(image).dropFirst("FRAME\n".utf8.count))
    #expect(try Files.read(folder("a.raw")) == planes + planes)
  }

  /// Uniformly random legal codes, so that clipping does not affect the comparison.
  static func legalFrame(
    _ layout: YCbCrLayout, _ size: Size, _ range: YCbCrRange
  ) throws -> YCbCrFrame {
    let count = try #require(layout.byteCount(size))
    let memory = PixelMemory(byteCount: count)
    let unit = 1 << (layout.depth - 8)
    var random = SeededGenerator(seed: 11)
    for i in 0..<count / layout.bytesPerSample {
      let codes = range == .full ? 256 * unit : (i < size.area ? 219 : 224) * unit + 1
      let value = (range == .full ? 0 : 16 * unit) + Int.random(in: 0..<codes, using: &random)
      if layout.bytesPerSample == 1 {
        unsafe memory.bytes[i] = UInt8(value)
      } else {
        unsafe memory.bytes.storeBytes(
          of: UInt16(value).littleEndian, toByteOffset: 2 * i, as: UInt16.self)
      }
    }
    return try unsafe YCbCrFrame(
      layout: layout, size: size, contiguous: UnsafeRawBufferPointer(memory.bytes), owner: memory)
  }
}

enum FFmpeg {
  static func run(_ arguments: [String]) throws {
    try #require(ForeignProgram.ffmpeg).run(["-nostdin", "-v", "error", "-y"] + arguments)
  }

  /// A frame of three planes as 8-bit RGB.
  static func rgb(_ frame: YCbCrFrame, matrix: String, range: YCbCrRange) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    var planes: [UInt8] = []
    for plane in frame.planes { unsafe planes += Array(plane.bytes) }
    try folder.write(planes, as: "in")
    let format = frame.layout.depth == 8 ? "yuv444p" : "yuv444p\(frame.layout.depth)le"
    let word = range == .full ? "pc" : "tv"
    try run([
      "-f", "rawvideo", "-pix_fmt", format, "-video_size",
      "\(frame.size.width)x\(frame.size.height)", "-color_range", word, "-i", folder("in"), "-vf",
      "scale=in_color_matrix=\(matrix):in_range=\(word):out_range=pc"
        + ":flags=accurate_rnd+full_chroma_int+full_chroma_inp+bitexact",
      "-pix_fmt", "rgb24", "-f", "rawvideo", folder("out"),
    ])
    return try Files.read(folder("out"))
  }
}
