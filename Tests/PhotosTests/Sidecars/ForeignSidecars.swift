import Testing

/// Sidecars in the styles of other programs, as templates.
///
/// - `«R:3»`, `«L:Red»` and `«D:2026»` are values of rating, label and date in the original.
/// - `«E:L»` is the element `<xmp:Label/>`, which gets an end tag with its value.
/// - `«+xmp|␣»` is the place for missing properties, with a prefix and the blanks before each.
///   `«*xap|␣»` must also declare the prefix.
struct ForeignSidecar: Sendable, CustomTestStringConvertible {
  let name: String
  let template: String

  var testDescription: String { name }

  /// The file before any change.
  var original: [UInt8] { bytes(nil) }

  /// The file after a change. Only the marks differ.
  func changed(rating: Int, label: String, date: String) -> [UInt8] {
    bytes((rating, label, date))
  }

  private func bytes(_ marks: (rating: Int, label: String, date: String)?) -> [UInt8] {
    var parts = template.components(of: "«")
    var text = parts.removeFirst()
    for part in parts {
      let sides = part.components(of: "»")
      text += value(sides[0], marks) + sides[1]
    }
    return Array(text.utf8)
  }

  private func value(
    _ field: String, _ marks: (rating: Int, label: String, date: String)?
  ) -> String {
    let rest = String(field.dropFirst(2))
    switch field.prefix(2) {
    case "R:": return marks.map { "\($0.rating)" } ?? rest
    case "L:": return marks?.label ?? rest
    case "D:": return marks?.date ?? rest
    case "E:":
      let name = rest == "L" ? "xmp:Label" : "xmp:Rating"
      guard let marks else { return "<\(name)/>" }
      return "<\(name)>\(rest == "L" ? marks.label : "\(marks.rating)")</\(name)>"
    default:
      guard let marks else { return "" }
      let sides = String(field.dropFirst()).components(of: "|")
      var text = ""
      if field.hasPrefix("*") {
        text += "\(sides[1])xmlns:\(sides[0])=\"http://ns.adobe.com/xap/1.0/\""
      }
      if !template.contains("«R:"), !template.contains("«E:R") {
        text += "\(sides[1])\(sides[0]):Rating=\"\(marks.rating)\""
      }
      if !template.contains("«L:"), !template.contains("«E:L") {
        text += "\(sides[1])\(sides[0]):Label=\"\(marks.label)\""
      }
      return text
    }
  }

  static let all = lightroom + captureOne + digiKam + darktable + exiftool + byHand

  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  private static let xmp = #"xmlns:xmp="http://ns.adobe.com/xap/1.0/""#
  private static let dc = #"xmlns:dc="http://purl.org/dc/elements/1.1/""#
  private static let padding = String(
    repeating: String(repeating: " ", count: 99) + "\n", count: 20)

  /// A packet with a wrapper and Adobe's padding.
  private static func packet(
    _ body: String, toolkit: String, begin: String = "\u{FEFF}", padding: String = padding
  ) -> String {
    """
    <?xpacket begin="\(begin)" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="\(toolkit)">
     <rdf:RDF xmlns:rdf="\(rdf)">
    \(body)
     </rdf:RDF>
    </x:xmpmeta>
    \(padding)<?xpacket end="w"?>
    """
  }

  private static func crlf(_ text: String) -> String {
    text.components(of: "\n").joined(separator: "\r\n")
  }

  // MARK: Lightroom: attributes on lines, a history, masks

  private static func adobe(_ marks: String, more: String = "") -> String {
    packet(
      """
        <rdf:Description rdf:about=""
          \(xmp)
          xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
          xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
          xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"
          xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
         xmp:CreatorTool="Adobe Photoshop Lightroom Classic 14.0 (Windows)"
         photoshop:SidecarForExtension="NEF"
      \(marks)   crs:Exposure2012="+0.50"
         crs:ToneCurveName2012="Linear"«+xmp|\n   »>
         <xmpMM:History>
          <rdf:Seq>
           <rdf:li
            stEvt:action="saved"
            stEvt:parameters="set xmp:Rating=&quot;5&quot; and xmp:Label='Blue'"/>
          </rdf:Seq>
         </xmpMM:History>
      \(more)  </rdf:Description>
      """, toolkit: "Adobe XMP Core 7.0-c000 1.000000, 0000/00/00")
  }

