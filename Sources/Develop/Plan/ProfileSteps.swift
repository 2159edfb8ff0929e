internal import BromideKernels
internal import BromideLibc
internal import BromideValues

/// The steps from a photo's camera profile other than matrices.
///
/// They work on linear ProPhoto RGB, as the profile's maker intended, between matrices from the
/// working space and back. The matrices are merged with neighbouring steps. A profile without
/// tables adds no steps.
struct ProfileSteps {
  private let tables: ProfileTables
  private let hueSatMap: ColorTable?
  private let gains: GainTableKernel?

  private static let fromWorking = RGBSpace.working.matrix(to: .prophoto)
  private static let toWorking = RGBSpace.prophoto.matrix(to: .working)

  /// - Parameters:
  ///   - source: The photo with the profile that it is developed with.
  ///   - scale: Sensor pixels along a pixel of the demosaic's output.
  init(
    _ source: DevelopSource, balance: ResolvedWhiteBalance, geometry: OutputGeometry, scale: Double
  ) {
    let isGrey = source.image.channels == 1
    tables = isGrey ? ProfileTables() : source.profile.tables
    let map = isGrey ? nil : source.profile.hueSatMap(white: balance.white)
    hueSatMap = map?.isIdentity == true ? nil : map
    gains = tables.gainTable.flatMap { table in
      table.isIdentity
        ? nil
        : GainTableKernel(
          table, exposure: source.profile.baselineExposure + source.headroom, source: source,
          geometry: geometry,
          scale: scale)
    }
  }

  /// The steps that correct scene-linear light in the working space, before exposure.
  var correction: [DevelopStep] {
    var steps: [DevelopStep] = []
    if let hueSatMap { steps.append(.profile(ColorTableKernel(hueSatMap))) }
    if let gains { steps.append(.profile(gains)) }
    return Self.inProPhoto(steps)
  }

  /// Returns the steps from scene-linear to display-linear light for a look, or without a look if
  /// it is `nil`.
  ///
  /// The profile's look is part of the standard look. Other looks replace it.
  func rendering(_ look: Look?) -> [DevelopStep] {
    guard let look, look == .standard else { return [.tone(look)] }
    var steps: [DevelopStep] = []
    if let table = tables.lookTable, !table.isIdentity {
      steps.append(.profile(ColorTableKernel(table)))
    }
    guard let curve = tables.toneCurve else { return Self.inProPhoto(steps) + [.tone(look)] }
    return Self.inProPhoto(steps + [.profileCurve(curve, whitens: look.whitens)])
  }

  private static func inProPhoto(_ steps: [DevelopStep]) -> [DevelopStep] {
    steps.isEmpty ? [] : [.matrix(fromWorking)] + steps + [.matrix(toWorking)]
  }
}

extension GainTableKernel {
  /// The gains under the pixels of a picture before it is turned upright.
  fileprivate init(
    _ table: GainTable, exposure: Double, source: DevelopSource, geometry: OutputGeometry,
    scale: Double
  ) {
    let places = geometry.places
    let size = SIMD2(Double(source.image.size.width), Double(source.image.size.height)) / scale
    self.init(
      table, scale: exp2(exposure), origin: source.area.place(places.origin / size),
      across: source.area.way(places.across / size), down: source.area.way(places.down / size))
  }
}
