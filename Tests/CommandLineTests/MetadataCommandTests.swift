import BromideCodecs
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Metadata from a sidecar to the picture. exiftool and exiv2 read the sidecar and each picture,
/// and must find the same.
@Suite struct MetadataCommandTests {
  static let isJudged = ForeignProgram.exiftool != nil && exiv2Program != nil
  private static let exiv2Program = ForeignProgram("exiv2")
  private let tree = CommandTree.fresh(["a.dng": "landscape_rggb_gps_ambient_exif.dng"])

  /// A sidecar as programs for photographers write it, with all forms of values.
  private static let elements = """
    <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Hafen Ü</rdf:li></rdf:Alt></dc:title>
    <dc:description><rdf:Alt><rdf:li xml:lang="x-default">A &lt;&amp;&gt; &quot;B&quot;&#10;日本
    </rdf:li><rdf:li xml:lang="de-DE">Schiffe</rdf:li></rdf:Alt></dc:description>
    <dc:creator><rdf:Seq><rdf:li>Zoë Müller</rdf:li><rdf:li>日本 太郎</rdf:li></rdf:Seq></dc:creator>
    <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">© 2026 Zoë</rdf:li></rdf:Alt></dc:rights>
    <dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>boats; red</rdf:li></rdf:Bag></dc:subject>
    <lr:hierarchicalSubject><rdf:Bag><rdf:li>place|sea</rdf:li></rdf:Bag></lr:hierarchicalSubject>
    <Iptc4xmpCore:CreatorContactInfo rdf:parseType="Resource">
    <Iptc4xmpCore:CiAdrCity>Kiel</Iptc4xmpCore:CiAdrCity>
    <Iptc4xmpCore:CiEmailWork>z@example.org</Iptc4xmpCore:CiEmailWork>
    </Iptc4xmpCore:CreatorContactInfo>
    <Iptc4xmpExt:LocationShown><rdf:Bag><rdf:li><rdf:Description>
    <Iptc4xmpExt:City>Kiel</Iptc4xmpExt:City><Iptc4xmpExt:CountryCode>DE</Iptc4xmpExt:CountryCode>
    </rdf:Description></rdf:li></rdf:Bag></Iptc4xmpExt:LocationShown>
    <Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Ada</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage>
    <Iptc4xmpExt:Event><rdf:Alt><rdf:li xml:lang="x-default">Woche</rdf:li></rdf:Alt>
    </Iptc4xmpExt:Event>
    <Iptc4xmpCore:Scene><rdf:Bag><rdf:li>011900</rdf:li></rdf:Bag></Iptc4xmpCore:Scene>
    <Iptc4xmpCore:SubjectCode><rdf:Bag><rdf:li>01000000</rdf:li></rdf:Bag>
    </Iptc4xmpCore:SubjectCode>
    <xmpRights:UsageTerms><rdf:Alt><rdf:li xml:lang="x-default">ask</rdf:li></rdf:Alt>
    </xmpRights:UsageTerms>
    <xmpRights:Owner><rdf:Bag><rdf:li>Zoë</rdf:li></rdf:Bag></xmpRights:Owner>
    <photoshop:Headline>Ships</photoshop:Headline>
    """

  private static let attributes = """
    photoshop:Credit="Agency" photoshop:Source="Zoë" photoshop:Instructions="none"
    photoshop:AuthorsPosition="Staff" photoshop:CaptionWriter="ZM"
    photoshop:TransmissionReference="X-1" photoshop:DateCreated="2026-06-21T10:00:00"
    photoshop:City="Kiel" photoshop:State="Holstein" photoshop:Country="Germany"
    Iptc4xmpCore:Location="Pier" Iptc4xmpCore:CountryCode="DE"
    Iptc4xmpCore:IntellectualGenre="Feature" xmpRights:Marked="True"
    xmpRights:WebStatement="https://example.org/?a=1&amp;b=2" xmp:Label="Red" xmp:Rating="4"
    Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture"
    """

