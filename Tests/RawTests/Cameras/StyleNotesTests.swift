import BromideCodecs
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Picture styles in makers' notes.
@Suite struct StyleNotesTests {
  private static func notes(_ make: String, _ note: [UInt8], isBig: Bool = false) -> StyleNotes {
    var fields = ExifFields()
    func add(_ bytes: [UInt8], _ type: UInt16, _ tag: UInt16, _ directory: ExifFields.Directory) {
      fields.add(
        ExifFields.Field(type: type, isBigEndian: isBig, count: bytes.count, bytes: bytes), tag,
        in: directory)
    }
    add(Array((make + "\0").utf8), 2, 0x010f, .main)
    add(note, 7, 0x927c, .exif)
    return StyleNotes(fields)
  }

  /// A note of Nikon with one field.
  private static func nikon(_ tag: Int, _ name: String, isBig: Bool) -> [UInt8] {
    func n(_ value: Int, _ count: Int) -> [UInt8] {
      (isBig ? ByteOrder.big : .little).bytes(value, count)
    }
    let data = Array("0100".utf8) + Array(name.utf8) + [UInt8](repeating: 0, count: 54 - name.count)
    return Array("Nikon\0\u{2}\u{10}\0\0".utf8) + Array((isBig ? "MM" : "II").utf8) + n(42, 2)
      + n(8, 4) + n(1, 2) + n(tag, 2) + n(7, 2) + n(data.count, 4) + n(26, 4) + n(0, 4) + data
  }

  @Test(arguments: [(0x0023, true), (0x0023, false), (0x00bd, false)])
  func namesOfNikonAreRead(_ tag: Int, _ isBig: Bool) {
    let note = Self.nikon(tag, "VIVID", isBig: isBig)
    #expect(Self.notes("NIKON CORPORATION", note, isBig: isBig).style == "VIVID")
    #expect(Self.notes("NIKON", Self.nikon(0x0024, "VIVID", isBig: isBig)).style == nil)
    #expect(Self.notes("NIKON", Array(note.prefix(40))).style == nil)
  }

  /// A note of Canon, somewhere in a file: values follow the directory.
  private static func canon(_ style: Int, length: Int = 28) -> [UInt8] {
    let place = 5000
    let settings = [length, 0, 3, 0, 0, 0, 0, 0, 0, 5300, style, 0, 0, 0].flatMap { little($0, 2) }
    return little(2, 2) + little(1, 2) + little(3, 2) + little(4, 4) + little(place, 4)
      + little(0xa0, 2) + little(3, 2) + little(14, 4)
      + little(place + 8, 4) + little(0, 4) + [UInt8](repeating: 9, count: 8) + settings
  }

  @Test func stylesOfCanonAreRead() {
    #expect(Self.notes("Canon", Self.canon(0x83)).style == "Landscape")
    #expect(Self.notes("Canon", Self.canon(0x21)).style == "33")
    #expect(Self.notes("Canon", Self.canon(0)).style == nil)
    // The field has another meaning.
    #expect(Self.notes("Canon", Self.canon(0x83, length: 30)).style == nil)
    #expect(Self.notes("Other", Self.canon(0x83)).style == nil)
    for count in 0..<Self.canon(0x83).count {
      #expect(Self.notes("Canon", Array(Self.canon(0x83).prefix(count))).style == nil)
    }
  }

  @Test func stylesOfPanasonicAndOlympusAreRead() {
    func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      little(tag, 2) + little(3, 2) + little(1, 4) + little(value, 2) + [0, 0]
    }
    let panasonic =
      Array("Panasonic\0\0\0".utf8) + little(2, 2) + entry(0x79, 2) + entry(0x89, 4) + little(0, 4)
    let notes = Self.notes("Panasonic", panasonic)
    #expect(notes.style == "4" && notes.mode == "2")
    let olympus =
      Array("OLYMPUS\0II\u{3}\0".utf8) + little(1, 2) + little(0x2020, 2) + little(4, 2)
      + little(1, 4) + little(30, 4)
      + little(0, 4) + little(2, 2) + entry(0x50f, 1) + entry(0x520, 3) + little(0, 4)
    let others = Self.notes("OLYMPUS CORPORATION", olympus)
    #expect(others.style == "3" && others.mode == "1")
  }

  /// exiftool finds the same styles in real files.
  @Test(
    .enabled(
      if: Corpus.isPresent && ForeignProgram.exiftool != nil, "the corpus or exiftool is missing"),
    arguments: [
      ("debian-dcraw_IMG_0848.CR2", "-PictureStyle"),
      ("hdrmerge_D5000_sample1.dng", "-PictureControlName"),
    ])
  func stylesEqualExiftools(_ name: String, _ tag: String) throws {
    let path = Corpus.path("raw/" + name)
    let words = try ForeignProgram.exiftool?.run(["-s3", tag, path]) ?? ""
    let style = try #require(words.split(separator: "\n").first).lowercased()
    let found = try RawFile(path: FilePath(path), cameras: nil).header.previewStyle.lowercased()
    #expect(found.contains("picture style \(style)"), "\(found)")
  }
}
