internal import BromideDevelop
internal import BromideLibc
internal import BromideValues

/// Finds a photo's white balance by comparing its colours with the camera's preview.
///
/// We compare both at 96 pixels, where demosaic and sharpening no longer matter. With 150 pixels,
/// the results are the same within one step. The photo is developed with a typical camera curve at
/// the preview's brightness, so its contrast has little effect.
///
/// We tested this on photos with a recorded balance. In camera values, the error of the neutral was
/// 0.1° to 0.4° for a Nikon D5000, an LG G4 and a Canon EOS 6D. It was 2.6° for a Canon EOS 30D,
/// which uses a special style for its preview. The search takes 30 ms.
struct PreviewBalance {
  private let profile: CameraProfile
  /// Unclipped pixels of both pictures.
  private let pairs: [Pair]
  /// The mean camera values of pixels with medium brightness in the preview, and the light that the
  /// curve maps to this brightness.
  private let middle: SIMD3<Double>
  private let middleLight: Double

  /// The same point in both pictures.
  private struct Pair {
    /// The photo's values from 0 (black) to 1 (saturation), before any balance.
    var camera: SIMD3<Double>
    /// The preview's luminance.
    var luminance: Double
    /// The preview's a and b of Oklab.
    var color: SIMD2<Double>
  }

  /// Compares a photo with its preview.
  ///
  /// - Throws: `PreviewUnusable` if the preview does not match the photo or has no colours.
  init(_ source: DevelopSource, _ preview: PreviewPicture) throws(PreviewUnusable) {
    profile = source.profile
    let region = preview.shown(of: source)
    guard
      let camera = ReducedSensor(source.image, region: region, longEdge: Self.longEdge)
    else { throw PreviewUnusable("the photo is too small to compare with its preview") }
    var all: [Pair] = []
    let points = preview.points(in: camera, of: source)
    for (index, xyz) in points {
      let value = camera.pixels[index]
      let code = preview.space.fromXYZ * xyz
      guard value.max() < 0.98, value.min() > 0, value.sum().isFinite, code.max() < 0.985,
        xyz.y > 0.01
      else { continue }
      let color = Oklab(xyz: xyz)
      all.append(Pair(camera: value, luminance: xyz.y, color: SIMD2(color.a, color.b)))
    }
    try Self.check(all, of: points.count)
    pairs = all
    let byLight = all.sorted { $0.luminance < $1.luminance }
    let middle = byLight[byLight.count * 2 / 5...byLight.count * 3 / 5]
    self.middle = middle.reduce(.zero) { $0 + $1.camera } / Double(middle.count)
    middleLight =
      middle.reduce(0) { $0 + ToneCurve.standard.inverse($1.luminance) } / Double(middle.count)
  }

  private static let longEdge = 96

  private static func check(_ pairs: [Pair], of area: Int) throws(PreviewUnusable) {
    guard Double(pairs.count) >= 0.3 * Double(area), pairs.count >= 100 else {
      throw PreviewUnusable("less than 30 % of its preview is neither clipped nor black")
    }
    let chroma = pairs.reduce(0.0) { sum, pair in
      sum + (pair.color * pair.color).sum().squareRoot()
    }
    guard chroma / Double(pairs.count) >= leastChroma else {
      throw PreviewUnusable("its preview is in black and white")
    }
    let correlation = Correlation.of(
      pairs.map { cbrt($0.camera.y) }, pairs.map { cbrt($0.luminance) })
    guard correlation >= leastCorrelation else {
      throw PreviewUnusable("its preview shows something else")
    }
  }

  /// Minimum mean Oklab chroma. This does not detect toned monochrome styles.
  private static let leastChroma = 0.004
  /// Minimum correlation between the cube roots of light, which are close to L*. Previews of the
  /// same photo have 0.87 or more.
  private static let leastCorrelation = 0.85

  // MARK: Search

