internal import ArgumentParser
internal import Develop
internal import PhotoLoading
internal import Pixels
internal import RawDecoding
internal import Sampling

struct PictureOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Size of the picture: WxH to fit into, or the long edge (default: every pixel).",
      valueName: "size"),
    transform: Self.bounds)
  var size: SizeRequest.Bounds?

  @Option(
    help: ArgumentHelp(
      "How a picture meets a size", of: Choice.names(SizeRequest.Fit.self), standard: "contain"),
    completion: .list(Choice.names(SizeRequest.Fit.self)), transform: Choice.value)
  var fit: SizeRequest.Fit?

  @Flag(help: "Pictures smaller than the size grow.")
  var enlarge = false

  @Option(
    help: ArgumentHelp("Bits a sample", of: ["8", "16"], standard: "8"),
    completion: .list(["8", "16"]), transform: Self.sample)
  var depth: SampleFormat = .uint8

  @Option(
    help: ArgumentHelp(
      "Turn the pixels upright, or keep pixels and tag",
      of: Choice.names(OrientationHandling.self), standard: "apply"),
    completion: .list(Choice.names(OrientationHandling.self)), transform: Choice.value)
  var orientation: OrientationHandling = .apply

  @Option(
    help: ArgumentHelp(
      "The maker's crop or all pixels", of: Choice.names(CropArea.self), standard: "default"),
    completion: .list(Choice.names(CropArea.self)), transform: Choice.value)
  var cropArea: CropArea = .default

  @Option(
    help: ArgumentHelp(
      "How full colour is made", of: DemosaicChoice.names, standard: "rcd"),
    completion: .list(DemosaicChoice.names), transform: DemosaicChoice.init)
  var demosaic = DemosaicChoice.own(.rcd)

  @Option(
    help: ArgumentHelp(
      "Black and white level: own, those of the first photo (lock), or of another photo.",
      valueName: "own|lock|file"))
  var levels = "own"

  mutating func validate() throws {
    guard size == nil else { return }
    if fit != nil { throw ValidationError("--fit needs a --size to fit into") }
    if enlarge { throw ValidationError("--enlarge needs a --size to grow to") }
  }

  /// What the picture's options ask of a recipe.
  func apply(to settings: inout PhotoSettings) {
    settings.recipe.size = size.map {
      SizeRequest(bounds: $0, fit: fit ?? .contain, enlarge: enlarge)
    }
    settings.recipe.sample = depth
    settings.recipe.orientation = orientation
    settings.recipe.cropArea = cropArea
    switch demosaic {
    case .own(let method): settings.recipe.demosaic = method
    case .libRaw(let method): settings.loading.interpolation = method
    }
  }

  static func sample(_ text: String) throws -> SampleFormat {
    try Choice.value(text, in: SampleFormat.allCases.map { ("\($0.rawValue)", $0) })
  }

  /// Reads `1920x1080` or `2048`.
  static func bounds(_ text: String) throws -> SizeRequest.Bounds {
    if let bounds = SizeRequest.Bounds(text) { return bounds }
    throw ValidationError(
      "accepted are WIDTHxHEIGHT (1920x1080) or the long edge (2048), sides of 1 to \(SizeRequest.Bounds.sides.upperBound)"
    )
  }
}

/// Our demosaic methods and LibRaw's.
enum DemosaicChoice: Sendable, Hashable {
  case own(DemosaicMethod)
  case libRaw(LibRawInterpolation)

  static var names: [String] { all.map(\.name) }

  init(_ text: String) throws { self = try Choice.value(text, in: Self.all) }

  private static var all: [(name: String, value: DemosaicChoice)] {
    DemosaicMethod.allCases.map { ($0.rawValue, .own($0)) }
      + LibRawInterpolation.allCases.map { ("libraw:\($0.rawValue)", .libRaw($0)) }
  }
}
