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
  }
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

  /// The noise of the photo's samples; nil if nobody states it.
  func noise(_ instructionSet: InstructionSet) -> NoiseModel? { stated.noise }
}
