import BromideDevelop
import Testing

@testable import BromidePhotos

/// Settings of Camera Raw that become other parameters, against the formulas of the documentation.
@Suite struct CameraRawTests {
  func read(_ attributes: String, _ elements: String = "") throws -> Sidecar {
    try Sidecar(bytes: XMP.document(attributes, elements: elements), photoExtension: "nef")
  }

  func values(_ sidecar: Sidecar) -> [String: Double] {
    Dictionary(sidecar.settings.map { ($0.parameter, $0.value) }, uniquingKeysWith: { $1 })
  }

  func close(_ one: Double?, _ other: Double) -> Bool {
    one.map { abs($0 - other) < 1e-8 } ?? false
  }

  @Test func texturesSharpen() throws {
    #expect(values(try read(#"crs:Texture="+100""#)) == ["sharpen": 0.6, "sharpen-radius": 0.0008])
    let less = try read(#"crs:Texture="-100""#)
    #expect(less.settings.isEmpty && less.ignored == ["crs:Texture"])
    let none = try read(#"crs:Texture="0""#)
    #expect(none.settings.isEmpty && none.ignored.isEmpty)
    #expect(throws: SidecarError.self) { try read(#"crs:Texture="101""#) }
  }

  @Test func hazeChangesThreeParameters() throws {
    let more = values(try read(#"crs:Dehaze="+100" crs:Contrast2012="50" crs:Blacks2012="-20""#))
    // 2^0.25 of Contrast2012, times 2^0.4.
    #expect(close(more["contrast"], 1.5691681957935015))
    #expect(close(more["blacks"], -0.8) && close(more["saturation"], 1.25))
    let less = values(try read(#"crs:Dehaze="-100" crs:Saturation="-100""#))
    #expect(close(less["contrast"], 0.757858283255199) && close(less["blacks"], 0.6))
    #expect(less["saturation"] == 0)
    #expect(try read(#"crs:Dehaze="+50""#).settings.filter(\.isApproximate).count == 3)
    #expect(throws: SidecarError.self) { try read(#"crs:Dehaze="-101""#) }
  }

  @Test func vignettesAndGrainFollowTheTable() throws {
    let dark = values(
      try read(#"crs:PostCropVignetteAmount="-100" crs:PostCropVignetteMidpoint="100""#))
    #expect(dark == ["vignette": -3, "vignette-size": 0.6])
    let light = values(try read(#"crs:PostCropVignetteAmount="+25""#))
    #expect(close(light["vignette"], 0.25) && close(light["vignette-size"], 0.3))
    let grain = values(try read(#"crs:GrainAmount="100" crs:GrainSize="50""#))
    #expect(close(grain["grain"], 0.6) && close(grain["grain-size"], 0.0012))
    #expect(try read(#"crs:GrainAmount="0" crs:GrainSize="50""#).settings.isEmpty)
    #expect(throws: SidecarError.self) { try read(#"crs:GrainAmount="101""#) }
  }

  func curve(_ name: String, _ points: String...) -> String {
    "<crs:\(name)><rdf:Seq>" + points.map { "<rdf:li>\($0)</rdf:li>" }.joined()
      + "</rdf:Seq></crs:\(name)>"
  }

  @Test func pointsBecomeACurve() throws {
    let sidecar = try read("", curve("ToneCurvePV2012", "0, 0", "51, 102", "255, 204"))
    #expect(sidecar.settings.map(\.values) == [[0, 0, 0.2, 0.4, 1, 0.8]])
    #expect(sidecar.settings.map(\.isApproximate) == [false])
    #expect(try read("", curve("ToneCurvePV2012", "0, 0", "255, 255")).settings.isEmpty)
    for points in ["0, 0", "300, 0", "x, y", "9"] {
      #expect(throws: SidecarError.self) { try read("", curve("ToneCurvePV2012", points)) }
    }
    #expect(throws: SidecarError.self) { try read("", curve("ToneCurvePV2012", "9, 0", "9, 9")) }
  }

  @Test(arguments: ["Red", "Green", "Blue"])
  func curvesOfAChannelFollow(_ color: String) throws {
    let name = "ToneCurvePV2012" + color
    let sidecar = try read(
      #"crs:ParametricShadows="20""#,
      curve(name, "0, 51", "102, 102", "255, 204") + curve("ToneCurvePV2012", "0, 0", "255, 128"))
    let setting = try #require(sidecar.settings.last)
    #expect(setting.name == "crs:" + name && !setting.isApproximate)
    #expect(setting.parameter == "tone-curve-" + color.lowercased())
    #expect(setting.values == [0, 0.2, 0.4, 0.4, 1, 0.8])
    #expect(sidecar.settings.map(\.parameter).dropLast() == ["tone-curve", "tone-curve"])
    #expect(sidecar.ignored.isEmpty)
    for end in ["255, 255", "255,255", "255.0, 255"] {
      #expect(try read("", curve(name, "0, 0", end)).settings.isEmpty)
    }
    for points in ["0, 256", "-1, 0", "x, y", "9"] {
      #expect(throws: SidecarError.self) { try read("", curve(name, "0, 0", points)) }
    }
    #expect(throws: SidecarError.self) { try read("", curve(name, "9, 0", "9, 9")) }
    #expect(throws: SidecarError.self) { try read(#"crs:\#(name)="0, 0""#) }
  }

  @Test func parametricCurvesPrecedePoints() throws {
    func points(_ attributes: String, _ elements: String = "") throws -> [Double] {
      try #require(try read(attributes, elements).settings.last?.values)
    }
    let lifted = try points(#"crs:ParametricShadows="100""#)
    #expect(lifted.count == 34)
    // In the middle of the zone from 0 to 0.5: 0.25 + 0.15.
    #expect(close(lifted[9], 0.4) && lifted[8] == 0.25)
    #expect(close(lifted[17], 0.5) && close(lifted[33], 1) && lifted[1] == 0)
    let split = try points(
      #"crs:ParametricHighlights="-100" crs:ParametricMidtoneSplit="25""#)
    // From 0.25 to 1, the middle is 0.625.
    #expect(close(split[21], 0.475))
    let steep = try points(#"crs:ParametricShadows="100" crs:ParametricDarks="-100""#)
    for index in stride(from: 3, to: steep.count, by: 2) {
      #expect(steep[index] >= steep[index - 2])
    }
    // A curve through points that inverts tones comes second.
    let both = try points(
      #"crs:ParametricShadows="100""#, curve("ToneCurvePV2012", "0, 255", "255, 0"))
    #expect(close(both[9], 0.6))
  }

  @Test func correctionsFollowAdobesDefaults() throws {
    func corrections(_ attributes: String) throws -> [SidecarCorrection.Value] {
      try read(attributes).corrections.map(\.value)
    }
    #expect(try corrections(#"crs:Sharpness="40" crs:ColorNoiseReduction="25""#).isEmpty)
    #expect(try corrections(#"crs:Sharpness="0""#) == [.sharpening(.none)])
    #expect(try corrections(#"crs:Sharpness="20""#) == [.sharpening(.amount(0.85))])
    #expect(try corrections(#"crs:Sharpness="150""#) == [.sharpening(.amount(3))])
    #expect(try corrections(#"crs:LuminanceSmoothing="1""#) == [.noise(.auto)])
    #expect(
      try corrections(#"crs:LuminanceSmoothing="0" crs:ColorNoiseReduction="0""#)
        == [.noise(.none)])
    #expect(try corrections(#"crs:LensProfileEnable="1""#) == [.lens(.auto)])
    #expect(try corrections(#"crs:LensProfileEnable="0""#) == [.lens(.embedded)])
    #expect(try corrections(#"crs:AutoLateralCA="1""#) == [.lateralColor(.auto)])
    #expect(try corrections(#"crs:AutoLateralCA="0""#).isEmpty)
  }

  @Test(arguments: [("5.0", true), ("5.7", true), ("6.7", false), ("11.0", false), ("15.4", false)])
  func oldSettingsAreBalanceAndCrop(_ version: String, _ isOld: Bool) throws {
    let sidecar = try read(
      """
      crs:ProcessVersion="\(version)" crs:Saturation="50" crs:WhiteBalance="Custom"
      crs:Temperature="4000" crs:Tint="0" crs:Exposure="1"
      """)
    #expect(sidecar.isOld == isOld)
    #expect(values(sidecar)["saturation"] == (isOld ? nil : 1.5))
    #expect(values(sidecar)["temperature"] == 4000)
    #expect(sidecar.ignored == (isOld ? [] : ["crs:Exposure"]))
  }

  @Test func inactiveSettingsAreSkipped() throws {
    for switched in [#"crs:AlreadyApplied="True""#, #"crs:HasSettings="False""#] {
      let sidecar = try read(switched + #" crs:Exposure2012="1" crs:Texture="-5" xmp:Rating="2""#)
      #expect(sidecar.settings.isEmpty && sidecar.ignored.isEmpty && sidecar.rating == 2)
    }
  }

  @Test func amountsMixWithDefaults() throws {
    let sidecar = try read(
      #"crs:Exposure2012="2" crs:Saturation="-50" crs:Sharpness="0""#,
      curve("ToneCurvePV2012", "0, 51", "255, 255"))
    let half = sidecar.mixed(0.5)
    #expect(values(half)["exposure"] == 1 && values(half)["saturation"] == 0.75)
    #expect(half.settings.last?.values == [0, 0.1, 1, 1])
    let none = sidecar.mixed(0)
    #expect(none.settings.allSatisfy(\.isStandard) && none.corrections.isEmpty)
  }

  /// Only the photo has the default of its balance, and a size is not an amount.
  @Test func amountsKeepBalanceAndSizes() throws {
    let sidecar = try read(
      #"crs:WhiteBalance="Custom" crs:Temperature="4000" crs:Tint="10" crs:Texture="50""#)
    let half = sidecar.mixed(0.5)
    #expect(values(half)["temperature"] == 4000 && values(half)["tint"] == 10)
    #expect(values(half)["sharpen"] == 0.15 && values(half)["sharpen-radius"] == 0.0008)
    #expect(half.undivided == ["crs:Temperature", "crs:Tint"])
    #expect(sidecar.mixed(0).settings.allSatisfy { $0.isStandard })
  }

  @Test func amountsKeepHues() throws {
    let sidecar = try read(
      #"crs:SplitToningShadowHue="240" crs:SplitToningShadowSaturation="50" crs:HueAdjustmentRed="-50""#,
      curve("ToneCurvePV2012Blue", "0, 51", "255, 255"))
    let half = sidecar.mixed(0.5)
    #expect(
      half.settings.filter { $0.parameter == "grading" }.map(\.value) == [264.1, 0.25])
    #expect(half.settings.filter { $0.parameter == "bands" }.map(\.value) == [-0.25])
    #expect(half.settings.last?.values == [0, 0.1, 1, 1])
    #expect(sidecar.mixed(0).settings.allSatisfy { $0.isStandard })
  }

  /// Values outside the sliders of Camera Raw. The second is the setting that uses the first.
  @Test(arguments: [
    ("Texture", -100.0...100, ""), ("Dehaze", -100...100, ""),
    ("PostCropVignetteAmount", -100...100, ""),
    ("PostCropVignetteMidpoint", 0...100, #"crs:PostCropVignetteAmount="1""#),
    ("GrainAmount", 0...100, ""), ("GrainSize", 0...100, #"crs:GrainAmount="1""#),
    ("ParametricShadows", -100...100, ""), ("ParametricDarks", -100...100, ""),
    ("ParametricLights", -100...100, ""), ("ParametricHighlights", -100...100, ""),
    ("ParametricShadowSplit", 0...100, #"crs:ParametricDarks="1""#), ("Sharpness", 0...150, ""),
    ("LuminanceSmoothing", 0...100, ""), ("ColorNoiseReduction", 0...100, ""),
    ("LensProfileEnable", 0...1, ""), ("AutoLateralCA", 0...1, ""),
  ])
  func valuesOutsideASliderAreErrors(
    _ name: String, _ range: ClosedRange<Double>, _ user: String
  ) throws {
    for value in [range.lowerBound, 0, range.upperBound] where range.contains(value) {
      let sidecar = try read(#"crs:\#(name)="\#(value)" "# + user)
      for setting in sidecar.settings {
        let parameter = try #require(ParameterTable.named(setting.parameter))
        #expect(parameter.accepts(setting.applied(to: nil)), "\(name) \(value)")
      }
    }
    let zero = try read(#"crs:\#(name)="0" "#)
    #expect(zero.settings.isEmpty && zero.ignored.isEmpty)
    for value in [range.lowerBound - 1, range.upperBound + 1] {
      #expect(throws: SidecarError.self) { try read(#"crs:\#(name)="\#(value)" "# + user) }
    }
  }
}
