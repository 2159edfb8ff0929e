internal import Kernels
internal import Pixels

/// The corrections of lens and sensor that a development has, at their places in its order. Those that are off, or whose
/// effect no output pixel could show, are no steps.
///
/// Whether an effect shows depends on geometry alone, never on the photo's content.
struct OpticsSteps {
  /// Between highlights and demosaic, which carries it out.
  var inDemosaic: [DevelopStep] = []
  /// Between demosaic and geometry, on rows of balanced camera RGB.
  var onRows: [DevelopStep] = []

  /// - Parameter scale: Output pixels per sensor pixel; nil for the geometry's.
  init(
    _ source: DevelopSource, _ recipe: DevelopRecipe, _ geometry: OutputGeometry,
    scale: Double? = nil
  ) {
    let optics = recipe.optics
    guard optics != .none else { return }
    if let corrections = MosaicCorrections(source, recipe, geometry) {
      inDemosaic.append(.corrections(corrections))
    }
    if optics.lens.usesEmbedded, let samples = LinearCorrections(source, recipe) {
      inDemosaic.append(.samples(samples))
    }
    // A picture that needs no demosaic was treated by its maker, and half size shrinks noise and blur away.
    guard let filters = source.image.filters, let kernel = recipe.demosaic.kernel(of: filters),
      kernel.sitesInPixel == 1
    else { return }
    let scale = scale ?? geometry.scale
    var rows = RowOptics(
      noise: .none, sharpening: .none, response: kernel.noiseResponse(filters),
      guide: OpticsGuide(source))
    if scale >= Self.leastNoiseScale { rows.noise = optics.noise }
    if scale >= Self.leastSharpeningScale { rows.sharpening = optics.captureSharpening }
    if rows.noise.strength > 0 || rows.sharpening.amount > 0 { onRows.append(.rowOptics(rows)) }
  }

  /// Output pixels per sensor pixel from which noise of colour shows.
  static let leastNoiseScale = 0.5
  /// Output pixels per sensor pixel from which the lost sharpness shows.
  static let leastSharpeningScale = 0.6
}

extension OutputGeometry {
  /// Output pixels per source pixel, along the axis that has fewer.
  var scale: Double {
    min(
      Double(storedOutput.width) / window.width, Double(storedOutput.height) / window.height)
  }
}
