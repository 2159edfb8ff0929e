import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromidePhotos

/// Sidecars that are damaged, or made to do harm: refused with a reason, quickly.
@Suite struct HostileSidecarTests {
  private func rejection(_ bytes: [UInt8]) throws -> SidecarError {
    try #require(
      #expect(throws: SidecarError.self) { try Sidecar(bytes: bytes, photoExtension: "nef") })
  }

  @Test func documentTypeFailsBeforeEntities() throws {
    let laughs = """
      <!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
      <x>&b;</x>
      """
    #expect(try rejection(Array(laughs.utf8)) == .documentType)
    let file = #"<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>"#
    #expect(try rejection(Array(file.utf8)) == .documentType)
  }

  @Test func nestingEnds() throws {
    func nested(_ depth: Int) -> [UInt8] {
      XMP.document(
        elements: String(repeating: "<dc:a>", count: depth)
          + String(repeating: "</dc:a>", count: depth))
    }
    #expect(try Sidecar(bytes: nested(61), photoExtension: "nef").settings.isEmpty)
    #expect(try rejection(nested(62)) == .tooDeep)
    #expect(try rejection(nested(100_000)) == .tooDeep)
  }

  @Test func incompleteFilesFail() throws {
    let whole = XMP.document(#"crs:Exposure2012="1""#, elements: "<xmp:Rating>3</xmp:Rating>")
    let end = try #require(String(decoding: whole, as: UTF8.self).range(of: "</x:xmpmeta>"))
    let least = String(decoding: whole, as: UTF8.self)[..<end.upperBound].utf8.count
    for count in 0..<least { _ = try rejection(Array(whole[..<count])) }
    #expect(throws: Never.self) {
      try Sidecar(bytes: Array(whole[..<least]), photoExtension: "nef")
    }
  }

  @Test(
    arguments: [
      (#"crs:Exposure2012="1" crs:Exposure2012="2""#, "", "duplicate attribute"),
      (
        #"crs:Exposure2012="1""#, "<crs:Exposure2012>2</crs:Exposure2012>",
        "it contains crs:Exposure2012 twice"
      ),
      (
        #"crs:Exposure2012="bright""#, "",
        "crs:Exposure2012 is “bright”; expected numbers from -5 to 5"
      ),
      (#"crs:Exposure2012="nan""#, "", "is “nan”"), (#"crs:Exposure2012="0x1""#, "", "is “0x1”"),
      (#"crs:Exposure2012="1e1""#, "", "is “1e1”"), (#"crs:Exposure2012="""#, "", "is “”"),
      (#"crs:Exposure2012="&#10;1""#, "", "is “\\x0a1”"),
      (
        "", "<crs:Exposure2012><rdf:Seq><rdf:li>1</rdf:li></rdf:Seq></crs:Exposure2012>", "“a list”"
      ),
      (#"tiff:Orientation="9""#, "", "tiff:Orientation is “9”; expected whole numbers from 1 to 8"),
      (#"xmp:Rating="4.5""#, "", "xmp:Rating is “4.5”; expected whole numbers from -1 to 5"),
      (#"crs:HasCrop="True" crs:CropLeft="x""#, "", "crs:CropLeft is “x”"),
      ("", "&undeclared;", "not XML: undefined entity"),
    ])
  func valuesThatCannotBeAreNamed(
    _ attributes: String, _ elements: String, _ message: String
  ) throws {
    let error = try rejection(XMP.document(attributes, elements: elements))
    #expect(error.description.contains(message), "\(error)")
  }

  @Test func otherFilesFail() throws {
    #expect(try rejection(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)) == .notXMP)
    for bytes in [[], [0], Array("exposure: 1".utf8), [0x89, 0x50, 0x4E, 0x47]] as [[UInt8]] {
      if case .notXML = try rejection(bytes) {} else { Issue.record("\(bytes)") }
    }
  }

  /// Every byte of a sidecar turned into others: refused or read, never more.
  @Test func mutatedSidecarsDoNoHarm() {
    let whole = XMP.document(
      #"crs:Exposure2012="1" crs:HasCrop="True" crs:CropLeft="0" crs:CropTop="0""#,
      elements: "<crs:CropRight>1</crs:CropRight><crs:CropBottom>1</crs:CropBottom>")
    for index in whole.indices {
      for byte in [0, 0x20, 0x26, 0x3C, 0x3E, 0x22, 0x3A, 0x80, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[index] = byte
        _ = try? Sidecar(bytes: bytes, photoExtension: "nef")
      }
    }
  }

  /// The processor time of this thread so far, which a loaded machine does not change.
  private static var threadSeconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func manyAttributesParseInLinearTime() throws {
    // 3.9 MB of names; a quadratic search would take minutes.
    let many = (0..<150_000).map { "crs:name\($0)=\"1234567\"" }.joined(separator: "\n")
    let bytes = XMP.document(many)
    let before = Self.threadSeconds
    #expect(throws: Never.self) { try Sidecar(bytes: bytes, photoExtension: "nef") }
    #expect(Self.threadSeconds - before < 30)
  }

  // MARK: Files

  @Test func theMoreSpecificNameComesFirst() throws {
    let folder = try TemporaryFolder()
    let photo = FilePath(folder("a.nef"))
    func exposure() throws -> Double? {
      try SidecarFile.read(for: photo)?.contents.get().settings.first?.value
    }
    #expect(SidecarFile.read(for: photo) == nil)
    for (name, value) in [("a.XMP", 1.0), ("a.xmp", 2), ("a.nef.XMP", 3), ("a.nef.xmp", 4)] {
      try folder.write(XMP.document(#"crs:Exposure2012="\#(value)""#), as: name)
      #expect(try exposure() == value)
    }
  }

  @Test func onlyOrdinaryFilesAreRead() throws {
    let folder = try TemporaryFolder()
    let photo = FilePath(folder("a.nef"))
    #expect(unsafe mkfifo(folder("a.xmp"), 0o600) == 0)
    #expect(SidecarFile.read(for: photo)?.contents == .failure(.notAFile))
    Files.remove(folder("a.xmp"))
    try Files.makeFolder(folder("a.xmp"))
    #expect(SidecarFile.read(for: photo)?.contents == .failure(.notAFile))
    Files.remove(folder("a.xmp"))
    try folder.write([UInt8](repeating: 0x20, count: SidecarFile.mostBytes + 1), as: "a.xmp")
    #expect(
      SidecarFile.read(for: photo)?.contents == .failure(.tooLarge(SidecarFile.mostBytes + 1)))
  }
}
