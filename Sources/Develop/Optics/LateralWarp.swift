internal import Kernels
internal import Pixels

/// The lateral colour of X-Trans, which a warp of red and blue takes away behind the demosaic.
///
/// Of a Bayer mosaic it is corrected inside RCD, which is better: a demosaic ties colours to green where that was recorded.
/// What the warp regains of X-Trans is in Documentation/limits.md.
struct LateralWarp {
  /// What is corrected.
  let color: LateralColor
  /// Who says so: `measured`, `locked` or `stated`.
  let origin: String
  /// It as a map of places.
  let warp: OpcodeWarp

  /// Nil if there is nothing to correct, or nothing that an output pixel could show.
  ///
  /// It is measured if all else asks for it, and was not measured before.
  ///
  /// - Parameters:
  ///   - scale: Output pixels that a pixel of the sensor becomes.
  ///   - lens: What else moves pixels; if that moves colours apart, it counts more than a measurement.
  init?(
    _ source: DevelopSource, _ recipe: DevelopRecipe, scale: Double, _ lens: LensCorrections,
    _ measuring: Measuring
  ) {
    guard case .xtrans(let mosaic) = source.image, source.lensMovesPixels,
      scale >= MosaicCorrections.leastScale, let filters = source.image.filters,
      recipe.demosaic.kernel(of: filters)?.sitesInPixel == 1
    else { return nil }
    let size = mosaic.samples.size
    let halfDiagonal = size.halfDiagonal
    var least = 0.0
    switch recipe.optics.lateralColor {
    case .none: return nil
    case .auto:
      guard !lens.warps.contains(where: \.movesPlanesApart) else { return nil }
      let guide = OpticsGuide(source)
      guard let found = guide.lateralColor(measuring) else { return nil }
      color = found
      origin = guide.origin(of: \.lateralColor)
      least = MosaicCorrections.leastShown
    case .fixed(let red, let blue):
      color = LateralColor(red: red, blue: blue, halfDiagonal: halfDiagonal)
      origin = "stated"
    }
    guard max(color.red.greatest, color.blue.greatest) * scale > least else { return nil }
    let middle = SIMD2(Double(size.width), Double(size.height)) / 2
    warp = OpcodeWarp(
      model: .rectilinear,
      planes: [color.red, .none, color.blue].map { $0.plane(halfDiagonal: halfDiagonal) },
      center: middle, radius: halfDiagonal)
  }
}

extension LateralShift {
  /// Where a colour that belongs to a place was recorded: at p it shows what green shows at p + s, so that what belongs to p
  /// was recorded at p − s, but for a thousandth of s.
  fileprivate func plane(halfDiagonal: Double) -> OpcodeWarp.Plane {
    let t = coefficients.map { $0 / halfDiagonal }
    return OpcodeWarp.Plane(radial: [1 - t[0], -t[1], -t[2]], offset: -SIMD2(t[3], t[4]))
  }
}

extension LateralColor {
  /// Magnifications of red and blue.
  init(red: Double, blue: Double, halfDiagonal: Double) {
    self.init(
      red: LateralShift(magnification: red, halfDiagonal: halfDiagonal),
      blue: LateralShift(magnification: blue, halfDiagonal: halfDiagonal))
  }
}
