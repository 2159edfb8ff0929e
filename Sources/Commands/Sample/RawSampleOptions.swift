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
    name: .customLong("as"),
    help: ArgumentHelp(
      "Light to sample", of: Choice.names(SampledLight.self), standard: "scene",
      note:
        "scene is linear light as the sensor recorded it; convert is what bromide convert writes, with its look and filters."
    ),
    completion: .list(Choice.names(SampledLight.self)), transform: Choice.value)
  var light: SampledLight?

  @Option(
    help: ArgumentHelp("Demosaicing method", of: DemosaicChoice.names, standard: "auto"),
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
  var flags: Set<String> {
    var names: Set<String> = light == nil ? [] : ["as"]
    if demosaic != nil || from == .half { names.insert("demosaic") }
    return names
  }

  /// Settings, by their names in documents, that the scene's light leaves something to work on.
  static let measuring: Set<String> = [
    "white-balance", "temperature", "tint", "exposure", "demosaic", "profile", "as",
  ]

  /// Why a setting has nothing to work on.
  static let refusal =
    "it shapes the picture, and samples are of the scene's light; add --as convert to sample what convert writes"
}
