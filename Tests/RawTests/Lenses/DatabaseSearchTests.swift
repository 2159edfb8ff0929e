import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Elements that the search finds, compared with a plain reading of the text.
@Suite struct DatabaseSearchTests {
  /// Every camera and lens of a text without comments, by splitting it.
  private static func elements(_ text: String) -> [DatabaseElement] {
    [("camera", DatabaseElement.Kind.camera), ("lens", .lens)].flatMap { name, kind in
      text.split(separator: "<\(name)>").dropFirst().compactMap { part in
        let pieces = part.split(separator: "</\(name)>", omittingEmptySubsequences: false)
        guard pieces.count > 1 else { return nil }
        return DatabaseElement(kind: kind, text: Array("<\(name)>\(pieces[0])</\(name)>".utf8))
      }
    }
  }

  /// Names that differ in ignored parts, and in significant parts.
  private static func names(_ elements: [DatabaseElement]) -> [String] {
    var names = ["", " ", "/", "&", "<model>", "Æ", "50mm f//1.8", "Other 60mm F2.8", "Acme"]
    for element in elements {
      for model in element.values("model") {
        names += [model, model.uppercased(), " " + model + "\n", model + "x"]
        names.append(model.filter { $0 != "/" })
        for maker in element.values("maker") {
          names += [maker + " " + model, "\(maker.prefix(3))" + model]
        }
      }
    }
    return names
  }

  private static func isNamed(_ element: DatabaseElement, _ name: [UInt8]) -> Bool {
    let makers = element.values("maker").flatMap { [LensName.plain($0), LensName.maker($0)] }
    return element.values("model").contains {
      LensName.isSame(LensName.plain($0), name, makers: makers)
    }
  }

  private static let strange =
    DatabaseFixture.lens("Sons &amp; Co &apos;Art&apos;", maker: "&#65;cme", "")
    + DatabaseFixture.lens("Ünüsual 5mm", maker: "Ü Corp", "")
    + DatabaseFixture.lens("X 5mm", maker: "X", "")
    + DatabaseFixture.lens("Long Maker 7mm", maker: "Long Maker Company", "")
    + DatabaseFixture.camera("Long 1") + "<lens><model lang=\"de\">Y 5mm</model><model/>"
    + "<maker>Late</maker></lens><lens><model></model></lens>"

  /// The search does not miss a matching element, and reads few others.
  @Test func everyEntryIsFound() throws {
    let text = DatabaseFixture.text.split(separator: "<!--")[0] + Self.strange
    let folder = try TemporaryFolder()
    _ = try folder.write([UInt8](text.utf8), as: "a.xml")
    let files = DatabaseFolders.files(in: [FilePath(folder.path)])
    let all = Self.elements(String(text))
    #expect(all.count > 20)
    var looked = 0
    let names = Self.names(all)
    for name in names {
      let plain = LensName.plain(name)
      let found = DatabaseSearch(camera: plain, lens: plain).elements(of: files)
      for element in all where Self.isNamed(element, plain) {
        if element.kind == .lens, plain.isEmpty { continue }
        #expect(found.contains { $0.text == element.text }, "\(name)")
      }
      looked += found.filter { $0.kind != .mount && !Self.isNamed($0, plain) }.count
    }
    #expect(looked < names.count * all.count / 4)
    for mount in ["acmeFixed", "Acme A", "M42", "none"] {
      let found = DatabaseSearch(mount: mount).elements(of: files).map(\.text)
      let expected = all.filter { $0.kind == .lens && $0.values("mount").contains(mount) }
      #expect(found == expected.map(\.text))
    }
  }

  /// For any cut and any content, the search does not read after the text.
  @Test func textsMayEndAnywhere() throws {
    let folder = try TemporaryFolder()
    let text = [UInt8](
      ("<!--x--><mount><name>A</name></mount>" + Self.strange + "<lens><!-- </lens> --></lens>")
        .utf8)
    for end in stride(from: 1, through: text.count, by: 3) {
      _ = try folder.write(Array(text[..<end]), as: "a.xml")
      let files = DatabaseFolders.files(in: [FilePath(folder.path)])
      let found = DatabaseSearch(camera: Array("long1".utf8), lens: Array("5mm".utf8))
        .elements(of: files)
      #expect(found.allSatisfy { text[..<end].starts(with: [0x3C]) && $0.text.last == 0x3E })
    }
  }
}
