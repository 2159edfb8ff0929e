import BromideCodecs
import BromideKernels
import BromideValues
import SystemPackage
import TestSupport
import Testing

@Suite struct FrameFileTests {
  private let folder = TemporaryFolder.fresh

  /// The luma of the first pixel of each frame.
  static func firsts(_ file: Y4MFile) throws -> [Double] {
    try (0..<file.frameCount).map { index in
      let frame = try file.frame(index)
      return YCbCrConverter(
        coding: .init(matrix: .bt601, range: .full, depth: frame.layout.depth),
        layout: frame.layout, output: .rgb8
      ).codes(frame, x: 0, y: 0).x
    }
  }

  static func y4m(_ folder: TemporaryFolder, _ text: String) throws -> Y4MFile {
    try Y4MFile(path: FilePath(folder.write(Array(text.utf8), as: "a.y4m")))
  }

  /// Frames at any position, including frames with headers of different lengths and 16-bit samples
  /// at odd addresses.
  @Test(arguments: [
    ("YUV4MPEG2 W3 H1 Cmono\nFRAME\nabcFRAME\ndefFRAME\nghi", [97.0, 100, 103]),
    ("YUV4MPEG2 W3 H1 Cmono\nFRAME Ip\nabcFRAME Ip\ndef", [97, 100]),
    ("YUV4MPEG2 W3 H1 Cmono\nFRAME\nabcFRAME Ip\ndefFRAME\nghi", [97, 100, 103]),
    // Lengths that add up to complete frames of the first kind, although the headers differ.
    ("YUV4MPEG2 W3 H1 Cmono\nFRAME\nabcFRAME I3456789\ndef", [97, 100]),
    ("YUV4MPEG2 W3 H1 Cmono\nFRAME\nabc", [97]), ("YUV4MPEG2 W3 H1 Cmono\n", []),
    ("YUV4MPEG2 W1 H1 Cmono10\nFRAME\na\u{1}FRAME\nb\u{2}", [353, 610]),
    ("YUV4MPEG2  W1 H1 Cmono10\nFRAME\na\u{1}FRAME\nb\u{2}", [353, 610]),
  ])
  func y4mFramesAreFound(text: String, firsts: [Double]) throws {
    let file = try Self.y4m(TemporaryFolder(), text)
    #expect(file.frameCount == firsts.count && file.damage == nil)
    #expect(try Self.firsts(file) == firsts)
    let path = "a.y4m"
    do {
      _ = try file.frame(firsts.count)
      Issue.record("a frame past the end")
    } catch {
      guard case .noSuchFrame(let found, let frame, let count) = error else { throw error }
      #expect(found.lastComponent?.string == path && frame == firsts.count && count == firsts.count)
    }
  }

