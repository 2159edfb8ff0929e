internal import BromideCodecs
internal import BromideDevelop
internal import BromideDrawing
internal import BromideKernels
internal import BromidePhotos
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// The settings of `bromide sheet`.
struct SheetRequest {
  var destination: Destination
  var policy: ExistingPolicy
  /// The settings for developing photos and writing pages.
  var settings: PictureSettings
  var color: ColorOptions
  var sheet: SheetOptions
  var motion: SheetMotionOptions
  var isDryRun: Bool
  var report: String?
  /// The recipe to save, or `nil` without one.
  var saving: RecipeSaving?
  var jobs: Int
  /// The memory limit in bytes.
  var memory: Int
  /// The pages of this share, or `nil` to draw all.
  var shard: InputShare?

  var space: RGBSpace { settings.photo.recipe.space }
  /// Channels and bits of a page's pixels.
  var format: PixelFormat {
    PixelFormat(
      channels: sheet.background.color == nil ? 4 : 3, sample: settings.photo.recipe.sample)
  }
  var instructionSet: InstructionSet { settings.photo.loading.effectiveInstructionSet }

  /// The maker of the tiles.
  var maker: TileMaker {
    var maker = TileMaker(settings.photo, from: sheet.from)
    maker.enlarges = sheet.enlarge
    if let script = motion.animate {
      maker.shrinks = true
      maker.variations = TileVariation.ends(script, from: settings.photo.recipe.filters)
    }
    return maker
  }

  var artist: SheetArtist {
    SheetArtist(
      style: sheet.style, space: space, background: sheet.background.color,
      shrinks: motion.animate != nil)
  }

  /// Returns the compositor, scene and description of a page.
  func frame(_ size: Size) -> (
    compositor: Compositor, frame: SceneFrame, description: PictureDescription
  ) {
    let compositor = Compositor(
      size: size, space: space, sample: settings.photo.recipe.sample,
      background: sheet.background.color, instructionSet: instructionSet)
    var description = PictureDescription(size: size, format: compositor.format, space: space)
    description.texts = [
      PictureText(keyword: PictureText.software, text: BromideVersion.software)
    ]
    return (
      compositor,
      SceneFrame(
        compositor, encoding: settings.encoding, instructionSet: instructionSet),
      description
    )
  }

  /// Returns the output of a page.
  ///
  /// - Throws: An error if several pages would use standard output.
  func output(page: Int, of count: Int) throws(UsageError) -> (
    destination: Destination, name: String
  ) {
    guard count > 1 else { return (destination, "sheet") }
    let number = (page + 1).padded(toDigits: String(count).count)
    switch destination {
    case .standardOutput:
      throw UsageError(
        "-o - is one picture, but the photos need \(count) pages; use a file or a folder")
    case .file(let path):
      let name = "\(path.reversibleStem)-\(number).\(path.reversibleExtension)"
      return (.file(path.removingLastComponent().appending(reversible: name)), "")
    case .folder, .nextToInput: return (destination, "sheet-\(number)")
    }
  }

  /// All data that pages depend on, except the photos.
  var text: String {
    let captions = sheet.captions.list.map(\.rawValue).joined(separator: ",")
    let background = sheet.background.color.map { "\($0)" } ?? "none"
    return
      "sheet \(Fingerprint.settingsText(settings)) \(sheet.style) \(captions) \(background) \(sheet.from) \(sheet.enlarge) \(sheet.title ?? "")"
  }
}
