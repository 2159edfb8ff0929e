import BromideCodecs
import BromideValues
import TestSupport
import Testing

/// Reading Exif blocks that libexif wrote.
@Suite struct FieldsTests {
  @Test func whatIsWrittenReadsBack() {
    let read = PhotoMetadata(ExifFields(block: ExifBlock.bytes(for: .sample)))
    var expected = PhotoMetadata.sample
    // Angles become degrees, minutes and hundredths of seconds.
    for path in [\Position.latitude, \Position.longitude, \Position.altitude] {
      let (a, b) = (read.position?[keyPath: path] ?? 0, expected.position?[keyPath: path] ?? 0)
      #expect(abs(a - b) < 1e-6)
      expected.position?[keyPath: path] = a
    }
    // A type that is not known becomes that of most cameras.
    (expected.sensitivityType, expected.timeSource) = (2, .original)
    #expect(read == expected)
  }

  @Test func aBlockWithItsPrefixIsTheSame() {
    let block = ExifBlock.bytes(for: .sample)
    #expect(
      PhotoMetadata(ExifFields(block: Array("Exif\0\0".utf8) + block))
        == PhotoMetadata(ExifFields(block: block)))
  }

  /// A block that ends anywhere, or of which any byte is another, gives some metadata and no crash.
  @Test func damagedBlocksAreRead() {
    let block = ExifBlock.bytes(for: .sample)
    for count in stride(from: 0, to: block.count, by: 7) {
      _ = PhotoMetadata(ExifFields(block: Array(block[..<count])))
    }
    for place in stride(from: 0, to: block.count, by: 5) {
      var other = block
      other[place] ^= 0xFF
      var fields = ExifFields(block: other)
      fields.addMakerNote()
      _ = PhotoMetadata(fields)
    }
    #expect(ExifFields(block: []).isEmpty)
    #expect(ExifFields(block: Array("no block at all".utf8)).isEmpty)
  }

  /// EXIF 2.3: a sensitivity above 65534 stands in another field.
  @Test func largeSensitivities() {
    var photo = PhotoMetadata()
    photo.iso = 102_400
    #expect(PhotoMetadata(ExifFields(block: ExifBlock.bytes(for: photo))).iso == 102_400)
  }

  @Test func timesAsText() throws {
    var time = try #require(PhotoMetadata.sample.captureTime)
    #expect(time.iso8601Text == "2024-02-29T07:05:09.042+05:30")
    time.subSecond = nil
    time.zone = nil
    #expect(time.iso8601Text == "2024-02-29T07:05:09")
    var position = try #require(PhotoMetadata.sample.position)
    #expect(position.utcText == "2024-02-29T01:35:09.12Z")
    position.time = [Rational(25, 1), Rational(0, 1), Rational(0, 1)]
    #expect(position.utcText == nil)
  }
}
