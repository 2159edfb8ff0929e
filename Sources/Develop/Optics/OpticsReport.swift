public import Kernels
internal import Pixels

/// What a development corrected of lens and sensor, and what decided it.
public struct OpticsReport: Sendable, Hashable, Codable {
  /// DNG's or the maker's names of the file's own corrections that were applied; nil if none were.
  public var embedded: [String]?
  /// The lens as lensfun names it; nil if nothing was corrected by lensfun.
  public var lens: String?
  /// What was corrected by lensfun: `distortion`, `lateral colour`, `vignetting`; nil if nothing was.
  public var lensfun: [String]?
  /// Why lensfun corrected nothing; nil if it did, or was not asked.
  public var lensUnknown: String?
  /// Corrections of the file that were left out, each with its reason; nil if none were, or none were asked for.
  public var ignored: [String]?
  /// The shift of red and blue that was corrected; nil if none was.
  public var lateralColor: LateralColor?
  /// `measured` on the mosaic, `locked` to another photo's, `stated` by a person, or `lensfun`; nil if no shift was corrected.
  public var lateralColorFrom: String?
  /// Hot and dead sites that were replaced; nil if none were searched for.
  public var hotPixels, deadPixels: Int?
  /// `light` (colour alone), `auto` or `best`, or the strength; nil if noise was left alone, or is not known.
  public var denoise: String?
  /// `sensor` or `output`: whose pixels the noise was reduced on; nil if noise was left alone.
  public var denoiseAt: String?
  /// The amount of sharpening at the output's size; nil for none.
  public var outputSharpening: Double?
  /// Share of the lost detail that was added; nil if nothing was sharpened.
  public var captureSharpening: Double?
  /// Deviation of the blur in sensor pixels; nil if nothing was sharpened.
  public var radius: Double?
  /// `measured` on the mosaic, or `locked` to another photo's; nil if nothing was sharpened.
  public var radiusFrom: String?
  /// The noise of the sensor's samples; nil if nothing tells it: the photo is too small, or nowhere flat.
  public var noise: NoiseModel?
  /// `file`, `locked` to another photo's, or `measured` on the mosaic; nil without a noise.
  public var noiseFrom: String?
}

extension Developer {
  /// What of that concerns the lens, which is known before anything is developed.
  package var lensReport: OpticsReport { embeddedReport }

  /// What is corrected of lens and sensor; nil if nothing is.
  ///
  /// Ask for it when the picture is developed: before, the photo may have to be measured.
  public var opticsReport: OpticsReport? {
    guard case .sensor = pipeline.pixels else { return nil }
    var report = embeddedReport
    pipeline.steps.corrections?.tell(&report)
    pipeline.steps.optics?.tell(&report, pipeline.instructionSet)
    for case .pass(let pass) in pipeline.steps.passSteps {
      switch pass {
      case .outputNoise(let step): step.tell(&report, pipeline.instructionSet)
      case .outputSharpening(let step):
        report.outputSharpening = (step.amount * 1000).rounded() / 1000
      case .blur, .denoise, .sharpen: break
      }
    }
    return report == OpticsReport() ? nil : report
  }
}

extension RowOptics {
  /// States what is done to noise and blur.
  fileprivate func tell(_ report: inout OpticsReport, _ instructionSet: InstructionSet) {
    let found = guide.noise(instructionSet)
    let isReduced = noise.strength > 0 && found != nil
    if isReduced { (report.denoise, report.denoiseAt) = (noise.text, "sensor") }
    if sharpening.amount > 0 {
      report.captureSharpening = sharpening.amount
      report.radius = guide.radius(instructionSet)
      report.radiusFrom = report.radius.map { _ in guide.origin(of: \.radius) }
    }
    guard isReduced || sharpening.amount > 0 else { return }
    report.noise = found
    report.noiseFrom = found.map { _ in guide.origin(of: \.noise) }
  }
}

extension OutputNoiseStep {
  /// States what is done to noise.
  fileprivate func tell(_ report: inout OpticsReport, _ instructionSet: InstructionSet) {
    guard let found = guide.noise(instructionSet) else { return }
    (report.denoise, report.denoiseAt) = (reduction.text, "output")
    report.noise = found
    report.noiseFrom = guide.origin(of: \.noise)
  }
}

extension OpticsReport {
  /// The corrections of the lens, as far as a recipe asks for them.
  ///
  /// - Parameter lateral: The lateral colour of X-Trans that a warp takes away.
  init(_ lens: LensCorrections, _ lateral: LateralWarp?, _ geometry: OutputGeometry) {
    self.init()
    lateralColor = lateral?.color
    lateralColorFrom = lateral?.origin
    // A warp that moves nothing that could be seen is none.
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
