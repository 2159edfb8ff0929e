import Color
import Kernels
import Pixels
import SystemPackage
import Testing
import YCbCr

@Suite struct Y4MReaderTests {
  /// A source that returns at most `step` bytes at a time, like a pipe.
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

  /// Frames are complete regardless of the pieces in which the source returns them, and a kept
  /// frame is not overwritten.
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
    #expect(Self.formatError("YUV4MPEG2 W2 H2 C411\n") == .unsupportedLayout("411"))
    #expect(Self.formatError("YUV4MPEG2 W2 H2 C420p17\n") == .unsupportedLayout("420p17"))
    #expect(
      Self.formatError("YUV4MPEG2 W2 H2 Cmono\nFRAME\nabcdFRAME\nab")
        == .truncated(frame: 1, expected: 4, found: 2))
    #expect(
      Self.formatError("YUV4MPEG2 W2 H2 Cmono\nFRAME\nabcdFROME\nabcd")
        == .missingFrameHeader(frame: 1))
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
