internal import BromideDevelop
internal import BromideLibc
internal import BromideValues

/// A photo and its camera's preview at a reduced size, aligned pixel by pixel.
///
/// It contains the photo's light before any tone curve, and the camera's result.
struct PicturePair {
  /// The purpose of the comparison.
  enum Purpose {
    /// A curve, at 400 pixels.
    case look
    /// One number, at 160 pixels.
    case exposure

    /// The long edge of both reduced pictures, in pixels.
    var longEdge: Int { self == .look ? 400 : 160 }
    /// Pixels to ignore at the borders.
    fileprivate var border: Int { self == .look ? 14 : 6 }
  }

  /// Linear Rec. 2020 of the photo, with sensor saturation at 1. It excludes clipped and black
  /// pixels of both pictures.
  let light: [SIMD3<Double>]
  /// XYZ of the preview at the same points.
  let preview: [SIMD3<Double>]
  /// Luminance of the preview at the same points.
  var luminance: [Double] { preview.map(\.y) }

  /// Compares a photo with its preview.
  ///
  /// The photo uses the recorded white balance and the exposure from the file, but not the exposure
  /// of the camera model.
  /// - Throws: `PreviewUnusable` if the preview does not match this photo.
  init(
    _ source: DevelopSource, _ preview: PreviewPicture, for purpose: Purpose = .look
  ) throws(PreviewUnusable) {
    let region = preview.shown(of: source)
    let edge = min(purpose.longEdge, preview.pixels.size.longEdge)
    guard let camera = ReducedSensor(source.image, region: region, longEdge: edge),
      camera.size.shortEdge >= Self.leastEdge
    else { throw PreviewUnusable("the photo is too small to compare with its preview") }
    let own = try Self.light(source, camera)
    let upright = source.orientation.upright(camera.size)
    let places = preview.points(in: camera, of: source).map { index, xyz in
      Place(sensor: camera.pixels[index], light: own[index], xyz: xyz)
    }
    let fields = Fields(size: upright, places: places, purpose: purpose)
    let pairs = fields.pairs(preview.space, shift: fields.shift())
    guard Double(pairs.count) >= 0.3 * Double(upright.area) else {
      throw PreviewUnusable("less than 30 % of its preview is neither clipped nor black")
    }
    try Self.checkContent(pairs)
    if purpose == .look { try Self.checkColors(pairs) }
    light = pairs.map(\.light)
    self.preview = pairs.map(\.xyz)
  }

  private static let leastEdge = 60

  /// Y of linear Rec. 2020.
  static let weights = RGBSpace.rec2020.toXYZ.rows[1]

  private static func light(
    _ source: DevelopSource, _ camera: ReducedSensor
  ) throws(PreviewUnusable) -> [SIMD3<Double>] {
    let profile = source.profile
    guard let balance = try? profile.resolve(.camera) else {
      throw PreviewUnusable("its white balance is unusable")
    }
    let stops = (profile.cameraExposure?.withoutModel.stops ?? profile.baselineExposure)
    let gains = exp2(stops) * balance.multipliers / balance.multipliers.min()
    let toLight =
      profile.matrix(for: balance, to: .rec2020, adaptation: Look.standard.adaptation)
      * Matrix3x3(diagonal: gains)
    return camera.pixels.map { toLight * $0 }
  }

  /// Rejects a preview with different content.
  private static func checkContent(_ pairs: [Place]) throws(PreviewUnusable) {
    let correlation = Correlation.of(pairs.map(\.brightness), pairs.map { cbrt($0.xyz.y) })
    guard correlation >= leastCorrelation else {
      throw PreviewUnusable("its preview shows something else, or another part of it")
    }
  }

  /// Rejects a preview without colours.
  private static func checkColors(_ pairs: [Place]) throws(PreviewUnusable) {
    let (own, theirs) = (
      spread(of: pairs.map { RGBSpace.rec2020.toXYZ * $0.light }), spread(of: pairs.map(\.xyz))
    )
    guard theirs >= leastSpread * own || own < noSpread else {
      throw PreviewUnusable("its preview is in black and white")
    }
  }

  /// Minimum correlation between the cube roots of light, which are close to L*. Previews of the
  /// same photo have 0.87 or more.
  private static let leastCorrelation = 0.85
  /// Minimum spread of the preview's colours, relative to the photo's spread.
  ///
  /// Standard camera styles have 0.8 or more. Toned monochrome styles have as little as untoned
  /// ones.
  private static let leastSpread = 0.2
  /// Minimum spread of the photo's colours. Below it, for example in fog, the photo cannot show the
  /// preview's style.
  private static let noSpread = 0.004

