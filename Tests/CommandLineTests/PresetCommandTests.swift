import TestSupport
import Testing

/// Presets of Lightroom as recipes, and settings inside DNGs.
@Suite struct PresetCommandTests {
  private let tree = CommandTree.fresh(["a.dng": "chart_rggb_12bit.dng"])

  private func preset(_ attributes: String, _ elements: String = "") throws {
    try tree.write(
      MetadataCommandTests.document(
        #"crs:PresetType="Normal" crs:UUID="1" crs:ProcessVersion="15.4" "# + attributes, elements),
      to: "look.xmp")
  }

  private func pixels(_ options: String...) throws -> [UInt8] {
    try tree.run(["convert", "a.dng", "-o", "out.png", "-y", "--size", "64"] + options, status: 0)
    return try tree.pixels("out.png")
  }

  @Test func presetsChangeOnlyTheirSettings() throws {
    try preset(
      #"crs:Exposure2012="0.5" crs:Shadows2012="40" crs:Vibrance="20" crs:GrainAmount="10" crs:Sharpness="0""#
    )
    let flags = [
      "--exposure", "0.5", "--shadows", "0.6", "--vibrance", "0.2", "--grain", "0.06",
      "--capture-sharpen", "none",
    ]
    try tree.run(["convert", "a.dng", "-o", "flags.png", "--size", "64"] + flags, status: 0)
    #expect(try pixels("--recipe", "look.xmp") == tree.pixels("flags.png"))
    // Flags override a preset.
    #expect(try pixels("--recipe", "look.xmp", "--exposure", "0") != pixels("--recipe", "look.xmp"))
  }

  @Test func amountsScalePresets() throws {
    try preset(#"crs:Exposure2012="1" crs:Texture="50""#)
    let plain = try pixels()
    #expect(try pixels("--recipe", "look.xmp", "--recipe-amount", "0%") == plain)
    #expect(
      try pixels("--recipe", "look.xmp", "--recipe-amount", "50%")
        == pixels("--exposure", "0.5", "--sharpen", "0.15", "--sharpen-radius", "0.0006"))
    try tree.run(
      "convert", "a.dng", "--recipe-amount", "50", status: 64, errors: "requires a preset")
  }

  @Test func curvesAndGreyEqualTheFlags() throws {
    func curve(_ name: String, _ points: String) -> String {
      let items = points.split(separator: ";").map { "<rdf:li>\($0)</rdf:li>" }.joined()
      return "<crs:\(name)><rdf:Seq>\(items)</rdf:Seq></crs:\(name)>"
    }
    let curves =
      curve("ToneCurvePV2012", "0, 51;255, 255") + curve("ToneCurvePV2012Red", "0, 0;255, 204")
      + curve("ToneCurvePV2012Green", "0, 0;255, 255")
    let look = #"<crs:Look><rdf:Description crs:Name="Adobe Monochrome"/></crs:Look>"#
    try preset(
      #"crs:GrayMixerRed="20" crs:GrayMixerBlue="-40" crs:Saturation="-100""#, curves + look)
    let full = [
      "--monochrome", "1", "--bands", "red: lum 0.2; blue: lum -0.4", "--tone-curve", "0,0.2 1,1",
      "--tone-curve-red", "0,0 1,0.8",
    ]
    let half = [
      "--monochrome", "0.5", "--bands", "red: lum 0.1; blue: lum -0.2", "--tone-curve",
      "0,0.1 1,1", "--tone-curve-red", "0,0 1,0.9",
    ]
    let plain = try pixels()
    for (amount, flags) in [("100%", full), ("50%", half)] {
      try tree.run(
        ["convert", "a.dng", "-o", "flags.png", "-y", "--size", "64"] + flags, status: 0)
      let made = try pixels(
        "--recipe", "look.xmp", "--recipe-amount", amount, "--save-recipe", "saved.yaml")
      #expect(try made == tree.pixels("flags.png") && made != plain, "\(amount)")
      #expect(try pixels("--recipe", "saved.yaml") == made)
    }
    #expect(try pixels("--recipe", "look.xmp", "--recipe-amount", "0") == plain)
    let run = try tree.run(
      "convert", "a.dng", "-o", "o.png", "--recipe", "look.xmp",
      errors: "look.xmp: approximated crs:GrayMixerBlue, crs:GrayMixerRed\n")
    #expect(!run.errors.contains("look.xmp: without"), "\(run.errors)")
  }

  @Test func savedPresetsGiveTheSamePixels() throws {
    try preset(
      #"crs:Exposure2012="0.5" crs:Dehaze="30" crs:Sharpness="80" crs:LensProfileEnable="0""#)
    let first = try pixels("--recipe", "look.xmp", "--save-recipe", "saved.yaml")
    #expect(try pixels("--recipe", "saved.yaml") == first)
  }

  @Test func approximationsAndLossesAreNamed() throws {
    try preset(#"crs:Dehaze="30" crs:Texture="-20" crs:CameraProfile="Other""#)
    let run = try tree.run(
      "convert", "a.dng", "-o", "o.png", "--recipe", "look.xmp",
      errors: "look.xmp: approximated crs:Dehaze",
      "look.xmp: without crs:CameraProfile, crs:Texture",
      "look.xmp: for a profile, use --profile FILE.dcp")
    #expect(!run.errors.contains("--hdr"))
  }

  @Test func otherXMPFilesAreNoPresets() throws {
    try tree.write(MetadataCommandTests.document(#"xmp:Rating="1""#), to: "look.xmp")
    try tree.run(
      "convert", "a.dng", "--recipe", "look.xmp", status: 64, errors: "no settings of Camera Raw")
  }

  @Test func localEditsWarnAndFailStrictly() throws {
    try tree.write(
      MetadataCommandTests.document(
        #"crs:Exposure2012="1" crs:PerspectiveVertical="10""#,
        "<crs:MaskGroupBasedCorrections><rdf:Seq><rdf:li/></rdf:Seq></crs:MaskGroupBasedCorrections>"
      ),
      to: "a.xmp")
    try tree.run(
      "convert", "a.dng", "-o", "o.png", "--sidecar", "auto",
      errors: "1 setting applied, 2 ignored (local edits, perspective)",
      "local edits and perspective of sidecars are not supported")
    try tree.run(
      "convert", "a.dng", "-o", "p.png", "--sidecar", "auto", "--strict", status: 1,
      errors: "which Bromide does not support")
    // As a preset.
    let preset = ["convert", "a.dng", "-o", "q.png", "--recipe", "a.xmp"]
    try tree.run(
      preset, status: 0, errors: "without crs:MaskGroupBasedCorrections, crs:PerspectiveVertical")
    try tree.run(
      preset + ["--strict"], status: 64,
      errors: "a.xmp: crs:MaskGroupBasedCorrections is not supported")
  }

  @Test func ignoredSettingsNameTheirFlags() throws {
    try tree.write(
      MetadataCommandTests.document(#"crs:HDREditMode="1" crs:CameraProfile="Camera Vivid""#),
      to: "a.xmp")
    try tree.run(
      "convert", "a.dng", "-o", "o.png", "--sidecar", "auto",
      errors:
        "0 settings applied, 2 ignored (HDREditMode, camera profile); --report lists them; for a profile, use --profile FILE.dcp, --look camera or --lut; for HDR, use convert --hdr\n"
    )
  }

  // MARK: Settings in DNGs

  /// Adds a packet to a little-endian DNG: tag 700 in a copy of its first directory at the end.
  private func embed(_ packet: [UInt8], in name: String) throws {
    var file = try tree.read(name)
    func number(_ at: Int, _ count: Int) -> Int {
      Int(little: file[at..<at + count])
    }
    #expect(file.starts(with: [0x49, 0x49, 42, 0]))
    let first = number(4, 4)
    let count = number(first, 2)
    var entries = (0..<count).map { Array(file[first + 2 + 12 * $0..<first + 14 + 12 * $0]) }
    let next = Array(file[first + 2 + 12 * count..<first + 6 + 12 * count])
    if !file.count.isMultiple(of: 2) { file.append(0) }
    let place = file.count
    file += packet + (packet.count.isMultiple(of: 2) ? [] : [0])
    entries.append(little(700, 2) + little(1, 2) + little(packet.count) + little(place))
    entries.sort { Int(little: $0.prefix(2)) < Int(little: $1.prefix(2)) }
    file.replaceSubrange(4..<8, with: little(file.count))
    file += little(entries.count, 2) + entries.flatMap(\.self) + next
    try tree.write(file, to: name)
  }

  @Test func settingsInsideADNGApply() throws {
    let exposed = try pixels("--exposure", "1")
    try embed(
      MetadataCommandTests.document(
        #"crs:Exposure2012="+1.00" tiff:Orientation="8" photoshop:City="Kiel" exif:GPSLatitude="1,2N""#
      ),
      in: "a.dng")
    let plain = try pixels()
    #expect(plain != exposed)
    #expect(try pixels("--sidecar", "auto") == exposed)
    // A sidecar with settings replaces them.
    try tree.write(MetadataCommandTests.document(#"crs:Exposure2012="0""#), to: "a.xmp")
    #expect(try pixels("--sidecar", "auto") == plain)
    // A sidecar with only metadata does not.
    try tree.write(MetadataCommandTests.document(#"xmp:Rating="2""#), to: "a.xmp")
    #expect(try pixels("--sidecar", "auto") == exposed)
  }

  @Test(.enabled(if: ForeignProgram.exiftool != nil, "exiftool is not installed"))
  func metadataInsideADNGArrives() throws {
    try embed(
      MetadataCommandTests.document(
        #"photoshop:City="Kiel" xmpMM:DocumentID="xmp.did:7" exif:GPSLatitude="1,2N""#,
        "<dc:rights><rdf:Alt><rdf:li xml:lang='x-default'>mine</rdf:li></rdf:Alt></dc:rights>"),
      in: "a.dng")
    _ = try pixels()
    let text = try #require(ForeignProgram.exiftool).run(["-G1", "-s", "-a", tree.path("out.png")])
    for (name, value) in [
      ("City", "Kiel"), ("Rights", "mine"), ("Copyright", "mine"),
      ("OriginalDocumentID", "xmp.did:7"), ("DerivedFromDocumentID", "xmp.did:7"),
    ] {
      let lines = text.split(separator: "\n").filter { line in
        let words = line.split(separator: "]", maxSplits: 1).last?.split(separator: " ") ?? []
        return words.first.map { $0 == name } ?? false
      }
      #expect(lines.contains { $0.hasSuffix(": \(value)") }, "\(name): \(lines)")
    }
    #expect(!text.contains("GPSLatitude"))
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))
  func oldSettingsInCorpusAreNamed() throws {
    let photo = Corpus.path("raw/skia_dng_with_preview.dng")
    try tree.run(
      "convert", photo, "-o", "skia.png", "--size", "64", "--sidecar", "auto", status: 0,
      errors: "settings of Lightroom 3 or older are not supported, in \(photo)\n")
  }
}
