internal import ArgumentParser
internal import Develop
internal import PhotoLoading
internal import Sampling

/// The pixels of raw photos that are sampled.
struct RawSampleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Source of the pixels", of: Choice.names(RawSourceChoice.self),
      standard: "auto, the sensor"),
    completion: .list(Choice.names(RawSourceChoice.self)), transform: Choice.value)
  var from: RawSourceChoice = .auto

  @Option(
    help: ArgumentHelp("Demosaicing method", of: DemosaicChoice.names, standard: "rcd"),
    completion: .list(DemosaicChoice.names), transform: DemosaicChoice.init)
  var demosaic: DemosaicChoice?

  mutating func validate() throws {
    if from == .half, demosaic != nil {
      throw ValidationError("--from half already chooses how to demosaic; leave out --demosaic")
    }
  }

  func apply(to settings: inout PhotoSettings) {
    (from == .half ? .own(.half) : demosaic)?.apply(to: &settings)
  }

  /// Names of the options that were given.
  var flags: Set<String> { demosaic != nil || from == .half ? ["demosaic"] : [] }
}