  /// Returns the camera values of white with the best agreement of colours.
  ///
  /// First, we search a grid of all usual lights on every fourth pixel. Then we search neighbours
  /// on all pixels, and halve the distance each time.
  func neutral() throws(PreviewUnusable) -> SIMD3<Double> {
    var best: (place: PlanckianPlace, distance: Double)?
    func consider(_ mired: Double, _ duv: Double, every step: Int) {
      let place = PlanckianPlace(mired: mired, duv: duv)
      guard let distance = distance(under: place, every: step) else { return }
      if distance < best?.distance ?? .infinity { best = (place, distance) }
    }
    for mired in stride(from: 120.0, through: 420, by: 20) {
      for duv in 0..<5 { consider(mired, -0.009 + 0.004 * Double(duv), every: 4) }
    }
    var (mired, duv) = (20.0, 0.004)
    for round in 0..<4 {
      guard let center = best?.place else { break }
      // Distances for all pixels cannot be compared with distances for a quarter of the pixels.
      if round == 0 { best = nil }
      (mired, duv) = (mired / 2, duv / 2)
      for i in -1...1 {
        for j in -1...1 where round == 0 || (i, j) != (0, 0) {
          consider(center.mired + Double(i) * mired, center.duv + Double(j) * duv, every: 1)
        }
      }
    }
    guard let best else { throw PreviewUnusable("no light explains its preview's colours") }
    return profile.neutral(white: best.place.white)
  }

  /// Returns the mean distance of colours in Oklab's a and b, at the preview's luminances.
  ///
  /// It is `nil` if the camera does not respond to this light.
  private func distance(under place: PlanckianPlace, every step: Int) -> Double? {
    let neutral = profile.neutral(white: place.white)
    guard neutral.min() > 0,
      let balance = try? profile.resolve(
        .multipliers(1 / neutral.x, 1 / neutral.y, 1 / neutral.z))
    else { return nil }
    let toLight =
      profile.matrix(for: balance, to: .rec2020) * Matrix3x3(diagonal: balance.multipliers)
    let exposed = (toLight * middle * Self.luminance).sum()
    guard exposed > 0 else { return nil }
    let light = Columns((middleLight / exposed) * toLight)
    let cones = Self.cones
    var sum = 0.0
    var count = 0
    for i in stride(from: 0, to: pairs.count, by: step) {
      let pair = pairs[i]
      let shown = ToneCurve.standard.toned(light * pair.camera)
      let lms = cones * shown
      let roots = SIMD3(cbrt(lms.x), cbrt(lms.y), cbrt(lms.z))
      // Oklab's a and b are proportional to the cube root of light.
      let scale = cbrt(pair.luminance / max((shown * Self.luminance).sum(), 1e-9))
      let color = scale * SIMD2((roots * Self.greenRed).sum(), (roots * Self.blueYellow).sum())
      let difference = color - pair.color
      sum += (difference * difference).sum().squareRoot()
      count += 1
    }
    return sum / Double(count)
  }

  /// Y of linear Rec. 2020.
  private static let luminance = RGBSpace.rec2020.toXYZ.rows[1]
  private static let cones = Columns(Oklab.cones * RGBSpace.rec2020.toXYZ)
  private static let greenRed = Oklab.opponents.rows[1]
  private static let blueYellow = Oklab.opponents.rows[2]
}

/// A matrix stored by columns, for fast loops over pixels.
private struct Columns {
  let (x, y, z): (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  init(_ matrix: Matrix3x3) {
    let columns = matrix.transposed.rows
    (x, y, z) = (columns[0], columns[1], columns[2])
  }

  static func * (matrix: Columns, v: SIMD3<Double>) -> SIMD3<Double> {
    matrix.x * v.x + matrix.y * v.y + matrix.z * v.z
  }
}

extension ToneCurve {
  /// Applies the curve to the largest and smallest component, and interpolates the middle one.
  fileprivate func toned(_ light: SIMD3<Double>) -> SIMD3<Double> {
    let light = pointwiseMax(light, .zero)
    let (low, high) = (light.min(), light.max())
    let (least, most) = (self(low), self(high))
    guard high > low else { return SIMD3(repeating: most) }
    return (light - low) * ((most - least) / (high - low)) + least
  }
}
