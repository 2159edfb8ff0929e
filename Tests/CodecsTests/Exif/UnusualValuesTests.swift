import BromideCodecs
import Testing

/// Unusual values on their way out: as text, and in the block that is written.
@Suite struct UnusualValuesTests {
  @Test func timesOfSatellitesKeepTheirFraction() {
    var position = Position()
    position.date = "2026/05/04"
    position.time = [Rational(10, 1), Rational(2, 1), Rational(7, 2)]
    #expect(position.utcText == "2026-05-04T10:02:03.5Z")
    position.time?[2] = Rational(60, 1)
    #expect(position.utcText == nil)
    position.date = "2016:12:31"
    position.time = [Rational(23, 1), Rational(59, 1), Rational(60, 1)]
    #expect(position.utcText == "2016-12-31T23:59:60Z")
  }

  /// Written metadata record the same values: each type of sensitivity, and both copyrights.
  @Test(arguments: 1...7) func sensitivitiesAreWrittenByTheirType(type: Int) throws {
    var photo = PhotoMetadata()
    (photo.iso, photo.sensitivityType) = (102_400, type)
    let fields = ExifFields(block: ExifBlock.bytes(for: photo))
    #expect(fields.integer(0x8827) == 65535 && fields.integer(0x8830) == type)
    let named: [Int: [UInt16]] = [
      1: [0x8831], 2: [0x8832], 3: [0x8833], 4: [0x8831, 0x8832], 5: [0x8831, 0x8833],
      6: [0x8832, 0x8833], 7: [0x8831, 0x8832, 0x8833],
    ]
    for tag in [UInt16(0x8831), 0x8832, 0x8833] {
      let isNamed = try #require(named[type]).contains(tag)
      #expect(fields.integer(tag) == (isNamed ? 102_400 : nil))
    }
    #expect(PhotoMetadata(fields).iso == 102_400)
    #expect(PhotoMetadata(fields).sensitivityType == type)
  }

  @Test func copyrightsAreWritten() throws {
    for (photographer, editor, bytes) in [
      ("A", Optional("B"), "A\0B\0"), (nil, "B", " \0B\0"), ("A", nil, "A\0"),
    ] {
      var photo = PhotoMetadata()
      (photo.copyright, photo.editorCopyright) = (photographer, editor)
      let fields = ExifFields(block: ExifBlock.bytes(for: photo))
      #expect(fields.field(0x8298, in: .main)?.bytes == Array(bytes.utf8))
      #expect(PhotoMetadata(fields).editorCopyright == editor)
      #expect(PhotoMetadata(fields).copyright == photographer)
    }
  }
}
