public import Kernels

/// What a development did to noise and blur, and what decided it.
public struct OpticsReport: Sendable, Hashable, Codable {
  /// `light` (colour alone) or `auto`, or the strength; nil if noise was left alone, or is not known.
  public var denoise: String?
  /// Share of the lost detail that was added; nil if nothing was sharpened.
  public var captureSharpening: Double?
  /// Deviation of the blur in sensor pixels; nil if nothing was sharpened.
  public var radius: Double?
  /// The noise of the sensor's samples; nil if nothing tells it: the photo is too small, or nowhere flat.
  public var noise: NoiseModel?
  /// `file`, or `measured` on the mosaic; nil without a noise.
  public var noiseFrom: String?
}

extension Developer {
  /// What is done to noise and blur; nil if nothing is.
  ///
  /// Ask for it when the picture is developed: before, the photo may have to be measured.
  public var opticsReport: OpticsReport? {
    guard let optics = pipeline.steps.optics, case .sensor = pipeline.pixels else { return nil }
    let reading = optics.guide.reading(pipeline.instructionSet)
    let isSharpened = optics.sharpening.amount > 0
    let isReduced = optics.noise.strength > 0 && reading.noise != nil
    guard isReduced || isSharpened else { return nil }
    return OpticsReport(
      denoise: isReduced ? optics.noise.text : nil,
      captureSharpening: isSharpened ? optics.sharpening.amount : nil,
      radius: isSharpened ? reading.radius : nil, noise: reading.noise,
      noiseFrom: reading.noise.map { _ in optics.guide.stated.noise == nil ? "measured" : "file" })
  }
}
