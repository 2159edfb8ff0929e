internal import ArgumentParser
internal import BromideDevelop
internal import BromideSampling
internal import BromideValues

/// The visible part of the photo, and the size and depth of the picture.
struct PictureOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Long edge in pixels, 1920x1080, 10MP, 50% or others (default: full size)",
      discussion: """
        short:1080   short edge
        width:1600   width, and height:900 for the height
        10MP         at most 10 million pixels
        50%          half of the width and height
        30x20cm      print size with --dpi, also in: 12x8in
        """,
      valueName: "size"),
    transform: PictureSize.init(typed:))
  var size: PictureSize?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pixels per inch to store, and for --size in cm (default: \(PictureSize.dotsPerInch))",
      valueName: "n"),
    transform: NumberValue.whole(PictureSize.densities))
  var dpi: Int?

  @Option(choice: "Fit inside --size, or fill it", standard: "contain")
  var fit: SizeRequest.Fit?

  @Flag(help: "Allow pictures to become larger than the photo")
  var enlarge = false

  @Option(
    help: ArgumentHelp(
      "Bits per sample", of: OutputDepth.all.map(\.name),
      standard: "8, for TIFF 16, for AVIF 10",
      note: "10 and 12 require AVIF. float32 requires TIFF and stores linear light."),
    completion: .list(OutputDepth.all.map(\.name)), transform: OutputDepth.init)
  var depth: OutputDepth?

  @Option(choice: "Turn pixels upright, or keep the tag", standard: "apply")
  var orientation: OrientationHandling?

  @Option(
    choice: "Area of the sensor", standard: "user",
    note: """
        user     the photographer's crop in a DNG, otherwise like default
        default  the camera maker's crop
        active   all active pixels
      """)
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
    choice: "Dither 8-bit pictures", standard: "auto",
    note: "auto dithers smooth areas, to avoid bands in gradients.")
  var dither: Dither?

  /// Rejects options that require a size if it is missing.
  ///
  /// - Parameter given: The size in a recipe, or `nil` if the recipe does not set it.
  func checkSize(_ given: SizeRequest? = nil) throws {
    if fit != nil, let bounds = bounds ?? given?.bounds, !bounds.isBox, bounds.isNew {
      throw ValidationError("--fit has no effect with --size \(bounds.text); remove it")
    }
    guard size == nil, given == nil else { return }
    if fit != nil { throw ValidationError("--fit needs a --size to fit into") }
    if enlarge { throw ValidationError("--enlarge needs a --size to enlarge to") }
  }

  /// Applies the options that were set.
  func apply(to settings: inout PhotoSettings) {
    let given = settings.recipe.size
    settings.recipe.size = (bounds ?? given?.bounds).map {
      SizeRequest(
        bounds: $0, fit: fit ?? given?.fit ?? .contain,
        enlarge: enlarge || given?.enlarge ?? false)
    }
    if let depth { settings.recipe.sample = depth.sample }
    if let dither { settings.recipe.dither = dither }
    if let orientation { settings.recipe.orientation = orientation }
    if let cropArea { settings.recipe.cropArea = cropArea }
    demosaic?.apply(to: &settings)
  }

  /// The requested size in pixels.
  private var bounds: SizeRequest.Bounds? {
    size?.bounds(dotsPerInch: dpi ?? PictureSize.dotsPerInch)
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

  /// Reads an integer sample format. Composed pictures only support integers.
  static func code(_ text: String) throws -> SampleFormat {
    try Choice.value(text, in: SampleFormat.codes.map { ($0.name, $0) })
  }

  /// Reads the size of frames, `1920x1080` or `2048`.
  static func bounds(_ text: String) throws -> SizeRequest.Bounds {
    if let bounds = SizeRequest.Bounds(text), !bounds.isNew { return bounds }
    throw ValidationError(
      "expected WIDTHxHEIGHT (1920x1080) or the long edge (2048), sides of 1 to \(SizeRequest.Bounds.sides.upperBound)"
    )
  }
}
