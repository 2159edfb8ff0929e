package import Kernels
internal import Pixels
package import Scheduling

/// Where the corrections of a photo get its reading from: its file, else a locked reading, else a measurement.
///
/// What is measured is measured once for a photo, by every thread that needs it while it is measured: a measure is a
/// `PhotoMeasures.Slot` that is asked for where rows begin.
struct OpticsGuide: Sendable {
  let stated: OpticsReading
  let locked: OpticsReading
  let image: SensorImage
  let measures: PhotoMeasures

  init(_ source: DevelopSource) {
    stated = source.optics
    locked = source.lockedOptics
    image = source.image
    measures = source.measures
  }

  /// The noise of the photo's samples; nil if the photo does not tell. Threads that ask for it while it is measured help.
  func noise(_ instructionSet: InstructionSet) -> NoiseModel? {
    if let noise = stated.noise ?? locked.noise { return noise }
    guard let blocks = SensorBlocks(image, instructionSet: instructionSet) else { return nil }
    return measures.noise.value { NoiseMeasure(blocks) }.finish()
  }

  /// The radius of the photo's blur, likewise; its edges are measured against its noise.
  func radius(_ instructionSet: InstructionSet) -> Double? {
    if let radius = stated.radius ?? locked.radius { return radius }
    guard let blocks = SensorBlocks(image, instructionSet: instructionSet) else { return nil }
    let noise = noise(instructionSet) ?? .none
    return measures.blur.value { BlurMeasure(blocks, noise: noise) }.finish()
  }

  /// The photo's lateral colour, likewise; nil without a mosaic.
  func lateralColor(_ instructionSet: InstructionSet) -> LateralColor? {
    guard image.filters != nil else { return nil }
    if let color = stated.lateralColor ?? locked.lateralColor { return color }
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
      stated.lateralColor != nil || locked.lateralColor != nil
      || measures.lateralColor.existing?.found != nil
    if !isKnown { measuring.crew { _ = lateralColor(measuring.instructionSet) } }
    return lateralColor(measuring.instructionSet)
  }

  /// Who decides a part of the reading, as reports say it: `file`, `locked` or `measured`.
  func origin<Part>(of part: KeyPath<OpticsReading, Part?>) -> String {
    if stated[keyPath: part] != nil { return "file" }
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
  /// What the photo tells of its lens and sensor, as its file states it and as its whole mosaic shows it; nil without a
  /// mosaic.
  ///
  /// - Parameters:
  ///   - instructionSet: The instruction set of the kernels; all give equal values.
  ///   - crew: Measures together. The values do not depend on its size.
  package func opticsReading(
    _ instructionSet: InstructionSet = .best, crew: Crew = .alone
  ) -> OpticsReading? {
    guard image.filters != nil else { return nil }
    let guide = OpticsGuide(self)
    crew { _ = guide.reading(instructionSet) }
    return guide.reading(instructionSet)
  }
}