  /// Properties that a picture must not keep.
  private static let foreign = """
    crs:Exposure2012="+0.50" xmp:CreateDate="2026-06-21T10:00:00" tiff:Make="Other"
    xmpMM:DocumentID="xmp.did:1" photoshop:SidecarForExtension="dng" x:Secret="1"
    """

  static func document(_ attributes: String, _ elements: String = "") -> [UInt8] {
    let spaces = [
      ("dc", "http://purl.org/dc/elements/1.1/"), ("xmp", "http://ns.adobe.com/xap/1.0/"),
      ("lr", "http://ns.adobe.com/lightroom/1.0/"),
      ("photoshop", "http://ns.adobe.com/photoshop/1.0/"),
      ("xmpRights", "http://ns.adobe.com/xap/1.0/rights/"),
      ("Iptc4xmpCore", "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"),
      ("Iptc4xmpExt", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"),
      ("crs", "http://ns.adobe.com/camera-raw-settings/1.0/"),
      ("tiff", "http://ns.adobe.com/tiff/1.0/"), ("exif", "http://ns.adobe.com/exif/1.0/"),
      ("xmpMM", "http://ns.adobe.com/xap/1.0/mm/"), ("x", "http://example.org/"),
    ].map { "xmlns:\($0.0)=\"\($0.1)\"" }.joined(separator: " ")
    return Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
       xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
       \(spaces) \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  private func convert(_ options: String..., to picture: String) throws -> CommandRun {
    try tree.run(
      ["convert", "a.dng", "-o", picture, "--size", "48", "-y", "--sidecar", "auto"] + options,
      status: 0)
  }

  /// exiftool's `Group:Tag` to value, with structures as text.
  private func exiftool(_ name: String, _ arguments: String...) throws -> [String: String] {
    let output = try #require(ForeignProgram.exiftool).run(
      ["-j", "-G1", "-struct", "-n"] + arguments + [tree.path(name)])
    let list = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]
    return try (#require(list?.first)).mapValues { value in
      let data = try? JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
      return data.map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
    }
  }

