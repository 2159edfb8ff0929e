import BromideValues
import Foundation
import TestSupport
import Testing

/// Settings of Camera Raw that Bromide converts to a similar filter change real photos in Adobe's
/// direction.
@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.comment)")) struct PresetReachTests {
  /// A preset as attributes and elements.
  typealias Preset = (attributes: String, elements: String)

  /// A measure of a picture, and presets that raise and lower it.
  struct Row {
    let name: String
    let measure: @Sendable (Measures) -> Double
    var start: Preset = ("", "")
    let up: Preset
    let down: Preset

    /// A slider, which raises a measure.
    init(
      _ name: String, most: Int = 100, with other: String = "",
      _ measure: @escaping @Sendable (Measures) -> Double
    ) {
      self.name = name
      self.measure = measure
      start = (other, "")
      up = (#"\#(other) crs:\#(name)="\#(most)""#, "")
      down = (#"\#(other) crs:\#(name)="\#(-most)""#, "")
    }

    /// A curve through a point above or below the middle.
    init(curve name: String, _ measure: @escaping @Sendable (Measures) -> Double) {
      self.name = name
      self.measure = measure
      func curve(_ y: Int) -> Preset {
        let points = ["0, 0", "128, \(y)", "255, 255"].map { "<rdf:li>\($0)</rdf:li>" }.joined()
        return ("", "<crs:\(name)><rdf:Seq>\(points)</rdf:Seq></crs:\(name)>")
      }
      (up, down) = (curve(160), curve(96))
    }
  }

  /// CIE 15's L*, a* and b* of a picture in sRGB (IEC 61966-2-1).
  struct Measures {
    var lightness = 0.0
    var a = 0.0
    var b = 0.0
    var chroma = 0.0
    /// The standard deviation of lightness.
    var spread = 0.0
    /// The mean difference between the lightness of neighbours in a row.
    var gradient = 0.0
    /// The lightness of the corners.
    var corners = 0.0

    init(_ picture: ImageBuffer<UInt8>) {
      let (width, height) = (picture.width, picture.height)
      let count = Double(width * height)
      var (squares, corner) = (0.0, 0.0)
      for y in 0..<height {
        var last: Double?
        for x in 0..<width {
          let lab = Self.lab((0..<3).map { Double(picture[x, y, $0]) / 255 })
          lightness += lab.x / count
          squares += lab.x * lab.x / count
          (a, b) = (a + lab.y / count, b + lab.z / count)
          chroma += hypot(lab.y, lab.z) / count
          if let last { gradient += abs(lab.x - last) / count }
          last = lab.x
          guard min(x, width - 1 - x) < width / 8, min(y, height - 1 - y) < height / 8 else {
            continue
          }
          corners += lab.x
          corner += 1
        }
      }
      spread = (squares - lightness * lightness).squareRoot()
      corners /= corner
    }

    private static func lab(_ codes: [Double]) -> SIMD3<Double> {
      let p = codes.map(SRGBCurve.light)
      func root(_ red: Double, _ green: Double, _ blue: Double, _ white: Double) -> Double {
        let t = (red * p[0] + green * p[1] + blue * p[2]) / white
        return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116
      }
      let x = root(0.4124564, 0.3575761, 0.1804375, 0.95047)
      let y = root(0.2126729, 0.7151522, 0.0721750, 1)
      let z = root(0.0193339, 0.1191920, 0.9503041, 1.08883)
      return SIMD3(116 * y - 16, 500 * (x - y), 200 * (y - z))
    }
  }

  private static let rows: [Row] = [
    Row("Exposure2012", most: 1, \.lightness), Row("Contrast2012", \.spread),
    Row("Highlights2012", \.lightness), Row("Shadows2012", \.lightness),
    Row("Whites2012", \.lightness), Row("Blacks2012", \.lightness), Row("Clarity2012", \.gradient),
    Row("Vibrance", \.chroma), Row("Saturation", \.chroma),
    // Purple is redder than blue.
    Row("HueAdjustmentBlue", \.a), Row("SaturationAdjustmentBlue", \.chroma),
    Row("LuminanceAdjustmentBlue", \.lightness),
    Row("GrayMixerBlue", with: #"crs:ConvertToGrayscale="True""#, \.lightness),
    Row("ColorGradeShadowLum", \.lightness), Row("PostCropVignetteAmount", \.corners),
    Row(curve: "ToneCurvePV2012", \.lightness), Row(curve: "ToneCurvePV2012Red", \.a),
    Row(curve: "ToneCurvePV2012Green") { -$0.a }, Row(curve: "ToneCurvePV2012Blue") { -$0.b },
  ]

  @Test(arguments: ["hdrmerge_D5000_sample1.dng", "photoprism_canon_eos_6d.dng"])
  func settingsMoveInAdobesDirection(_ photo: String) throws {
    let tree = try CommandTree()
    func measures(_ preset: Preset) throws -> Measures {
      try tree.write(
        MetadataCommandTests.document(
          #"crs:ProcessVersion="15.4" "# + preset.attributes, preset.elements), to: "look.xmp")
      try tree.run(
        "convert", Corpus.path("raw/" + photo), "-o", "out.png", "-y", "--size", "160", "--dither",
        "none", "--recipe", "look.xmp", status: 0)
      return Measures(try tree.picture("out.png"))
    }
    let plain = try measures(("", ""))
    for row in Self.rows {
      let start = row.start.attributes.isEmpty ? plain : try measures(row.start)
      let (up, down) = (try measures(row.up), try measures(row.down))
      let values = [down, start, up].map(row.measure)
      #expect(values[0] < values[1] && values[1] < values[2], "\(row.name): \(values)")
    }
  }
}
