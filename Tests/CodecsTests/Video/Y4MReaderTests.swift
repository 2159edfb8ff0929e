import BromideCodecs
import BromideKernels
import BromideValues
import SystemPackage
import TestSupport
import Testing

@Suite struct Y4MReaderTests {
  /// A source that returns at most `step` bytes per read, like a pipe.
  static func reader(_ bytes: [UInt8], step: Int = 7) throws -> Y4MReader<Never> {
    var position = 0
    return try Y4MReader<Never> { memory, range in
      let count = min(step, range.count, bytes.count - position)
      for i in 0..<count { unsafe memory.bytes[range.lowerBound + i] = bytes[position + i] }
      position += count
      return count
    }
  }

  static func formatError(_ text: String) -> Y4MError? {
    do {
      var reader = try reader(Array(text.utf8))
      while try reader.next() != nil {}
      return nil
    } catch Y4MReader<Never>.ReadError.format(let error) {
      return error
    } catch { return nil }
  }

  @Test(arguments: [
    ("C420jpeg", "i420", ChromaSiting.center), ("C420mpeg2", "i420", .left),
    ("C420paldv", "i420", .topLeft), ("", "i420", .center), ("C422", "i422", nil),
    ("C444", "i444", nil), ("Cmono", "i400", nil), ("C420p10", "i010", nil),
    ("C422p12", "i212", nil), ("C444p16", "i416", nil), ("Cmono10", "y10", nil),
    ("C420p14", "i014", nil),
  ])
  func layoutsAreRead(tag: String, name: String, siting: ChromaSiting?) throws {
    let header = try Y4MHeader(line: "YUV4MPEG2 W5 H3 F30000:1001 Ip A1:1 \(tag) XCOLORRANGE=FULL")
    #expect(header.size == Size(width: 5, height: 3))
    #expect(header.layout.name == name)
    #expect(header.tags.siting == siting)
    #expect(header.tags.range == .full)
    #expect(header.rate?.0 == 30000 && header.rate?.1 == 1001)
  }

