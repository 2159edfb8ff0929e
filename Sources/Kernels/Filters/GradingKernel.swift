internal import BromideLibc
public import BromideValues
internal import CBromideKernels

/// Colour and brightness of shadows, midtones, highlights and the whole picture, in Oklab.
///
/// Let w = 0.1 + 0.6·blending be the width and m = 0.55 − 0.3·balance the middle, in lightness L.
/// The weight of shadows falls from 1 to 0 by smoothstep between m − 0.15 ∓ w/2. The weight of
/// highlights rises between m + 0.15 ∓ w/2, and midtones have the rest. With c = 4·L·(1 − L): (a,
/// b) += 0.12 · saturation · weight · √c · (cos hue, sin hue), and L += 0.12 · luminance · weight ·
/// c. Black and white are unchanged.
public struct GradingKernel: PointKernel {
  /// The change of a zone.
  public struct Zone: Sendable, Hashable {
    /// Oklab degrees.
    public var hue: Double
    /// 0…1.
    public var saturation: Double
    /// −1…1.
    public var luminance: Double

    /// A colour and a change of brightness.
    public init(hue: Double, saturation: Double, luminance: Double) {
      (self.hue, self.saturation, self.luminance) = (hue, saturation, luminance)
    }

    /// The offset of lightness, a and b at full weight.
    fileprivate var offset: SIMD3<Double> {
      let angle = hue * .pi / 180
      return GradingKernel.most
        * SIMD3(luminance, saturation * cos(angle), saturation * sin(angle))
    }
  }

  private let oklab: OklabMatrices
  /// Offsets of shadows, midtones, highlights and the whole picture.
  private let offsets: [SIMD3<Double>]
  private let width: Double
  private let shadowStart: Double
  private let highlightStart: Double

  private static let most = 0.12

  /// - Parameters:
  ///   - space: The space of the pixels, with a D65 white.
  ///   - zones: Shadows, midtones, highlights, and the whole picture.
  ///   - blending: Width of the transitions, 0…1.
  ///   - balance: −1…1. Higher values treat more of the picture as highlights.
  public init(space: RGBSpace, zones: [Zone], blending: Double, balance: Double) {
    precondition(zones.count == 4, "shadows, middle tones, highlights, all")
    oklab = OklabMatrices(space)
    offsets = zones.map(\.offset)
    width = 0.1 + 0.6 * blending
    let middle = 0.55 - 0.3 * balance
    shadowStart = middle - 0.15 - width / 2
    highlightStart = middle + 0.15 - width / 2
  }

  /// Returns the pixel with its zones changed. Ignores the position.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    let lab = oklab.lab(pixel)
    let shadows = 1 - smooth((lab.x - shadowStart) / width)
    let highlights = smooth((lab.x - highlightStart) / width)
    let middle = max(1 - shadows - highlights, 0)
    let room = max(4 * lab.x * (1 - lab.x), 0)
    let root = room.squareRoot()
    let sum =
      shadows * offsets[0] + middle * offsets[1] + highlights * offsets[2] + offsets[3]
    return oklab.pixel(lab + sum * SIMD3(room, root, root))
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    let o = offsets.map { SIMD3<Float>($0) }
    var values = bromide_grading(
      oklab: oklab.values,
      zones: (
        o[0].x, o[0].y, o[0].z, o[1].x, o[1].y, o[1].z, o[2].x, o[2].y, o[2].z, o[3].x, o[3].y,
        o[3].z
      ),
      shadow_start: Float(shadowStart), highlight_start: Float(highlightStart),
      slope: Float(1 / width))
    unsafe bromide_grading_row(set.code, &values, row.red, row.green, row.blue, count)
  }
}