  /// exiv2's lines of XMP: name and value.
  private func exiv2(_ name: String) throws -> [String: String] {
    let output = try #require(Self.exiv2Program).run(["-PXkv", tree.path(name)])
    var values: [String: String] = [:]
    var last = ""
    // The last line break belongs to no value.
    for line in output.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("Xmp.") {
        let name = line.prefix { $0 != " " }
        last = String(name)
        values[last] = String(line.dropFirst(name.count).drop { $0 == " " })
      } else if !last.isEmpty {
        values[last]! += "\n" + line
      }
    }
    return values
  }

  private static let kept = [
    "XMP-dc:", "XMP-lr:", "XMP-photoshop:", "XMP-xmpRights:", "XMP-iptcCore:", "XMP-iptcExt:",
    "XMP-xmp:Label", "XMP-xmp:Rating",
  ]

  @Test(
    .enabled(if: MetadataCommandTests.isJudged, "exiftool or exiv2 is not installed"),
    arguments: ["png", "jpg", "tif"])
  func everyPropertyArrives(_ suffix: String) throws {
    try tree.write(Self.document(Self.attributes + " " + Self.foreign, Self.elements), to: "a.xmp")
    _ = try convert(to: "out." + suffix)
    let requested = try exiftool("a.xmp").filter { name, _ in
      Self.kept.contains { name.hasPrefix($0) } && name != "XMP-photoshop:SidecarForExtension"
    }
    let found = try exiftool("out." + suffix)
    #expect(requested.count >= 34, "\(requested.count)")
    for (name, value) in requested { #expect(found[name] == value, "\(suffix) \(name)") }
    // Nothing else arrives.
    let others = found.keys.filter { $0.hasPrefix("XMP-") && requested[$0] == nil }.sorted()
    let own = ["XMP-bromide:", "XMP-xmp:CreatorTool", "XMP-xmpMM:DocumentID", "XMP-x:"]
    for name in others { #expect(own.contains { name.hasPrefix($0) }, "\(suffix) \(name)") }

    let lines = try exiv2("a.xmp").filter { name, _ in
      ![
        "Xmp.crs.", "Xmp.tiff.", "Xmp.xmpMM.", "Xmp.xmp.CreateDate", "Xmp.photoshop.Sidecar",
        "Xmp.x.",
      ].contains { name.hasPrefix($0) } && !name.contains("Secret")
    }
    let read = try exiv2("out." + suffix)
    #expect(lines.count >= 36, "\(lines.count)")
    for (name, value) in lines { #expect(read[name] == value, "\(suffix) \(name)") }

    // Exif says the same as XMP.
    #expect(found["IFD0:Artist"] == "\"Zoë Müller; 日本 太郎\"")
    #expect(found["IFD0:Copyright"] == "\"© 2026 Zoë\"")
    #expect(found["IFD0:ImageDescription"] == found["XMP-dc:Description"])
    let validation = try #require(ForeignProgram.exiftool).run(
      ["-validate", "-warning", "-a", tree.path("out." + suffix)])
    let warnings = validation.split(separator: "\n").filter {
      $0.hasPrefix("Warning") && !PNGMetadataTests.isExpected(warning: $0)
    }
    #expect(warnings.isEmpty, "\(suffix): \(validation)")
  }

  @Test func secondRunsWriteTheSameBytes() throws {
    try tree.write(Self.document(Self.attributes, Self.elements), to: "a.xmp")
    _ = try convert(to: "1.jpg")
    _ = try convert(to: "2.jpg")
    #expect(try tree.read("1.jpg") == tree.read("2.jpg"))
    let update = ["convert", "a.dng", "-o", "1.jpg", "--size", "48", "--sidecar", "auto"]
    try tree.run(update, errors: "1 skipped")
    // Another caption is another picture.
    try tree.write(
      Self.document(Self.attributes.replacing("Agency", with: "Other"), Self.elements), to: "a.xmp")
    try tree.run(update, errors: "1 converted")
    #expect(try tree.read("1.jpg") != tree.read("2.jpg"))
  }

  @Test func outputsWithoutOtherMetadataKeepTheirBytes() throws {
    _ = try convert(to: "plain.png")
    let info = try PNGReader.info(path: FilePath(tree.path("plain.png")))
    #expect(info.text("XML:com.adobe.xmp") == nil)
    // Settings alone are no metadata.
    try tree.write(Self.document(#"crs:Exposure2012="0""#), to: "a.xmp")
    _ = try convert(to: "set.png")
    #expect(try tree.read("set.png") == tree.read("plain.png"))
  }

  @Test(.enabled(if: MetadataCommandTests.isJudged, "exiftool is not installed"))
  func sourcesHaveAnOrder() throws {
    // The file's own texts, then a.xmp, then a.dng.xmp, then flags.
    let before = try exiftool("a.dng")
    let place =
      #"exif:GPSLatitude="59,54.61N" exif:GPSLongitude="10,45.2W" exif:GPSAltitude="123/10""#
    try tree.write(
      Self.document(
        #"photoshop:City="Old" photoshop:Credit="Both" exif:DateTimeOriginal="2026-01-02T03:04:05.5+02:00" "#
          + place,
        "<dc:rights><rdf:Alt><rdf:li xml:lang='x-default'>mine</rdf:li></rdf:Alt></dc:rights>"),
      to: "a.xmp")
    try tree.write(Self.document(#"photoshop:City="New""#), to: "a.dng.xmp")
    _ = try convert("--xmp", "dc:title=T", to: "out.jpg")
    let found = try exiftool("out.jpg")
    #expect(found["XMP-photoshop:City"] == "\"New\"" && found["XMP-photoshop:Credit"] == "\"Both\"")
    #expect(found["IFD0:Copyright"] == "\"mine\"" && found["XMP-dc:Rights"] == "\"mine\"")
    #expect(before["IFD0:Copyright"] != "\"mine\"")
    #expect(found["XMP-dc:Title"] == "\"T\"")
    #expect(
      found["GPS:GPSLatitude"].flatMap(Double.init).map { abs($0 - 59.910167) < 1e-5 } == true)
    #expect(found["GPS:GPSLongitudeRef"] == "\"W\"")
    #expect(found["GPS:GPSAltitude"].flatMap(Double.init) == 12.3)
    #expect(found["ExifIFD:DateTimeOriginal"] == "\"2026:01:02 03:04:05\"")
    #expect(found["ExifIFD:OffsetTimeOriginal"] == "\"+02:00\"")
  }

  @Test func correctedClocksNamePictures() throws {
    try tree.write(Self.document(#"exif:DateTimeOriginal="2031-05-06T07:08:09""#), to: "a.xmp")
    let run = try tree.run(
      "convert", "a.dng", "-o", "named", "--name", "{date}", "--sidecar", "auto", "--size", "32")
    #expect(run.status == 0 && tree.entries("named") == ["2031-05-06.png"], "\(run.errors)")
  }

  @Test(.enabled(if: MetadataCommandTests.isJudged, "exiftool is not installed"))
  func emptyPropertiesDelete() throws {
    try tree.write(
      Self.document(#"photoshop:City="Kiel""#, "<dc:rights></dc:rights><dc:creator/>"),
      to: "a.xmp")
    _ = try convert("--xmp", "photoshop:City=", to: "out.png")
    let found = try exiftool("out.png")
    for name in ["IFD0:Copyright", "IFD0:Artist", "XMP-dc:Rights", "XMP-photoshop:City"] {
      #expect(found[name] == nil, "\(name)")
    }
  }

  // MARK: Flags

  @Test(.enabled(if: MetadataCommandTests.isJudged, "exiftool is not installed"))
  func flagsSetAddAndDelete() throws {
    try tree.write(Self.document(Self.attributes, Self.elements), to: "a.xmp")
    _ = try convert(
      "--xmp", "dc:subject+=night; sea", "--xmp", "dc:creator=A; B", "--xmp", "xmp:Rating=2",
      "--xmp", "Iptc4xmpCore:CreatorContactInfo=", "--copyright", "mine", to: "out.tif")
    let found = try exiftool("out.tif")
    #expect(found["XMP-dc:Subject"] == #"["sea","boats; red","night"]"#)
    #expect(found["XMP-dc:Creator"] == #"["A","B"]"# && found["IFD0:Artist"] == "\"A; B\"")
    #expect(found["XMP-xmp:Rating"] == "2" && found["XMP-iptcCore:CreatorContactInfo"] == nil)
    #expect(found["XMP-dc:Rights"] == "\"mine\"" && found["IFD0:Copyright"] == "\"mine\"")
  }

  @Test(arguments: [
    ("title", "expected NAME=VALUE"), ("dc:titel=x", "did you mean “dc:title”?"),
    ("xmp:Rating=6", "expected whole numbers from -1 to 5"),
    ("dc:title+=x", "is a single text"), ("Iptc4xmpExt:LocationShown=x", "has several fields"),
    ("dc:title=a\u{1}b", "control characters"), ("keywords=sea", "did you mean “dc:subject”?"),
    ("Copyright=x", "did you mean “dc:rights”?"),
  ])
  func wrongFlagsAreExplained(_ text: String, _ message: String) throws {
    try tree.run("convert", "a.dng", "--xmp", text, status: 64, errors: message)
  }

  @Test(
    .enabled(if: MetadataCommandTests.isJudged, "exiftool is not installed"),
    arguments: ["png", "jpg", "tif"])
  func metadataIsChosen(_ suffix: String) throws {
    try tree.write(Self.document(Self.attributes, Self.elements), to: "a.xmp")
    _ = try convert("--metadata", "no-place", to: "noplace." + suffix)
    let placeless = try exiftool("noplace." + suffix)
    let places = ["GPS:", "City", "State", "Country", "Location"]
    for name in placeless.keys where !name.hasSuffix(":WebStatement") {
      #expect(!places.contains { name.contains($0) }, "\(name)")
    }
    #expect(placeless["XMP-dc:Subject"] != nil && placeless["IFD0:Model"] != nil)
    _ = try convert("--metadata", "copyright", to: "rights." + suffix)
    let rights = try exiftool("rights." + suffix)
    #expect(rights["XMP-dc:Rights"] != nil && rights["XMP-iptcCore:CreatorContactInfo"] != nil)
    #expect(rights["IFD0:Artist"] != nil && rights["XMP-photoshop:Credit"] != nil)
    for name in [
      "IFD0:Model", "ExifIFD:DateTimeOriginal", "XMP-dc:Title", "XMP-photoshop:City",
      "GPS:GPSLatitude", "XMP-xmp:Rating",
    ] {
      #expect(rights[name] == nil, "\(name)")
    }
    _ = try convert("--metadata", "none", to: "none." + suffix)
    let none = try exiftool("none." + suffix)
    #expect(!none.keys.contains { $0.hasPrefix("XMP-dc") || $0.hasPrefix("XMP-photoshop") })
  }

  @Test func reportsCountWhatIsDropped() throws {
    try tree.write(Self.document(Self.attributes + " " + Self.foreign, Self.elements), to: "a.xmp")
    let run = try convert("--report", "-", to: "out.png")
    let report = try object(#require(run.lines.first))
    let metadata = try #require(report["metadata"] as? [String: Any])
    let copied = try #require(metadata["copied"] as? [String])
    #expect(copied.contains("dc:title") && copied.contains("Iptc4xmpExt:LocationShown"))
    let dropped = try #require(metadata["dropped"] as? [String: Int])
    #expect(dropped == ["crs": 1, "xmp": 1, "tiff": 1, "photoshop": 1, "other": 1], "\(dropped)")
  }

  // MARK: Limits

  @Test(.enabled(if: MetadataCommandTests.isJudged, "exiftool is not installed"))
  func largeMetadataFitsIntoAJPEG() throws {
    let long = String(repeating: "Wörter-", count: 3500)
    try tree.write(
      Self.document(
        #"photoshop:Headline="\#(long)" photoshop:Instructions="\#(long)" photoshop:City="Kiel""#,
        "<dc:rights><rdf:Alt><rdf:li xml:lang='x-default'>\(long)</rdf:li></rdf:Alt></dc:rights>"),
      to: "a.xmp")
    try convert(to: "out.jpg").expect(
      nil, "its metadata is too large for a JPEG: without photoshop:")
    let found = try exiftool("out.jpg")
    #expect(found["XMP-dc:Rights"] == "\"\(long)\"" && found["XMP-photoshop:City"] == "\"Kiel\"")
    let kept = ["XMP-photoshop:Headline", "XMP-photoshop:Instructions"].filter { found[$0] != nil }
    #expect(kept.count == 1)
    _ = try convert(to: "out.tif")
    #expect(try exiftool("out.tif")["XMP-photoshop:Headline"] != nil)
  }

  @Test func damagedSidecarsWarn() throws {
    for (text, message) in [
      (#"photoshop:City="a&#x7F;b""#, "control characters"),
      (#"photoshop:City="a&#x80;b""#, "control characters"),
      (#"photoshop:City="a&#x9F;b""#, "control characters"),
      (#"photoshop:City="\#(String(repeating: "x", count: 40_000))""#, "expected 32768 bytes"),
    ] {
      try tree.write(Self.document(text), to: "a.xmp")
      try convert(to: "out.png").expect(nil, message, "developed without it")
    }
    // U+00A0 is a blank. The bytes of Ü include the one of a control character.
    try tree.write(Self.document(#"photoshop:City="Ü&#xA0;b""#), to: "a.xmp")
    #expect(try !convert(to: "out.png").errors.contains("control characters"))
    let many =
      "<dc:subject><rdf:Bag>" + String(repeating: "<rdf:li>k</rdf:li>", count: 2001)
      + "</rdf:Bag></dc:subject>"
    try tree.write(Self.document("", many), to: "a.xmp")
    #expect(try convert(to: "out.png").errors.contains("2000 keywords"))
    let more = many.replacing(
      "</rdf:Bag>", with: String(repeating: "<rdf:li/>", count: 9000) + "</rdf:Bag>")
    try tree.write(Self.document("", more), to: "a.xmp")
    #expect(try convert(to: "out.png").errors.contains("more than 10000 properties"))
  }
}
