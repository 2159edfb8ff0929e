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

  init(_ source: DevelopSource, _ recipe: DevelopRecipe, _ geometry: OutputGeometry) {
    let optics = recipe.optics
    guard optics != .none else { return }
    if let corrections = MosaicCorrections(source, recipe, geometry) {
      inDemosaic.append(.corrections(corrections))
    }
    if optics.lens.usesEmbedded,
      let samples = LinearCorrections(
        source, isHalved: DevelopPlan.isHalved(source.image, recipe: recipe))
    {
      inDemosaic.append(.samples(samples))
    }
    // A picture that needs no demosaic was treated by its maker, and half size shrinks noise and blur away.
    guard let filters = source.image.filters, let kernel = recipe.demosaic.kernel(of: filters),
      kernel.sitesInPixel == 1
    else { return }
    let scale = geometry.scale
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

/// Where the corrections of a photo get its reading from.
///
/// What the source states is not measured. All else is measured once for a photo, by every thread that needs it while
/// it is measured: a measure is a `PhotoMeasures.Slot` that is asked for where rows begin.
struct OpticsGuide: Sendable {
  let stated: OpticsReading
  let image: SensorImage
  let measures: PhotoMeasures

  init(_ source: DevelopSource) {
    stated = source.optics
    image = source.image
    measures = source.measures
  }

  /// The noise of the photo's samples, measured if nobody states it; nil if the photo does not tell. Threads that ask for
  /// it while it is measured help.
  func noise(_ instructionSet: InstructionSet) -> NoiseModel? {
    if let noise = stated.noise { return noise }
    guard let blocks = SensorBlocks(image, instructionSet: instructionSet) else { return nil }
    return measures.noise.value { NoiseMeasure(blocks) }.finish()
  }

  /// The radius of the photo's blur, likewise; its edges are measured against its noise.
  func radius(_ instructionSet: InstructionSet) -> Double? {
    if let radius = stated.radius { return radius }
    guard let blocks = SensorBlocks(image, instructionSet: instructionSet) else { return nil }
    let noise = noise(instructionSet) ?? .none
    return measures.blur.value { BlurMeasure(blocks, noise: noise) }.finish()
  }

  /// Noise and blur of the photo, with what else is stated.
  func reading(_ instructionSet: InstructionSet) -> OpticsReading {
    var reading = stated
    reading.noise = noise(instructionSet)
    reading.radius = radius(instructionSet)
    return reading
  }
}

extension OutputGeometry {
  /// Output pixels per source pixel, along the axis that has fewer.
  var scale: Double {
    min(
      Double(storedOutput.width) / window.width, Double(storedOutput.height) / window.height)
  }
}