  /// Lines may end with CR and LF, as ffmpeg also reads them.
  @Test func linesOfDOS() throws {
    let text = "YUV4MPEG2 W3 H1 F25:1 Cmono\r\nFRAME\r\nabcFRAME Ip\r\ndef"
    var reader = try Self.reader(Array(text.utf8))
    #expect(reader.header.layout.name == "i400" && reader.header.framesPerSecond == 25)
    let samples = try [reader.next(), reader.next()].map { frame in
      try unsafe Array(#require(frame).planes[0].bytes)
    }
    #expect(samples == [Array("abc".utf8), Array("def".utf8)])
    let folder = try TemporaryFolder()
    let file = try Y4MFile(path: FilePath(folder.write(Array(text.utf8), as: "dos.y4m")))
    #expect(file.frameCount == 2 && file.damage == nil)
    #expect(try unsafe Array(file.frame(1).planes[0].bytes) == Array("def".utf8))
  }

  /// Frames are complete for any read sizes of the source, and a kept frame is not overwritten.
  @Test(arguments: [1, 7, 1000])
  func framesAreRead(step: Int) throws {
    let text = "YUV4MPEG2 W3 H1 Cmono\nFRAME\nabcFRAME Ip\ndef"
    var reader = try Self.reader(Array(text.utf8), step: step)
    let first = try #require(try reader.next())
    let second = try #require(try reader.next())
    let end = try reader.next() == nil
    #expect(end && reader.frameCount == 2)
    let converter = YCbCrConverter(
      coding: .init(matrix: .bt601, range: .full, depth: 8), layout: first.layout, output: .rgb8)
    #expect(converter.pixel(first, x: 2, y: 0).x == 99)
    #expect(converter.pixel(second, x: 0, y: 0).x == 100)
  }

  @Test func badStreamsGiveAReason() {
    #expect(Self.formatError("") == .notY4M)
    #expect(Self.formatError("RIFF1234\n") == .notY4M)
    #expect(Self.formatError(String(repeating: "x", count: 5000)) == .notY4M)
    #expect(
      Self.formatError("YUV4MPEG2" + String(repeating: " ", count: 5000))
        == .headerTooLong(limit: 1024))
    #expect(
      Self.formatError("YUV4MPEG2 H2\n") == .badParameter("width (W) is missing or not a number"))
    #expect(Self.formatError("YUV4MPEG2 W0 H2\n") == .badSize(Size(width: 0, height: 2)))
    // The memory for a frame is taken before it is there.
    #expect(
      Self.formatError("YUV4MPEG2 W999999 H999999 C444\n")
        == .badSize(Size(width: 999_999, height: 999_999)))
    #expect(Self.formatError("YUV4MPEG2 W2 H2 C413\n") == .unsupportedLayout("413"))
    #expect(Self.formatError("YUV4MPEG2 W2 H2 C420p17\n") == .unsupportedLayout("420p17"))
    #expect(
      Self.formatError("YUV4MPEG2 W2 H2 Cmono\nFRAME\nabcdFRAME\nab")
        == .truncated(frame: 1, expected: 4, found: 2))
    #expect(
      Self.formatError("YUV4MPEG2 W2 H2 Cmono\nFRAME\nabcdFROME\nabcd")
        == .missingFrameHeader(frame: 1))
  }

  @Test func codesSetColors() throws {
    let header = try Y4MHeader(line: "YUV4MPEG2 W4 H4 XCICP=12/13/9")
    #expect(header.tags.primaries?.codePoint == 12 && header.tags.transfer == .srgb)
    #expect(header.tags.matrix == .bt2020)
    let open = try Y4MHeader(line: "YUV4MPEG2 W4 H4 XCICP=2/2/2").tags
    #expect(open.primaries == nil && open.transfer == nil && open.matrix == nil)
    for bad in ["1/1", "1/1/x", "1/99/1", "250/1/1"] {
      #expect(throws: Y4MError.self) { try Y4MHeader(line: "YUV4MPEG2 W4 H4 XCICP=\(bad)") }
    }
  }

  /// Other words are an error, because a wrong range changes every colour.
  @Test func unknownRangesAreNamed() throws {
    let full = try Y4MHeader(line: "YUV4MPEG2 W4 H4 XCOLORRANGE=full").tags.range
    let limited = try Y4MHeader(line: "YUV4MPEG2 W4 H4 XCOLORRANGE=LIMITED").tags.range
    #expect(full == .full && limited == .limited)
    for bad in ["", "pc", "1"] {
      let problem = Y4MError.badParameter("XCOLORRANGE=\(bad) is neither FULL nor LIMITED")
      #expect(throws: problem) { try Y4MHeader(line: "YUV4MPEG2 W4 H4 XCOLORRANGE=\(bad)") }
    }
  }

  @Test func aSecondHeaderIsNamed() {
    let one = "YUV4MPEG2 W2 H2 Cmono\nFRAME\nabcd"
    #expect(Self.formatError(one + one) == .secondHeader(frame: 1))
    #expect(Y4MError.secondHeader(frame: 1).description.contains("split joined files"))
  }

  /// Two fields of different colours. Rows of a field only use the chroma of that field.
  @Test(arguments: ["It", "Ib", "Im", "Ip", ""]) func fieldsKeepTheirChroma(word: String) throws {
    let (width, height) = (8, 12)
    var bytes = Array("YUV4MPEG2 W\(width) H\(height) \(word) C420mpeg2\nFRAME Itii\n".utf8)
    bytes += [UInt8](repeating: 100, count: width * height)
    for (kind, row) in product(0..<2, 0..<height / 2) {
      let value = row % 2 == 0 ? 90 + 5 * (row / 2) + kind : 160 + 7 * (row / 2) + kind
      bytes += [UInt8](repeating: UInt8(value), count: width / 2)
    }
    var reader = try Self.reader(bytes, step: 1000)
    let frame = try #require(try reader.next())
    let hasFields = ["It", "Ib", "Im"].contains(word)
    #expect(frame.hasFields == hasFields)
    for (output, upsampling) in [
      (YCbCrOutput.rgbFloat, YCbCrConverter.Upsampling.linear), (.rgb8, .linear),
      (.rgb8, .nearest), (.rgbFloat, .nearest),
    ] {
      let converter = YCbCrConverter(
        coding: .init(matrix: .bt709, range: .limited, depth: 8), layout: frame.layout,
        output: output, upsampling: upsampling)
      for y in 0..<height {
        let codes = converter.codes(frame, x: 3, y: y)
        if hasFields {
          // A field is a picture of 6 rows with 3 chroma rows, and ¼ comes from the neighbour.
          let (field, row) = (y % 2, y / 2)
          func chroma(_ j: Int) -> Double {
            let j = min(max(j, 0), 2)
            return Double(field == 0 ? 90 + 5 * j : 160 + 7 * j)
          }
          let other = row % 2 == 0 ? row / 2 - 1 : row / 2 + 1
          let expected =
            upsampling == .nearest ? chroma(row / 2) : 0.75 * chroma(row / 2) + 0.25 * chroma(other)
          #expect(codes.y == expected && codes.z == expected + 1, "row \(y)")
        }
        // Complete rows equal single pixels.
        let pixel = converter.pixel(frame, x: 3, y: y)
        if output == .rgb8 {
          let image = converter.image(frame, of: UInt8.self)
          for c in 0..<3 { #expect(Double(image[3, y, c]) == pixel[c], "row \(y)") }
        } else {
          let image = converter.image(frame, of: Float.self)
          for c in 0..<3 { #expect(Double(image[3, y, c]) == pixel[c], "row \(y)") }
        }
      }
    }
  }

  @Test func rawFilesProposeSizesThatFit() {
    let hd = 1920 * 1080 * 3 / 2
    let sizes = RawPlanes.fittingSizes(fileByteCount: hd, layout: .nv12)
    #expect(sizes.first == Size(width: 1920, height: 1080))
    #expect(sizes.allSatisfy { hd % (YCbCrLayout.nv12.byteCount($0) ?? hd + 1) == 0 })
    #expect(
      RawPlanes.frameCount(
        fileByteCount: 3 * hd, layout: .nv12, size: Size(width: 1920, height: 1080)) == 3)
    #expect(
      RawPlanes.frameCount(
        fileByteCount: hd + 1, layout: .nv12, size: Size(width: 1920, height: 1080)) == nil)
  }
}
