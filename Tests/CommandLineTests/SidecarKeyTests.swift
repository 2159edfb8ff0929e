import BromideValues
import Foundation
import TestSupport
import Testing

/// XMP files of chosen photos as keys of a time-lapse, as a person meets them.
@Suite struct SidecarKeyTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  init() throws {
    for index in 0..<9 {
      var photo = SyntheticPhoto(.landscape(seed: 3, octaves: 3), size: Size(width: 48, height: 32))
      photo.exposure = -1
      photo.options.metadata.dateTime = "2026:06:21 22:00:0\(index)"
      try tree.write(photo.file(), to: "n/p\(index).dng")
    }
  }

  private func key(_ index: Int, _ attributes: String) throws {
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
       xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
       xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
       xmlns:xmp="http://ns.adobe.com/xap/1.0/"
       \(attributes)/></rdf:RDF></x:xmpmeta>
      """
    try tree.write(text, to: "n/p\(index).xmp")
  }

  /// The columns of a plan by name.
  private func plan(_ arguments: String...) throws -> (columns: [String: [String]], errors: String)
  {
    let run = try tree.run(["render"] + arguments + ["-n", "--format", "csv"])
    try #require(run.status == 0, "\(run.errors)")
    let rows = run.text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    var columns: [String: [String]] = [:]
    for (index, name) in rows[0].enumerated() {
      columns[name] = rows.dropFirst().map { $0.count > index ? $0[index] : "" }
    }
    return (columns, run.errors)
  }

  private func numbers(_ column: [String]?) -> [Double] { (column ?? []).compactMap { Double($0) } }

  @Test func valuesMoveBetweenTheFiles() throws {
    let balance = #"crs:WhiteBalance="Custom" crs:Tint="+5""#
    try key(0, #"crs:Exposure2012="+1.00" crs:Contrast2012="0" crs:Temperature="5500" \#(balance)"#)
    try key(4, #"crs:Exposure2012="-0.50" crs:Contrast2012="0" crs:Temperature="4000" \#(balance)"#)
    try key(8, #"crs:Exposure2012="+2.00" crs:Contrast2012="0" crs:Temperature="3000" \#(balance)"#)
    let (columns, errors) = try plan("n", "--sidecar", "keys")
    let exposure = numbers(columns["exposure"])
    #expect(exposure.count == 9)
    #expect(exposure[0] == 1 && exposure[4] == -0.5 && exposure[8] == 2, "\(exposure)")
    // Monotone between keys: values stay between them and do not reverse.
    #expect(zip(exposure[0...4], exposure[1...4]).allSatisfy { $0 > $1 })
    #expect(zip(exposure[4...8], exposure[5...8]).allSatisfy { $0 < $1 })
    let kelvin = numbers(columns["temperature"])
    #expect(
      kelvin.count == 9
        && zip([0, 4, 8], [5500.0, 4000, 3000]).allSatisfy { abs(kelvin[$0] - $1) < 1e-6 })
    // Contrast is at its default in all of them, so the plan omits it.
    #expect(columns["contrast"] == nil)
    #expect(
      errors.contains("3 XMP files are keys of temperature (3), tint (3), exposure (3)"),
      "\(errors)")
    // By default, they have no effect.
    let plain = try plan("n").columns
    #expect(plain["exposure"].map(numbers)?.allSatisfy { $0 == 0 } ?? true)
    #expect(plain["temperature"] == nil)
  }

  /// A key's frame is the photo with its sidecar.
  @Test func aKeysFrameIsItsConversion() throws {
    try key(
      0,
      #"crs:Exposure2012="+0.50" crs:Contrast2012="0" crs:HasCrop="True" crs:CropLeft="0.25" crs:CropTop="0.25" crs:CropRight="0.75" crs:CropBottom="0.75""#
    )
    try key(8, #"crs:Exposure2012="-1.00" crs:Contrast2012="+40""#)
    try scene.render("n", "--sidecar", "keys", "--size", "24x16", "-o", "f", status: 0)
    for (frame, photo) in [("f/0.png", "n/p0.dng"), ("f/8.png", "n/p8.dng")] {
      try tree.run(
        "convert", photo, "--sidecar", "auto", "--plain", "--size", "24x16", "--fit", "cover", "-o",
        "still.png", "-y", status: 0)
      let (a, b) = (try scene.pixels(frame), try scene.pixels("still.png"))
      #expect(a.count == b.count && zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
    #expect(try scene.pixels("f/0.png") != scene.pixels("f/8.png"))
    // A changed file makes the frames stale that it moves.
    try key(8, #"crs:Exposure2012="-2.00" crs:Contrast2012="+40""#)
    try scene.render(
      "n", "--sidecar", "keys", "--size", "24x16", "-o", "f", errors: "8 rendered, 1 current")
  }

  @Test func starsChooseAndOthersWin() throws {
    try key(0, #"xmp:Rating="4" crs:Exposure2012="1.00" crs:Saturation="20""#)
    try key(3, #"xmp:Rating="1" crs:Exposure2012="-3.00""#)
    try key(8, #"xmp:Rating="5" crs:Exposure2012="2.00" crs:Saturation="0""#)
    var (columns, errors) = try plan("n", "--sidecar", "keys:4", "--saturation", "0.5")
    let exposure = numbers(columns["exposure"])
    #expect(exposure[0] == 1 && exposure[8] == 2 && exposure.allSatisfy { $0 >= 1 })
    #expect(errors.contains("saturation of the XMP files is overridden by the timeline or flags"))
    #expect(numbers(columns["saturation"]).allSatisfy { $0 == 0.5 })
    // The timeline's track and its key.
    try tree.write(
      "sources: [{sequence: n/, sidecar: 'keys:4', tracks: {exposure: [{at: 0f, value: 0}]}}]",
      to: "t.yaml")
    (columns, errors) = try plan("t.yaml")
    #expect(numbers(columns["exposure"]).allSatisfy { $0 == 0 })
    #expect(abs(numbers(columns["saturation"])[0] - 1.2) < 1e-9)
    #expect(errors.contains("exposure of the XMP files is overridden"))
  }

  @Test func invalidSidecarKeysFailBeforeRendering() throws {
    var run = try scene.render("n", "--sidecar", "keys", "-o", "f")
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains("sidecar: keys requires an XMP file next to a photo"))
    try key(0, #"xmp:Rating="2" crs:Exposure2012="1.00""#)
    run = try scene.render("n", "--sidecar", "keys:3", "-o", "f")
    #expect(run.status == 64 && run.errors.contains("with an xmp:Rating of at least 3"))
    run = try scene.render("n", "--sidecar", "some", "-o", "f")
    #expect(run.status == 64 && run.errors.contains("expected none, keys, or keys:4"))
    run = try scene.render("n/p0.dng", "--sidecar", "keys", "-o", "f")
    #expect(run.status == 64 && run.errors.contains("requires a sequence of photos"))
    try key(2, #"crs:Exposure2012="99""#)
    run = try scene.render("n", "--sidecar", "keys", "-o", "f")
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.errors.contains("n/p2.xmp cannot be a key of the sequence"))
    #expect(!tree.exists("f"))
  }
}