  /// Returns the spread of colours with similar lightness, in Oklab's a and b.
  private static func spread(of colors: [SIMD3<Double>]) -> Double {
    let places = colors.map { Oklab(xyz: pointwiseMax($0, .zero)) }.sorted { $0.l < $1.l }
    var (sum, count) = (0.0, 0)
    let step = max(1, places.count / 16)
    for start in stride(from: 0, to: places.count - step + 1, by: step) {
      let part = places[start..<start + step].map { SIMD2($0.a, $0.b) }
      let mean = part.reduce(.zero, +) / Double(step)
      sum += part.reduce(0) { $0 + (($1 - mean) * ($1 - mean)).sum() }
      count += step
    }
    return count > 0 ? (sum / Double(count)).squareRoot() : 0
  }

  /// A point in both pictures.
  fileprivate struct Place {
    /// Camera values before any balance.
    var sensor: SIMD3<Double>
    var light: SIMD3<Double>
    /// The preview's XYZ.
    var xyz: SIMD3<Double>

    /// The photo's luminance.
    var luminance: Double { (light * weights).sum() }
    /// The photo's brightness, close to L*.
    var brightness: Double { cbrt(max(luminance, 0)) }
  }
}

/// Both pictures, upright.
private struct Fields {
  let size: Size
  let places: [PicturePair.Place]
  private let purpose: PicturePair.Purpose
  private let own: [Double]
  private let theirs: [Double]
  /// Pixels to ignore at the borders.
  private let border: Int
  /// Maximum shift in pixels: 11 of 400.
  private let reach: Int

  init(size: Size, places: [PicturePair.Place], purpose: PicturePair.Purpose) {
    self.size = size
    self.places = places
    self.purpose = purpose
    own = places.map { $0.brightness.isFinite ? min($0.brightness, 1) : 0 }
    theirs = places.map { cbrt($0.xyz.y) }
    border = max(2, purpose.border * size.longEdge / purpose.longEdge)
    reach = min(11 * size.longEdge / 400, border)
  }

  /// Returns the shift of the photo relative to the preview, to the right and down.
  ///
  /// It is the integer shift with the highest correlation. The search halves its step.
  func shift() -> (x: Int, y: Int) {
    var best = (x: 0, y: 0, value: correlation(0, 0, every: 2))
    var step = 4
    while step > 0 {
      let center = best
      // The first step covers the entire range.
      let count = step == 4 ? reach / 4 : 1
      if step < 4 { best.value = correlation(center.x, center.y, every: 1) }
      for j in -count...count {
        for i in -count...count where (i, j) != (0, 0) {
          let (x, y) = (center.x + i * step, center.y + j * step)
          guard abs(x) <= reach, abs(y) <= reach else { continue }
          let value = correlation(x, y, every: step == 4 ? 2 : 1)
          if value > best.value { best = (x, y, value) }
        }
      }
      step /= 2
    }
    return (best.x, best.y)
  }

  private func correlation(_ dx: Int, _ dy: Int, every step: Int) -> Double {
    var sums = Correlation()
    for y in stride(from: border, to: size.height - border, by: step) {
      for x in stride(from: border, to: size.width - border, by: step) {
        sums.add(own[(y + dy) * size.width + x + dx], theirs[y * size.width + x])
      }
    }
    return sums.value
  }

  /// Returns the points where both pictures are not clipped or black.
  func pairs(_ space: RGBSpace, shift: (x: Int, y: Int)) -> [PicturePair.Place] {
    var result: [PicturePair.Place] = []
    for y in border..<size.height - border {
      for x in border..<size.width - border {
        var place = places[(y + shift.y) * size.width + x + shift.x]
        place.xyz = places[y * size.width + x].xyz
        guard place.light.sum().isFinite, (space.fromXYZ * place.xyz).max() < 0.985,
          isUsable(place)
        else { continue }
        result.append(place)
      }
    }
    return result
  }

  /// Returns whether the photo is not clipped at a point, and both pictures are bright enough for
  /// the purpose.
  private func isUsable(_ place: PicturePair.Place) -> Bool {
    switch purpose {
    case .look: place.sensor.max() < 0.98 && place.luminance >= Self.leastLight
    case .exposure:
      place.light.max() < 0.98 && place.xyz.y > Self.leastPreview
    }
  }

  private static let leastLight = exp2(-9.0)
  /// The luminance of L* 3.
  private static let leastPreview = LookCurve.light(0.03)
}
