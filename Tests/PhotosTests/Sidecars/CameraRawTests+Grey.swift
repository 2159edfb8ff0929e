import BromideDevelop
import Testing

@testable import BromidePhotos

/// Pictures that Camera Raw makes grey, and its profiles.
extension CameraRawTests {
  private static let mixer = [
    "Red", "Orange", "Yellow", "Green", "Aqua", "Blue", "Purple", "Magenta",
  ]

  @Test func greyscaleIsMonochrome() throws {
    #expect(values(try read(#"crs:ConvertToGrayscale="True""#)) == ["monochrome": 1])
    #expect(try read(#"crs:ConvertToGrayscale="False""#).settings.isEmpty)
  }

  @Test(arguments: mixer.indices)
  func greyMixersChangeTheLuminanceOfBands(_ index: Int) throws {
    let name = "crs:GrayMixer" + Self.mixer[index]
    for slider in [-100.0, 0, 37, 100] {
      let sidecar = try read(#"crs:ConvertToGrayscale="True" \#(name)="\#(slider)""#)
      let setting = try #require(sidecar.settings.first)
      var bands = [Double](repeating: 0, count: 24)
      bands[3 * index + 2] = slider / 100
      #expect(setting.name == name && setting.parameter == "bands" && setting.isApproximate)
      #expect(setting.applied(to: nil) == bands && setting.isStandard == (slider == 0))
      #expect(values(sidecar)["monochrome"] == 1 && sidecar.ignored.isEmpty)
    }
    for slider in [-101, 101] {
      #expect(throws: SidecarError.self) {
        try read(#"crs:ConvertToGrayscale="True" \#(name)="\#(slider)""#)
      }
    }
    // In colour, it has no meaning.
    let colored = try read(#"\#(name)="50" crs:ConvertToGrayscale="False""#)
    #expect(colored.settings.isEmpty && colored.ignored.isEmpty)
  }

  /// In Camera Raw, the grey mixer replaces the colour mixer, saturation and vibrance.
  @Test func greyPicturesIgnoreColors() throws {
    let colors =
      #"crs:LuminanceAdjustmentBlue="-50" crs:HueAdjustmentRed="9" crs:SaturationAdjustmentRed="9" crs:Saturation="-40" crs:Vibrance="30" "#
    #expect(try read(colors).settings.count == 5)
    let grey = try read(
      colors
        + #"crs:ConvertToGrayscale="true" crs:GrayMixerBlue="20" crs:SplitToningHighlightSaturation="30""#
    )
    #expect(
      grey.settings.map(\.name).sorted() == [
        "crs:ConvertToGrayscale", "crs:GrayMixerBlue", "crs:SplitToningHighlightSaturation",
      ])
    #expect(grey.ignored.isEmpty)
  }

  /// The forms of a structure in RDF: a description, its short form, and elements.
  private static func looks(_ name: String) -> [String] {
    let parameters = """
      <crs:Parameters><rdf:Description crs:Name="Other Monochrome" crs:Exposure2012="3"
        crs:ConvertToGrayscale="True"/></crs:Parameters>
      """
    return [
      #"<crs:Look><rdf:Description crs:Name="\#(name)" crs:Amount="1">\#(parameters)</rdf:Description></crs:Look>"#,
      "<crs:Look><rdf:Description>\(parameters)<crs:Name>\(name)</crs:Name></rdf:Description></crs:Look>",
      #"<crs:Look rdf:parseType="Resource">\#(parameters)<crs:Name>\#(name)</crs:Name></crs:Look>"#,
      #"<crs:Look crs:Name="\#(name)" crs:Amount="1"/>"#,
    ]
  }

  @Test func profilesOfMonochromeAreMonochrome() throws {
    for name in ["Adobe Monochrome", "Camera Monochrome", "Monochrome"] {
      for look in Self.looks(name) {
        let sidecar = try read(#"crs:GrayMixerRed="10" crs:ConvertToGrayscale="False""#, look)
        #expect(sidecar.settings.map(\.name) == ["crs:GrayMixerRed", "crs:Look"], "\(look)")
        #expect(values(sidecar)["monochrome"] == 1 && sidecar.ignored.isEmpty)
      }
    }
  }

  @Test func adobesProfilesAreSilent() throws {
    for name in ["Adobe Color", "Adobe Standard"] {
      for look in Self.looks(name) {
        let sidecar = try read("", look)
        #expect(sidecar.settings.isEmpty && sidecar.ignored.isEmpty, "\(look)")
      }
    }
    for name in ["Adobe Vivid", "Warm", "Monochrome Warm"] {
      for look in Self.looks(name) {
        let sidecar = try read("", look)
        #expect(sidecar.settings.isEmpty && sidecar.ignored == ["crs:Look"], "\(look)")
      }
    }
  }
}
