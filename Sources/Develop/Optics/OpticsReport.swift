public import BromideKernels
internal import BromideValues

/// The lens and sensor corrections of a development, and their sources.
public struct OpticsReport: Sendable, Hashable, Codable {
  /// Names, from DNG or the maker, of the file's corrections that were applied, or `nil` if no
  /// corrections were.
  public var embedded: [String]?
  /// The lens name in lensfun, or `nil` if lensfun was not used for a correction.
  public var lens: String?
  /// The lensfun corrections: `distortion`, `lateral colour`, `vignetting`. `nil` if lensfun was
  /// not used.
  public var lensfun: [String]?
  /// The reason why lensfun was not used, or `nil` if it was used or not requested.
  public var lensUnknown: String?
  /// The file's corrections that Bromide skipped, with reasons, or `nil` if it skipped none.
  public var ignored: [String]?
  /// The shift of red and blue that was corrected, or `nil` without a shift.
  public var lateralColor: LateralColor?
  /// The source of the shift, or `nil` without a shift.
  ///
  /// `measured` on the mosaic, `locked` to another photo, `set` by the user, or
  /// `lensfun`.
  public var lateralColorFrom: String?
  /// The number of hot and dead sites that were replaced, or `nil` if the search is off.
  public var hotPixels, deadPixels: Int?
  /// `light` (colour only), `auto` or `best`, or the strength. `nil` if noise was not reduced, or
  /// is unknown.
  public var denoise: String?
  /// The pixels on which noise was reduced, `sensor` or `output`, or `nil` without noise reduction.
  public var denoiseAt: String?
  /// The amount of sharpening at the output's size, or `nil` without sharpening.
  public var outputSharpening: Double?
  /// The fraction of the lost detail that was added, or `nil` without sharpening.
  public var captureSharpening: Double?
  /// Deviation of the blur in sensor pixels, or `nil` without sharpening.
  public var radius: Double?
  /// `measured` on the mosaic, or `locked` to another photo's. `nil` without sharpening.
  public var radiusFrom: String?
  /// The noise of the sensor's samples, or `nil` if it is unknown because the photo is too small or
  /// has no flat areas.
  public var noise: NoiseModel?
  /// `file`, `locked` to another photo's, or `measured` on the mosaic. `nil` if the noise is
  /// unknown.
  public var noiseFrom: String?
}

extension Developer {
  /// The report of the lens corrections, which is available before any pixel is developed.
  package var lensReport: OpticsReport { embeddedReport }

  /// The lens and sensor corrections of this picture, or `nil` if there is nothing to report.
  ///
  /// Request it after the picture is developed. Before that, it may have to measure the photo.
  public var opticsReport: OpticsReport? {
    guard case .sensor = pipeline.pixels else { return nil }
    var report = embeddedReport
    pipeline.steps.corrections?.note(&report)
    pipeline.steps.optics?.note(&report, pipeline.instructionSet)
    for case .pass(let pass) in pipeline.steps.passSteps {
      switch pass {
      case .outputNoise(let step): step.note(&report, pipeline.instructionSet)
      case .outputSharpening(let step):
        report.outputSharpening = (step.amount * 1000).rounded() / 1000
      case .blur, .denoise, .sharpen: break
      }
    }
    return report == OpticsReport() ? nil : report
  }
}

extension RowOptics {
  /// Adds noise reduction and sharpening to the report.
  fileprivate func note(_ report: inout OpticsReport, _ instructionSet: InstructionSet) {
    let found = guide.noise(instructionSet)
    let isReduced = noise.strength > 0 && found != nil
    if isReduced { (report.denoise, report.denoiseAt) = (noise.text, "sensor") }
    if sharpening > 0 {
      report.captureSharpening = sharpening
      report.radius = guide.radius(instructionSet)
      report.radiusFrom = report.radius.map { _ in guide.origin(of: \.radius) }
    }
    guard isReduced || sharpening > 0 else { return }
    report.noise = found
    report.noiseFrom = found.map { _ in guide.origin(of: \.noise) }
  }
}

extension OutputNoiseStep {
  /// Adds noise reduction to the report.
  fileprivate func note(_ report: inout OpticsReport, _ instructionSet: InstructionSet) {
    guard let found = guide.noise(instructionSet) else { return }
    (report.denoise, report.denoiseAt) = (reduction.text, "output")
    report.noise = found
    report.noiseFrom = guide.origin(of: \.noise)
  }
}

extension OpticsReport {
  /// Creates a report of the lens corrections that a recipe enables.
  ///
  /// - Parameter lateral: The lateral colour of X-Trans that a warp corrects.
  init(_ lens: LensCorrections, _ lateral: LateralWarp?, _ geometry: OutputGeometry) {
    self.init()
    lateralColor = lateral?.color
    lateralColorFrom = lateral?.origin
    // Warps that are too small to see are not applied, so omit them.
    let names = lens.file.names(warps: geometry.lens != nil)
    if !names.isEmpty { embedded = names }
    let parts = lens.names(warps: geometry.lens != nil)
    if !parts.isEmpty {
      lensfun = parts
      self.lens = lens.profile?.name
    }
    lensUnknown = lens.doubt
    let damaged = (lens.profile?.damaged ?? []).map { "lensfun's \($0.rawValue) (no lens's)" }
    let ignored = lens.file.ignored.map(\.text) + damaged
    if !ignored.isEmpty { self.ignored = ignored }
  }
}
