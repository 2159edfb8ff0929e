internal import BromideKernels
internal import BromideValues

/// The lateral colour of X-Trans, which a warp of red and blue corrects after the demosaic.
///
/// For a Bayer mosaic, RCD corrects it before the demosaic. This is better, because the demosaic
/// relates colours to green at the same site. Documentation/limits.md contains the gain of the warp
/// for X-Trans.
struct LateralWarp {
  /// The shifts to correct.
  let color: LateralColor
  /// The source of the shifts: `measured`, `locked` or `given`.
  let origin: String
  /// The correction as a warp.
  let warp: OpcodeWarp

  /// Returns `nil` if there is nothing to correct, or if the correction would be invisible in
  /// output pixels.
  ///
  /// Measures the lateral colour if it is needed and not measured yet.
  ///
  /// - Parameters:
  ///   - scale: Output pixels per sensor pixel.
  ///   - lens: Other warps. If they move channels apart, they replace a measurement.
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
      origin = "set"
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
  /// Returns the warp from positions to where the colour was recorded.
  ///
  /// At p, the colour shows the content of green at p + s. The content of p was therefore recorded
  /// at p − s, with an error of a thousandth of s.
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
