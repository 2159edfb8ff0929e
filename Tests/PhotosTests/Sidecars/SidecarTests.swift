import BromideCodecs
import BromideDevelop
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromidePhotos

/// The settings in sidecars, in every form of XMP.
@Suite struct SidecarTests {
  private func read(_ attributes: String = "", elements: String = "") throws -> Sidecar {
    try Sidecar(bytes: XMP.document(attributes, elements: elements), photoExtension: "nef")
  }

  private func values(_ sidecar: Sidecar) -> [String: Double] {
    Dictionary(uniqueKeysWithValues: sidecar.settings.map { ($0.parameter, $0.value) })
  }

  @Test func readsAttributesAndElements() throws {
    let attributes = try read(#"crs:Exposure2012="+0.50" crs:Saturation="-20" xmp:Rating="4""#)
    #expect(values(attributes) == ["exposure": 0.5, "saturation": 0.8])
    #expect(attributes.rating == 4)
    let elements = try read(
      elements: """
        <crs:Exposure2012>+0.50</crs:Exposure2012><crs:Saturation>-20</crs:Saturation>
        <xmp:Rating>4</xmp:Rating>
        """)
    #expect(elements == attributes)
    #expect(elements.settings.map(\.name) == ["crs:Exposure2012", "crs:Saturation"])
  }

  /// The parser gives such a text in eight parts.
  @Test func partsOfATextAreOneText() throws {
    let text = "a<!-- c -->b<![CDATA[<c>]]>&amp;\nÜ&#x1F600;\n"
    let sidecar = try read(
      elements: """
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(text)</rdf:li></rdf:Alt></dc:title>
        <crs:Exposure2012>+0<!-- c -->.&#53;<![CDATA[0]]></crs:Exposure2012>
        """)
    let title = XMPNode.translations([XMPTranslation(text: "ab<c>&\nÜ😀\n")])
    #expect(sidecar.metadata.properties["dc:title"] == title)
    #expect(values(sidecar) == ["exposure": 0.5])
  }

  /// All texts of the document have at most its bytes in UTF-8, but more in its own coding.
  @Test func otherCodingsAreRead() throws {
    let city = String(repeating: "Ü日", count: 2000)
    let document = XMP.document(elements: "<photoshop:City>\(city)</photoshop:City>")
    let text = String(decoding: document, as: UTF8.self)
      .replacingOccurrences(of: "<?xpacket begin=\"\u{FEFF}\"", with: "<?xpacket")
    for bytes in [text.data(using: .utf16), text.data(using: .utf8)] {
      let sidecar = try Sidecar(bytes: Array(try #require(bytes)), photoExtension: "nef")
      #expect(sidecar.metadata.properties["photoshop:City"] == .text(city))
    }
  }

  /// A raw's content counts, even if its name is a sidecar's. LibRaw is not asked about XML.
  @Test func sidecarsAreNoRaws() throws {
    let folder = try TemporaryFolder()
    let dng = TinyDNG(width: 32, height: 24, red: 10, green: 20, blue: 30)
    #expect(
      OpenedPhoto.isRaw(
        path: FilePath(try folder.write(dng.data(), as: "raw.xmp")), context: RunContext()))
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    for (index, bytes) in [XMP.document(), mark + XMP.document(), mark, []].enumerated() {
      let path = FilePath(try folder.write(bytes, as: "\(index).XMP"))
      #expect(!OpenedPhoto.isRaw(path: path, context: RunContext()))
      #expect(SidecarFile.isOne(path) == (index < 2))
    }
  }

  /// The URI counts: a file may call the namespaces as it likes, and pretend with their usual names.
  @Test func namespacesCountByURI() throws {
    let other = """
      <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description
        xmlns:a="\(XMP.cameraRaw)" xmlns:crs="http://example.org/" r:about=""
        a:Exposure2012="1" crs:Exposure2012="2" crs:Contrast2012="50"/></r:RDF>
      """
    let sidecar = try Sidecar(bytes: Array(other.utf8), photoExtension: "nef")
    #expect(values(sidecar) == ["exposure": 1] && sidecar.ignored.isEmpty)
  }

  @Test func propertiesOfStructuresAreNotThePhotos() throws {
    let sidecar = try read(
      elements: """
        <crs:Look><rdf:Description crs:Name="Warm"><crs:Parameters><rdf:Description
          crs:Exposure2012="3"/></crs:Parameters></rdf:Description></crs:Look>
        <crs:MaskGroupBasedCorrections><rdf:Seq><rdf:li><rdf:Description
          crs:Exposure2012="4"/></rdf:li></rdf:Seq></crs:MaskGroupBasedCorrections>
        """)
    #expect(sidecar.settings.isEmpty)
    #expect(sidecar.ignored == ["crs:Look", "crs:MaskGroupBasedCorrections"])
  }

  @Test(arguments: SidecarMapping.table + SidecarMapping.balance)
  func everyRowOfTheTable(_ mapping: SidecarMapping) throws {
    // A hue requires saturation.
    let other =
      mapping.scale == .hue
      ? mapping.name.replacing("Hue", with: mapping.name.hasPrefix("Split") ? "Saturation" : "Sat")
      : "Other"
    func read(_ slider: Double) throws -> Sidecar {
      try self.read(
        #"crs:WhiteBalance="Custom" crs:\#(mapping.name)="\#(slider)" crs:\#(other)="50""#)
    }
    for slider in [mapping.range.lowerBound, mapping.range.upperBound] {
      let setting = try #require(
        try read(slider).settings.first { $0.name == "crs:" + mapping.name })
      var values = mapping.parameter.standard ?? [0]
      values[mapping.place] = setting.value
      #expect(setting.place == mapping.place && setting.parameter == mapping.parameter.name)
      #expect(mapping.parameter.accepts(values), "\(mapping.name) \(setting.value)")
    }
    for beyond in [mapping.range.lowerBound - 1, mapping.range.upperBound + 1] {
      #expect(throws: SidecarError.self) { try read(beyond) }
    }
    // Zero changes nothing, and more is more.
    let isAmount = mapping.scale != .hue && mapping.parameter != .gradingBlending
    if isAmount, let standard = mapping.parameter.standard {
      #expect(mapping.value(0) == standard[mapping.place])
    }
    guard mapping.scale != .hue else { return }
    let ends = [mapping.value(mapping.range.lowerBound), mapping.value(mapping.range.upperBound)]
    #expect(ends[0] < ends[1])
  }

  @Test func scalesMatchTheDocumentation() throws {
    let sidecar = try read(
      #"""
      crs:Exposure2012="-1.25" crs:Contrast2012="+100" crs:Highlights2012="-100"
      crs:Shadows2012="+40" crs:Whites2012="10" crs:Blacks2012="-10" crs:Clarity2012="25"
      crs:Saturation="-100" crs:Vibrance="30"
      """#)
    let found = values(sidecar)
    #expect(found["exposure"] == -1.25 && found["highlights"] == -1.5 && found["shadows"] == 0.6)
    #expect(abs((found["contrast"] ?? 0) - 2.0.squareRoot()) < 1e-9)
    #expect(found["whites"] == 0.1 && found["blacks"] == -0.1 && found["clarity"] == 0.25)
    #expect(found["saturation"] == 0 && found["vibrance"] == 0.3)
  }

  /// The mixer's and grading's colours are numbers of one parameter each. Their hues are HSV's.
  @Test func colorsAreNumbersOfTheirBands() throws {
    let sidecar = try read(
      #"""
      crs:HueAdjustmentBlue="-10" crs:SaturationAdjustmentBlue="+20" crs:LuminanceAdjustmentBlue="-30"
      crs:SplitToningShadowHue="240" crs:SplitToningShadowSaturation="50"
      crs:SplitToningHighlightHue="45" crs:SplitToningHighlightSaturation="25"
      crs:SplitToningBalance="40" crs:ColorGradeMidtoneLum="10" crs:ColorGradeGlobalHue="330"
      crs:ColorGradeGlobalSat="20" crs:ColorGradeBlending="70" crs:ColorGradeMidtoneHue="60"
      """#)
    var found: [String: [Double]] = [:]
    for setting in sidecar.settings {
      found[setting.parameter] = setting.applied(to: found[setting.parameter])
    }
    var bands = [Double](repeating: 0, count: 24)
    bands.replaceSubrange(15..<18, with: [-0.1, 0.2, -0.3])
    #expect(found["bands"] == bands)
    #expect(found["grading"] == [264.1, 0.5, 0, 0, 0, 0.1, 81.4, 0.25, 0, 358.8, 0.2, 0])
    #expect(found["grading-blending"] == [0.7] && found["grading-balance"] == [0.4])
    #expect(sidecar.ignored.isEmpty)
  }

  @Test func whiteBalanceAsShotIsTheCameras() throws {
    let numbers = #"crs:Temperature="5400" crs:Tint="+12""#
    let own = try read(#"crs:WhiteBalance="As Shot" "# + numbers)
    #expect(own.settings.isEmpty && own.ignored.isEmpty)
    for name in ["Custom", "Daylight", "Auto"] {
      let given = try read(#"crs:WhiteBalance="\#(name)" "# + numbers)
      #expect(values(given) == ["temperature": 5400, "tint": 12] && given.ignored.isEmpty)
    }
    // A name without numbers, or numbers without a name, cannot be applied.
    #expect(try read(#"crs:WhiteBalance="Flash""#).ignored == ["crs:WhiteBalance"])
    #expect(try read(numbers).ignored == ["crs:Temperature", "crs:Tint"])
  }

  @Test func orientationAndRating() throws {
    let sidecar = try read(#"tiff:Orientation="6" xmp:Rating="-1""#)
    #expect(sidecar.orientation == .rightTop && sidecar.rating == -1)
    #expect(try read(#"xmp:Rating="3.0""#).rating == 3)
  }

  @Test func cropRequiresHasCrop() throws {
    let edges = #"crs:CropLeft="0.1" crs:CropTop="0.2" crs:CropRight="0.9" crs:CropBottom="0.8""#
    let cropped = try read(#"crs:HasCrop="True" crs:CropAngle="-2.5" "# + edges)
    #expect(cropped.crop == SensorCrop(left: 0.1, top: 0.2, right: 0.9, bottom: 0.8, angle: -2.5))
    for has in [#"crs:HasCrop="False" "#, ""] {
      let whole = try read(has + edges)
      #expect(whole.crop == nil && whole.ignored.isEmpty)
    }
    #expect(throws: SidecarError.self) { try read(#"crs:HasCrop="True" crs:CropLeft="0.1""#) }
  }

  @Test func reportsUnsupportedProperties() throws {
    let sidecar = try read(
      #"""
      crs:Version="15.4" crs:ProcessVersion="15.4" crs:HasSettings="True" crs:Sharpness="40"
      crs:SharpenRadius="+1.0" crs:Texture="+20" crs:HueAdjustmentRed="0" crs:Dehaze="0"
      crs:PerspectiveScale="100" crs:ConvertToGrayscale="False" crs:LensProfileEnable="1"
      crs:CameraProfile="Adobe Standard" crs:ToneCurveName2012="Linear" dc:format="image/x-nikon"
      """#,
      elements: """
        <crs:ToneCurvePV2012><rdf:Seq><rdf:li>0, 0</rdf:li><rdf:li>255, 255</rdf:li></rdf:Seq>
        </crs:ToneCurvePV2012><crs:ToneCurvePV2012Red><rdf:Seq><rdf:li>0, 0</rdf:li>
        <rdf:li>128, 140</rdf:li><rdf:li>255, 255</rdf:li></rdf:Seq></crs:ToneCurvePV2012Red>
        <crs:RetouchAreas><rdf:Seq><rdf:li><rdf:Description/></rdf:li></rdf:Seq></crs:RetouchAreas>
        <dc:subject><rdf:Bag><rdf:li>fog</rdf:li></rdf:Bag></dc:subject>
        """)
    #expect(sidecar.ignored == ["crs:RetouchAreas"])
  }

  @Test(arguments: [
    ("HDREditMode", nil), ("VignetteAmount", nil), ("DefringePurpleAmount", nil),
    ("DefringeGreenAmount", nil), ("CameraProfile", nil), ("RGBTable", nil),
    ("PerspectiveVertical", "perspective"), ("PerspectiveHorizontal", "perspective"),
    ("PerspectiveRotate", "perspective"), ("PerspectiveScale", "perspective"),
    ("PerspectiveAspect", "perspective"), ("PerspectiveX", "perspective"),
    ("PerspectiveUpright", "perspective"), ("LensManualDistortionAmount", "perspective"),
  ])
  func reportsSettingsWithoutAFilter(_ name: String, _ group: String?) throws {
    let sidecar = try read(#"crs:\#(name)="1""#)
    #expect(sidecar.settings.isEmpty && sidecar.ignored == ["crs:" + name])
    #expect(SidecarReport.group(of: "crs:" + name) == group)
    let standard = ["CameraProfile": "Adobe Standard", "RGBTable": "", "PerspectiveScale": "100"]
    #expect(try read(#"crs:\#(name)="\#(standard[name] ?? "0")""#).ignored.isEmpty)
  }

  @Test(arguments: [
    "MaskGroupBasedCorrections", "GradientBasedCorrections", "CircularGradientBasedCorrections",
    "PaintBasedCorrections", "RetouchAreas", "RetouchInfo", "RedEyeInfo", "PointColors", "LensBlur",
  ])
  func reportsLocalEdits(_ name: String) throws {
    let sidecar = try read(
      elements:
        "<crs:\(name)><rdf:Seq><rdf:li><rdf:Description/></rdf:li></rdf:Seq></crs:\(name)>")
    #expect(sidecar.ignored == ["crs:" + name])
    #expect(SidecarReport.group(of: "crs:" + name) == "local edits")
    #expect(try read(elements: "<crs:\(name)><rdf:Seq/></crs:\(name)>").ignored.isEmpty)
  }

  /// A detail is reported if its setting is on and it is not Adobe's default.
  @Test(arguments: [
    ("SharpenRadius", "1.0", "Sharpness"), ("SharpenDetail", "25", "Sharpness"),
    ("SharpenEdgeMasking", "0", "Sharpness"),
    ("LuminanceNoiseReductionDetail", "50", "LuminanceSmoothing"),
    ("LuminanceNoiseReductionContrast", "0", "LuminanceSmoothing"),
    ("ColorNoiseReductionDetail", "50", "ColorNoiseReduction"),
    ("ColorNoiseReductionSmoothness", "50", "ColorNoiseReduction"),
    ("PostCropVignetteFeather", "50", "PostCropVignetteAmount"),
    ("PostCropVignetteRoundness", "0", "PostCropVignetteAmount"),
    ("PostCropVignetteStyle", "1", "PostCropVignetteAmount"),
    ("GrainFrequency", "50", "GrainAmount"),
    ("LensProfileDistortionScale", "100", "LensProfileEnable"),
    ("LensProfileVignettingScale", "100", "LensProfileEnable"),
  ])
  func reportsDetailsThatHaveAnEffect(_ name: String, _ standard: String, _ owner: String) throws {
    func ignored(_ value: String, _ setting: String) throws -> [String] {
      try read(#"crs:\#(name)="\#(value)" \#(setting)"#).ignored
    }
    #expect(try ignored(standard, #"crs:\#(owner)="1""#).isEmpty)
    #expect(try ignored("7", #"crs:\#(owner)="1""#) == ["crs:" + name])
    #expect(try ignored("7", #"crs:\#(owner)="0""#).isEmpty)
    // In a preset, Adobe's default of the setting applies.
    let isOn = ["Sharpness", "ColorNoiseReduction"].contains(owner)
    #expect(try ignored("7", "").isEmpty == !isOn)
  }

  @Test func bookkeepingIsSilent() throws {
    let sidecar = try read(
      #"""
      crs:AutoWhiteVersion="134348800" crs:UprightVersion="151388160" crs:UprightTransform_0="1,0"
      crs:UprightDependentDigest="A0" crs:CameraProfileDigest="B1" crs:CurveRefineSaturation="100"
      crs:ToneCurveName="Medium Contrast" crs:LensProfileMatchKeyLensName="50mm" crs:HDREditMode="0"
      crs:AutoToneDigestNoSat="C2" crs:OverrideLookVignette="False"
      """#,
      elements: """
        <crs:ToneCurve><rdf:Seq><rdf:li>0, 0</rdf:li><rdf:li>32, 22</rdf:li></rdf:Seq></crs:ToneCurve>
        <crs:ToneCurvePV2012><rdf:Seq><rdf:li>0, 0</rdf:li><rdf:li>255, 255</rdf:li></rdf:Seq>
        </crs:ToneCurvePV2012>
        """)
    #expect(sidecar.settings.isEmpty && sidecar.ignored.isEmpty, "\(sidecar.ignored)")
    let former = try read(
      #"crs:HDREditMode="1" crs:PerspectiveUpright="1" crs:CurveRefineSaturation="50""#,
      elements:
        "<crs:ToneCurve><rdf:Seq><rdf:li>0, 0</rdf:li><rdf:li>32, 22</rdf:li></rdf:Seq></crs:ToneCurve>"
    )
    #expect(
      former.ignored == [
        "crs:CurveRefineSaturation", "crs:HDREditMode", "crs:PerspectiveUpright", "crs:ToneCurve",
      ])
  }

  /// Camera Raw 11 wrote the settings in this DNG. All are Adobe's defaults.
  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))
  func defaultsOfCameraRawAreSilent() throws {
    let path = FilePath(Corpus.path("raw/photoprism_canon_eos_6d.dng"))
    let sidecar = try #require(SidecarFile.embedded(in: path)).contents.get()
    #expect(sidecar.hasSettings && !sidecar.isOld)
    #expect(sidecar.settings.allSatisfy { $0.isStandard }, "\(sidecar.settings)")
    #expect(sidecar.ignored.isEmpty, "\(sidecar.ignored)")
    #expect(sidecar.corrections.map(\.value) == [.lens(.embedded)])
  }

  @Test func sidecarForADifferentRawIsIgnored() throws {
    let attributes = #"photoshop:SidecarForExtension="CR2" crs:Exposure2012="1""#
    let other = try read(attributes)
    #expect(other.otherExtension == "CR2" && other.settings.isEmpty)
    let own = try Sidecar(bytes: XMP.document(attributes), photoExtension: "cr2")
    #expect(own.otherExtension == nil && own.settings.count == 1)
  }
}
