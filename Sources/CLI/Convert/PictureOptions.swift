internal import ArgumentParser
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideSampling
internal import BromideValues

/// The visible part of the photo, and the size and depth of the picture.
struct PictureOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Long edge in pixels, or a box such as 1920x1080 (default: full size)",
      valueName: "size"),
    transform: Self.bounds)
  var size: SizeRequest.Bounds?

  @Option(
    help: ArgumentHelp(
      "Fit inside --size, or fill it", of: Choice.names(SizeRequest.Fit.self),
      standard: "contain"),
    completion: .list(Choice.names(SizeRequest.Fit.self)), transform: Choice.value)
  var fit: SizeRequest.Fit?

  @Flag(help: "Allow pictures to become larger than the photo")
  var enlarge = false

  @Option(
    help: ArgumentHelp(
      "Bits per sample", of: SampleFormat.allCases.map(\.name), standard: "8, for TIFF 16",
      note: "float32 requires TIFF and stores linear light."),
    completion: .list(SampleFormat.allCases.map(\.name)), transform: Self.sample)
  var depth: SampleFormat?

  @Option(
    help: ArgumentHelp(
      "Turn pixels upright, or keep the tag",
      of: Choice.names(OrientationHandling.self), standard: "apply"),
    completion: .list(Choice.names(OrientationHandling.self)), transform: Choice.value)
  var orientation: OrientationHandling?

  @Option(
    help: ArgumentHelp(
      "Area of the sensor", of: Choice.names(CropArea.self), standard: "user",
      note: """
          user     the photographer's crop in a DNG, otherwise like default
          default  the camera maker's crop
          active   all active pixels
        """),
    completion: .list(Choice.names(CropArea.self)), transform: Choice.value)
  var cropArea: CropArea?

  @Option(
    help: ArgumentHelp(
      "Demosaicing method", of: DemosaicChoice.names,
      standard: "auto",
      note: """
          auto      rcd for Bayer, xtrans for X-Trans, cells for small pictures
          fine      more detail than rcd and xtrans, slower
          best      most detail, slowest
          cells     for reduced pictures
          half      half resolution, fast
          bilinear  for tests
          libraw:   LibRaw's methods, for comparison
        """),
    completion: .list(DemosaicChoice.names), transform: DemosaicChoice.init)
  var demosaic: DemosaicChoice?

  @Option(
    help: ArgumentHelp(
      "Black and white levels: own, lock, or a photo",
      discussion: """
          own   from each photo
          lock  from the first photo
        """,
      valueName: "own|lock|file"))
  var levels = "own"

  @Option(
    help: ArgumentHelp(
      "Dither 8-bit pictures", of: Choice.names(Dither.self),
      standard: "auto", note: "auto dithers smooth areas, to avoid bands in gradients."),
    completion: .list(Choice.names(Dither.self)), transform: Choice.value)
  var dither: Dither?

  /// Rejects options that require a size if it is missing.
  ///
  /// - Parameter stated: The size in a recipe, or `nil` if the recipe does not set it.
  func checkSize(_ stated: SizeRequest? = nil) throws {
    guard size == nil, stated == nil else { return }
    if fit != nil { throw ValidationError("--fit needs a --size to fit into") }
    if enlarge { throw ValidationError("--enlarge needs a --size to enlarge to") }
  }

  /// Applies the options that were set.
  func apply(to settings: inout PhotoSettings) {
    let stated = settings.recipe.size
    settings.recipe.size = (size ?? stated?.bounds).map {
      SizeRequest(
        bounds: $0, fit: fit ?? stated?.fit ?? .contain,
        enlarge: enlarge || stated?.enlarge ?? false)
    }
    if let depth { settings.recipe.sample = depth }
    if let dither { settings.recipe.dither = dither }
    if let orientation { settings.recipe.orientation = orientation }
    if let cropArea { settings.recipe.cropArea = cropArea }
    demosaic?.apply(to: &settings)
  }

  /// Names of the options that were set.
  var flags: Set<String> {
    let given: [(String, Bool)] = [
      ("size", size != nil), ("fit", fit != nil), ("enlarge", enlarge), ("depth", depth != nil),
      ("dither", dither != nil),
      ("orientation", orientation != nil), ("crop-area", cropArea != nil),
      ("demosaic", demosaic != nil),
    ]
    return Set(given.filter(\.1).map(\.0))
  }

  static func sample(_ text: String) throws -> SampleFormat {
    try Choice.value(text, in: SampleFormat.allCases.map { ($0.name, $0) })
  }

  /// Reads an integer sample format. Composed pictures only support integers.
  static func code(_ text: String) throws -> SampleFormat {
    try Choice.value(text, in: SampleFormat.codes.map { ($0.name, $0) })
  }

  /// Reads `1920x1080` or `2048`.
  static func bounds(_ text: String) throws -> SizeRequest.Bounds {
    if let bounds = SizeRequest.Bounds(text) { return bounds }
    throw ValidationError(
      "expected WIDTHxHEIGHT (1920x1080) or the long edge (2048), sides of 1 to \(SizeRequest.Bounds.sides.upperBound)"
    )
  }
}

/// A demosaic method of Bromide or LibRaw.
enum DemosaicChoice: Sendable, Hashable {
  case own(DemosaicMethod)
  case libRaw(LibRawInterpolation)

  static var names: [String] { all.map(\.name) }

  init(_ text: String) throws { self = try Choice.value(text, in: Self.all) }

  /// Replaces the demosaic method in settings.
  func apply(to settings: inout PhotoSettings) {
    switch self {
    case .own(let method):
      (settings.recipe.demosaic, settings.loading.interpolation) = (method, nil)
    case .libRaw(let method): settings.loading.interpolation = method
    }
  }

  private static var all: [(name: String, value: DemosaicChoice)] {
    DemosaicMethod.allCases.map { ($0.rawValue, .own($0)) }
      + LibRawInterpolation.allCases.map { ("libraw:\($0.rawValue)", .libRaw($0)) }
  }
}