  private static let lightroom: [ForeignSidecar] = {
    let both = "   xmp:Rating=\"«R:3»\"\n   xmp:Label=\"«L:Red»\"\n"
    let dated = "   xmp:MetadataDate=\"«D:2026-05-01T10:00:00+02:00»\"\n" + both
    let mask = """
         <crs:MaskGroupBasedCorrections>
          <rdf:Seq>
           <rdf:li>
            <rdf:Description crs:What="Correction" crs:LocalExposure2012="0.25"/>
           </rdf:li>
          </rdf:Seq>
         </crs:MaskGroupBasedCorrections>

      """
    return [
      Self(name: "Lightroom, both", template: adobe(both)),
      Self(name: "Lightroom, dated", template: adobe(dated)),
      Self(name: "Lightroom, no marks", template: adobe("")),
      Self(name: "Lightroom, rating only", template: adobe("   xmp:Rating=\"«R:-1»\"\n")),
      Self(name: "Lightroom, label only", template: adobe("   xmp:Label=\"«L:To do»\"\n")),
      Self(name: "Lightroom, masks", template: adobe(dated, more: mask)),
      Self(name: "Lightroom, Windows lines", template: crlf(adobe(dated))),
      Self(name: "Lightroom, Windows lines, no marks", template: crlf(adobe(""))),
    ]
  }()

  // MARK: Capture One: elements

  private static func elements(
    _ marks: String, insertion: String = "", about: String = #" rdf:about="""#
  ) -> String {
    packet(
      """
            <rdf:Description\(about)
                  \(xmp)
                  xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
                  \(dc)\(insertion)>
      \(marks)         <photoshop:Urgency>1</photoshop:Urgency>
               <dc:subject><rdf:Bag><rdf:li>xmp:Rating="9"</rdf:li></rdf:Bag></dc:subject>
            </rdf:Description>
      """, toolkit: "XMP Core 5.5.0", padding: "")
  }

  private static let captureOne: [ForeignSidecar] = {
    let rating = "         <xmp:Rating>«R:4»</xmp:Rating>\n"
    let label = "         <xmp:Label>«L:Yellow»</xmp:Label>\n"
    let date = "         <xmp:MetadataDate>«D:2026-05-01T10:00:00Z»</xmp:MetadataDate>\n"
    let place = "«+xmp|\n            »"
    return [
      Self(name: "Capture One, both", template: elements(rating + label)),
      Self(name: "Capture One, dated", template: elements(date + rating + label)),
      Self(name: "Capture One, no marks", template: elements("", insertion: place)),
      Self(name: "Capture One, rating", template: elements(rating, insertion: place)),
      Self(name: "Capture One, label", template: elements(label, insertion: place)),
      Self(
        name: "Capture One, empty elements",
        template: elements("         «E:R»\n         «E:L»\n")),
      Self(
        name: "Capture One, empty label",
        template: elements(rating + "         <xmp:Label>«L:»</xmp:Label>\n")),
      Self(name: "Capture One, Windows lines", template: crlf(elements(rating + label))),
    ]
  }()

  // MARK: digiKam: attributes, and labels of its own

  private static func exiv2(_ marks: String, close: String = "/>") -> String {
    packet(
      """
        <rdf:Description rdf:about=""
          xmlns:digiKam="http://www.digikam.org/ns/1.0/"
          \(xmp)
          xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/"
      \(marks)    digiKam:PickLabel="0"
          digiKam:ColorLabel="1"
          MicrosoftPhoto:Rating="50"«+xmp|\n    »\(close)
      """, toolkit: "XMP Core 4.4.0-Exiv2", begin: "", padding: "")
  }

  private static let digiKam: [ForeignSidecar] = {
    let both = "    xmp:Rating=\"«R:2»\"\n    xmp:Label=\"«L:»\"\n"
    let open =
      ">\n   <digiKam:TagsList>\n    <rdf:Seq>\n     <rdf:li>a &lt; b</rdf:li>\n"
      + "    </rdf:Seq>\n   </digiKam:TagsList>\n  </rdf:Description>"
    return [
      Self(name: "digiKam, both", template: exiv2(both)),
      Self(name: "digiKam, no marks", template: exiv2("")),
      Self(name: "digiKam, rating", template: exiv2("    xmp:Rating=\"«R:5»\"\n")),
      Self(name: "digiKam, tags", template: exiv2(both, close: open)),
      Self(name: "digiKam, tags, no marks", template: exiv2("", close: open)),
      Self(
        name: "digiKam, declaration",
        template: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + exiv2(both)),
    ]
  }()

  // MARK: darktable: a history, masks and colour labels

