import BromideSystem
import TestSupport
import Testing

@testable import BromidePhotos

/// Marks in sidecars of other programs. The templates name the only bytes that can differ.
@Suite struct SidecarEditorTests {
  private let date = "2026-11-27T20:00:00Z"

  private func edited(_ bytes: [UInt8], _ rating: Int?, _ label: String?) throws -> [UInt8] {
    try SidecarEditor.edited(bytes, PhotoMarks(rating: rating, label: label), date: date)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func thereAreFortySidecars() {
    #expect(ForeignSidecar.all.count == 40)
    #expect(Set(ForeignSidecar.all.map(\.name)).count == 40)
  }

  @Test(arguments: ForeignSidecar.all)
  func onlyTheMarksChange(_ sidecar: ForeignSidecar) throws {
    let set = try edited(sidecar.original, 4, "Green")
    #expect(text(set) == text(sidecar.changed(rating: 4, label: "Green", date: date)))
    let changed = try edited(set, -1, "Purple")
    #expect(text(changed) == text(sidecar.changed(rating: -1, label: "Purple", date: date)))
    let cleared = try edited(changed, 0, "")
    #expect(text(cleared) == text(sidecar.changed(rating: 0, label: "", date: date)))
    // Bromide's reader of sidecars finds the same.
    let read = try XMPParser.packet(of: changed)
    #expect(read.properties[XMPName(XMPName.xmp, "Label")] == .text("Purple"))
    #expect(try SidecarPlaces(cleared).marks == PhotoMarks(rating: 0, label: ""))
  }

  /// The same marks do not change the file, not even its date.
  @Test(arguments: ForeignSidecar.all)
  func sameMarksKeepTheFile(_ sidecar: ForeignSidecar) throws {
    let marks = try SidecarPlaces(sidecar.original).marks
    #expect(try SidecarEditor.edited(sidecar.original, marks, date: date) == sidecar.original)
    let set = try edited(sidecar.original, 5, nil)
    #expect(try edited(set, 5, nil) == set)
  }

  @Test func labelsAreEscaped() throws {
    let label = "Grün <&> \"a\" 'b' 日本"
    for sidecar in ForeignSidecar.all {
      // A CDATA section cannot contain references.
      let set = try edited(sidecar.original, nil, label)
      #expect(try SidecarPlaces(set).marks.label == label, "\(sidecar.name)")
    }
  }

  @Test(
    arguments: [
      ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", SidecarError.documentType),
      ("<a/>", .notXMP), ("<a", .notXML(line: 1, "unclosed token")),
      (XMP.document().text + "\0", .encoding),
      (
        XMP.document(elements: "<xmp:Rating rdf:parseType=\"Resource\"/>").text, .form("xmp:Rating")
      ),
      (XMP.document(elements: "<xmp:Label><a/></xmp:Label>").text, .form("xmp:Label")),
      (
        XMP.document("xmp:Rating=\"1\"", elements: "<xmp:Rating>1</xmp:Rating>").text,
        .repeated("xmp:Rating")
      ),
      (
        "<r:RDF xmlns:r=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/>", .noDescription
      ),
    ] as [(String, SidecarError)])
  func filesThatCannotBeEdited(_ text: String, _ error: SidecarError) {
    #expect(throws: error) { try edited(Array(text.utf8), 3, nil) }
  }

  /// UTF-16 with any byte order.
  @Test func otherEncodingsFail() {
    var (big, little): ([UInt8], [UInt8]) = ([0xFE, 0xFF], [0xFF, 0xFE])
    for unit in XMP.document().text.utf16 {
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
      big += [high, low]
      little += [low, high]
    }
    #expect(throws: SidecarError.encoding) { try edited(big, 3, nil) }
    #expect(throws: SidecarError.encoding) { try edited(little, 3, nil) }
  }

  /// exiftool and exiv2 read the new marks of all sidecars that they recognise as XMP: those with
  /// an `x:xmpmeta`.
  @Test func foreignProgramsReadTheMarks() throws {
    let folder = try TemporaryFolder()
    let packets = ForeignSidecar.all.filter { $0.template.contains("<x:xmpmeta") }
    #expect(packets.count == 30)
    let paths = try packets.enumerated().map { i, sidecar in
      let set = try edited(edited(sidecar.original, 4, "Green"), 2, "Blue")
      return try folder.write(set, as: "\(i).xmp")
    }
    if let exiftool = ForeignProgram.exiftool {
      let text = try exiftool.run(["-q", "-p", "${XMP-xmp:Rating} ${XMP-xmp:Label}"] + paths)
      #expect(text.split(separator: "\n") == paths.map { _ in "2 Blue" })
    }
    guard let exiv2 = ForeignProgram("exiv2") else { return }
    for (path, sidecar) in zip(paths, packets) {
      let text = try exiv2.run(["-K", "Xmp.xmp.Rating", "-K", "Xmp.xmp.Label", "-Pv", path])
      #expect(Set(text.split(separator: "\n")) == ["2", "Blue"], "exiv2, \(sidecar.name)")
    }
  }

  /// No damage of any file makes the editor return a file with other properties.
  @Test func damagedFilesFailOrKeepTheRest() throws {
    let noise = SeededNoise(seed: 47)
    for ((i, sidecar), j) in product(ForeignSidecar.all.enumerated(), 0..<50) {
      var bytes = sidecar.original
      let bits = noise.bits(i, j)
      bytes[Int(bits >> 8) % bytes.count] = UInt8(truncatingIfNeeded: bits) | 1
      guard let set = try? edited(bytes, 4, "Red") else { continue }
      let (old, new) = (try SidecarPlaces(bytes), try SidecarPlaces(set))
      #expect(old.rest.number == new.rest.number)
      #expect(new.marks == PhotoMarks(rating: 4, label: "Red"))
    }
  }
}

extension [UInt8] {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
