package import BromideKernels
package import BromideSystem
internal import BromideValues

/// Gets the optics reading that corrections of a photo need: from its file, a locked reading, or a
/// measurement.
///
/// Each value is measured once per photo. Every thread that needs it meanwhile helps, because each
/// measure is a `PhotoMeasures.Slot` that threads request when rows start.
struct OpticsGuide: Sendable {
  let given: OpticsReading
  let locked: OpticsReading
  let image: SensorImage
  let measures: PhotoMeasures

  init(_ source: DevelopSource) {
    given = source.optics
    locked = source.lockedOptics
    image = source.image
    measures = source.measures
  }

  /// Returns the noise of the photo's samples, or `nil` if it cannot be measured. Threads that call
  /// this meanwhile help.
  func noise(_ instructionSet: InstructionSet) -> NoiseModel? {
    if let noise = given.noise ?? locked.noise { return noise }
    guard let blocks = SensorBlocks(image, instructionSet: instructionSet) else { return nil }
    return measures.noise.value { NoiseMeasure(blocks) }.finish()
  }

  /// Returns the radius of the photo's blur. Threads that call this meanwhile help. Edges are
  /// measured relative to noise.
  func radius(_ instructionSet: InstructionSet) -> Double? {
    if let radius = given.radius ?? locked.radius { return radius }
    guard let blocks = SensorBlocks(image, instructionSet: instructionSet) else { return nil }
    let noise = noise(instructionSet) ?? .none
    return measures.blur.value { BlurMeasure(blocks, noise: noise) }.finish()
  }

  /// Returns the photo's lateral colour, or `nil` without a mosaic. Threads that call this
  /// meanwhile help.
  func lateralColor(_ instructionSet: InstructionSet) -> LateralColor? {
    guard image.filters != nil else { return nil }
    if let color = given.lateralColor ?? locked.lateralColor { return color }
    let measure = measures.lateralColor.value {
      switch image {
      case .mosaic(let mosaic): LateralMeasure(mosaic, instructionSet: instructionSet)
      case .xtrans(let mosaic): LateralMeasure(mosaic, instructionSet: instructionSet)
      case .linear: preconditionFailure("a mosaic")
      }
    }
    return measure.finish()
  }

  /// The same, measured by a crew unless it is known.
  func lateralColor(_ measuring: Measuring) -> LateralColor? {
    let isKnown =
      given.lateralColor != nil || locked.lateralColor != nil
      || measures.lateralColor.existing?.found != nil
    if !isKnown { measuring.crew { _ = lateralColor(measuring.instructionSet) } }
    return lateralColor(measuring.instructionSet)
  }

  /// Returns the source of a part of the reading, for reports: `file`, `locked` or `measured`.
  func origin<Part>(of part: KeyPath<OpticsReading, Part?>) -> String {
    if given[keyPath: part] != nil { return "file" }
    return locked[keyPath: part] != nil ? "locked" : "measured"
  }

  /// All that is known of the photo's lens and sensor.
  func reading(_ instructionSet: InstructionSet) -> OpticsReading {
    var reading = OpticsReading()
    reading.noise = noise(instructionSet)
    reading.radius = radius(instructionSet)
    reading.lateralColor = lateralColor(instructionSet)
    return reading
  }
}

extension DevelopSource {
  /// Returns the optics reading from the photo's file and its entire mosaic, or `nil` without a
  /// mosaic.
  ///
  /// - Parameters:
  ///   - instructionSet: The instruction set of the kernels. All give equal values.
  ///   - crew: The threads that measure together. The values do not depend on their number.
  package func opticsReading(
    _ instructionSet: InstructionSet = .best, crew: Crew = .alone
  ) -> OpticsReading? {
    guard image.filters != nil else { return nil }
    let guide = OpticsGuide(self)
    crew { _ = guide.reading(instructionSet) }
    return guide.reading(instructionSet)
  }
}