  @Test(arguments: [
    (
      "YUV4MPEG2 W3 H1 Cmono\nFRAME\nabcFRAME\nde", 1,
      Y4MError.truncated(frame: 1, expected: 3, found: 2)
    ),
    ("YUV4MPEG2 W3 H1 Cmono\nFRAME\nabcFRAM", 1, .missingFrameHeader(frame: 1)),
    ("YUV4MPEG2 W3 H1 Cmono\nFRAME\nabcFROME\ndefFRAME\nghi", 1, .missingFrameHeader(frame: 1)),
    ("YUV4MPEG2 W3 H1 Cmono\nFRAME\nab", 0, .truncated(frame: 0, expected: 3, found: 2)),
    (
      "YUV4MPEG2 W3 H1 Cmono\n" + String(repeating: "x", count: 3000), 0,
      .missingFrameHeader(frame: 0)
    ),
  ])
  func y4mDamageIsFound(text: String, frames: Int, damage: Y4MError) throws {
    let file = try Self.y4m(folder, text)
    // Between intact frames, the damage shows at the frame itself.
    if file.frameCount > frames {
      #expect(throws: FrameFileError.y4m(path: FilePath(folder("a.y4m")), damage)) {
        try file.frame(frames)
      }
    } else {
      #expect(file.frameCount == frames && file.damage == damage)
      #expect(throws: FrameFileError.y4m(path: FilePath(folder("a.y4m")), damage)) {
        try file.frame(frames)
      }
    }
  }

  @Test(arguments: [
    ("", Y4MError.notY4M), ("RIFF", .notY4M), (String(repeating: "x", count: 5000), .notY4M),
    ("YUV4MPEG2" + String(repeating: " ", count: 5000), .headerTooLong(limit: 1024)),
    ("YUV4MPEG2 W3 H3", .headerCut),
    ("YUV4MPEG2 W3\n", .badParameter("height (H) is missing or not a number")),
  ])
  func badY4MFilesAreRejected(text: String, error: Y4MError) throws {
    #expect(throws: FrameFileError.y4m(path: FilePath(folder("a.y4m")), error)) {
      try Self.y4m(folder, text)
    }
  }

  /// A stream of planes and a file of planes give the same frames, with offset and stride.
  @Test(arguments: [YCbCrLayout.nv12, .i420, .i422, .p010, .i400, .yv12, .nv24])
  func planesFollowTheStride(layout: YCbCrLayout) throws {
    let size = Size(width: 5, height: 3)
    let stride = 10 * layout.bytesPerSample
    let planes = try RawPlanes(layout: layout, size: size, offset: 3, stride: stride)
    let chroma = planes.strides.count > 1 ? planes.strides[1] : 0
    let pairs = layout.planeCount == 2 ? 2 : 1
    #expect(
      chroma == (layout.subsampling == .grey ? 0 : stride / layout.subsampling.across * pairs))
    let bytes = (0..<3 + 2 * planes.frameByteCount).map {
      UInt8(truncatingIfNeeded: $0 * 31 + $0 >> 8)
    }
    let path = try folder.write(bytes, as: "a.yuv")
    let file = try RawPlaneFile(
      path: FilePath(path), layout: layout, size: size, offset: 3, stride: stride)
    #expect(file.frameCount == 2)
    let frame = try file.frame(1)
    var start = 3 + planes.frameByteCount
    for (i, plane) in frame.planes.enumerated() {
      #expect(plane.stride == planes.strides[i])
      #expect(unsafe plane.bytes[plane.stride] == bytes[start + plane.stride])
      start += plane.stride * layout.extent(ofPlane: i, size).rows
    }
    var position = 0
    var reader = RawPlaneReader<Never>(planes) { memory, range in
      let count = min(7, range.count, bytes.count - position)
      for i in 0..<count { unsafe memory.bytes[range.lowerBound + i] = bytes[position + i] }
      position += count
      return count
    }
    for index in 0..<2 {
      let streamed = try #require(try reader.next())
      let mapped = try file.frame(index)
      for (a, b) in zip(streamed.planes, mapped.planes) {
        #expect(unsafe a.bytes.elementsEqual(b.bytes))
      }
    }
    let end = try reader.next() == nil
    #expect(end && reader.frameCount == 2)
  }

  /// No gap is needed after the last row of a file.
  @Test func lastGapMayBeMissing() throws {
    let path = try folder.write([UInt8](repeating: 7, count: 30 + 16), as: "a")
    let size = Size(width: 5, height: 3)
    let file = try RawPlaneFile(path: FilePath(path), layout: .nv12, size: size, stride: 10)
    #expect(file.frameCount == 1)
    #expect(try file.frame(0).size == size)
  }

  @Test func wrongSizesListMatchingSizes() throws {
    let path = try folder.write([UInt8](repeating: 0, count: 2 * 176 * 144 * 3 / 2), as: "a.nv12")
    do {
      _ = try RawPlaneFile(path: FilePath(path), layout: .nv12, size: Size(width: 320, height: 240))
      Issue.record("a wrong size")
    } catch {
      #expect("\(error)".contains("320×240"))
      #expect("\(error)".hasSuffix("sizes that fit: 176×144, 144×176"))
    }
    #expect(throws: FrameFileError.self) {
      try RawPlaneFile(path: FilePath(path), layout: .nv12, size: Size(width: 0, height: 2))
    }
    let stride = YCbCrError.strideTooSmall(plane: 0, expected: 176, found: 170)
    #expect(throws: FrameFileError.frame(path: FilePath(path), stride)) {
      try RawPlaneFile(
        path: FilePath(path), layout: .nv12, size: Size(width: 176, height: 144), stride: 170)
    }
    let file = try RawPlaneFile(
      path: FilePath(path), layout: .nv12, size: Size(width: 176, height: 144))
    #expect(throws: FrameFileError.noSuchFrame(path: FilePath(path), frame: 2, count: 2)) {
      try file.frame(2)
    }
  }

  @Test func truncatedStreamsNameTheFrame() throws {
    let planes = try RawPlanes(layout: .i400, size: Size(width: 2, height: 2), offset: 1)
    var left = 1 + 4 + 3
    var reader = RawPlaneReader<Never>(planes) { _, range in
      let count = min(left, range.count)
      left -= count
      return count
    }
    #expect(try reader.next() != nil)
    do {
      _ = try reader.next()
      Issue.record("a whole frame")
    } catch RawPlaneReader<Never>.ReadError.truncated(let frame, let expected, let found) {
      #expect(frame == 1 && expected == 4 && found == 3)
    }
  }

  /// Found by scripts/fuzz: sums of these strides overflowed.
  @Test(arguments: [1 << 40, .max / 2, Int.max]) func rowsFarApartAreRejected(stride: Int) {
    for layout in [YCbCrLayout.nv12, .i420, .i444, .p010] {
      #expect(throws: YCbCrError.badSize(Size(width: 4, height: 4))) {
        try RawPlanes(layout: layout, size: Size(width: 4, height: 4), stride: stride)
      }
    }
  }
}
