internal import ArgumentParser
internal import Develop
internal import PhotoLoading
internal import Sampling

/// Which pixels of a raw are sampled.
struct RawSampleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which pixels", of: Choice.names(RawSourceChoice.self), standard: "auto, the sensor's"),
    completion: .list(Choice.names(RawSourceChoice.self)), transform: Choice.value)
  var from: RawSourceChoice = .auto

  @Option(
    help: ArgumentHelp("How full colour is made", of: DemosaicChoice.names, standard: "rcd"),
    completion: .list(DemosaicChoice.names), transform: DemosaicChoice.init)
  var demosaic: DemosaicChoice?

  mutating func validate() throws {
    if from == .half, demosaic != nil {
      throw ValidationError("--from half is a way to make full colour; leave --demosaic away")
    }
  }

  func apply(to settings: inout PhotoSettings) {
    switch demosaic {
    case .own(let method): settings.recipe.demosaic = method
    case .libRaw(let method): settings.loading.interpolation = method
    case nil: if from == .half { settings.recipe.demosaic = .half }
    }
  }

  /// Names of the options that were given.
  var flags: Set<String> { demosaic != nil || from == .half ? ["demosaic"] : [] }
}