  private static func history(_ marks: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
     <rdf:RDF xmlns:rdf="\(rdf)">
      <rdf:Description rdf:about=""
        \(xmp)
        xmlns:darktable="http://darktable.sf.net/"
    \(marks)   darktable:xmp_version="5"
       darktable:history_end="2"«+xmp|\n   »>
       <darktable:colorlabels>
        <rdf:Seq>
         <rdf:li>1</rdf:li>
        </rdf:Seq>
       </darktable:colorlabels>
       <darktable:history>
        <rdf:Seq>
         <rdf:li
          darktable:operation="exposure"
          darktable:params="00000000"/>
        </rdf:Seq>
       </darktable:history>
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>

    """
  }

  private static let darktable: [ForeignSidecar] = [
    Self(name: "darktable, rating", template: history("   xmp:Rating=\"«R:1»\"\n")),
    Self(name: "darktable, no marks", template: history("")),
    Self(name: "darktable, rejected", template: history("   xmp:Rating=\"«R:-1»\"\n")),
    Self(
      name: "darktable, dated",
      template: history("   xmp:Rating=\"«R:1»\"\n   xmp:MetadataDate=\"«D:2026»\"\n")),
  ]

  // MARK: exiftool: a description for each namespace, apostrophes

  private static func descriptions(_ first: String, _ second: String) -> String {
    """
    <?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>
    <x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='Image::ExifTool 12.57'>
    <rdf:RDF xmlns:rdf='\(rdf)'>

     <rdf:Description rdf:about=''
      xmlns:dc='http://purl.org/dc/elements/1.1/'\(first)>
      <dc:rights><rdf:Alt><rdf:li xml:lang='x-default'>&lt;©</rdf:li></rdf:Alt></dc:rights>
     </rdf:Description>
    \(second)</rdf:RDF>
    </x:xmpmeta>
    <?xpacket end='w'?>
    """
  }

  private static func second(_ content: String) -> String {
    " <rdf:Description rdf:about=''\n  xmlns:xmp='http://ns.adobe.com/xap/1.0/'>\n\(content)"
      + " </rdf:Description>\n"
  }

  private static let exiftool: [ForeignSidecar] = [
    Self(
      name: "exiftool, both",
      template: descriptions(
        "", second("  <xmp:Label>«L:Blue»</xmp:Label>\n  <xmp:Rating>«R:3»</xmp:Rating>\n"))),
    Self(
      name: "exiftool, rating in the second description",
      template: descriptions("«*xmp|\n  »", second("  <xmp:Rating>«R:3»</xmp:Rating>\n"))),
    Self(name: "exiftool, no marks", template: descriptions("«*xmp|\n  »", "")),
    Self(
      name: "exiftool, Windows lines",
      template: crlf(descriptions("«*xmp|\n  »", second("  <xmp:Rating>«R:3»</xmp:Rating>\n")))),
  ]

  // MARK: By hand

  private static func short(_ attributes: String, _ content: String = "") -> String {
    "<r:RDF xmlns:r=\"\(rdf)\"><r:Description \(attributes)>\(content)</r:Description></r:RDF>"
  }

  private static let byHand: [ForeignSidecar] = {
    let xap = #"xmlns:xap="http://ns.adobe.com/xap/1.0/""#
    let other = #"xmlns:xmp="urn:other""#
    return [
      Self(name: "by hand, another prefix", template: short("\(xap) xap:Rating='«R:3»'«+xap| »")),
      Self(
        name: "by hand, xmp bound to another namespace",
        template: short("\(other) xmp:Rating=\"7\"«*xap| »")),
      Self(
        name: "by hand, xmp and xap bound to others",
        template: short("\(other) xmlns:xap=\"urn:third\" xap:Label=\"x\"«*xmp1| »")),
      Self(
        name: "by hand, the prefix ends before",
        template: "<a \(xap)><b/>"
          + short("«+xap| »").replacing("Description «", by: "Description«")
          + "</a>"),
      Self(
        name: "by hand, comments",
        template: short(
          xmp + "«+xmp| »",
          "<!-- xmp:Rating=\"1\" --><xmp:Rating><!-- a -->«R:3»<!-- b --></xmp:Rating>")),
      Self(
        name: "by hand, CDATA",
        template: short(
          xmp,
          "<xmp:Label><![CDATA[«L:a &amp; <b>»]]></xmp:Label><xmp:Rating> «R:2» </xmp:Rating>")),
      Self(
        name: "by hand, references",
        template: short(
          xmp, "<xmp:Rating>«R:&#51;»</xmp:Rating><xmp:Label>«L:R&#101;d»</xmp:Label>")),
      Self(
        name: "by hand, greater-than in a value",
        template: short(
          "\(xmp) \(dc) dc:source=\"a > b /> xmp:Label='x'\" xmp:Label = '«L:x>y»'«+xmp| »")),
      Self(
        name: "by hand, byte order mark",
        template: "\u{FEFF}" + short("\(xmp) xmp:Rating=\"«R:3»\"«+xmp| »")),
      Self(
        name: "by hand, Latin-1 declared",
        template: "<?xml version='1.0' encoding='ISO-8859-1'?>"
          + short("\(xmp) xmp:Rating=\"«R:3»\"«+xmp| »")),
    ]
  }()
}

extension String {
  /// The parts between separators.
  func components(of separator: Character) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }

  func replacing(_ text: String, by other: String) -> String {
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(of: text) {
      result += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
