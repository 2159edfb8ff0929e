internal import ArgumentParser
internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import BromideTimelines
internal import BromideValues

/// Options for converting sensor values to colours.
struct ColorOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A name, KELVIN[,TINT], R,G,B or at:X,Y (default: camera)",
      discussion: """
        Names are \(WhiteBalance.names.joined(separator: ", ")).
        cloudy is 6500,10, shade 7500,10, tungsten 2850, fluorescent 3800,21, flash 5500.
        at:X,Y[,WINDOW] makes this point of the photo neutral.
        R,G,B are multipliers.
        Sequences also accept smooth and lock.
        With render --deflicker, the default is smooth.
        """,
      valueName: "value"),
    completion: .list(WhiteBalance.names), transform: WhiteBalanceText.read)
  var whiteBalance: BalanceChoice?

  @Option(choice: "Clipped highlights", standard: "recover")
  var highlightMode: HighlightMode?

  @Option(choice: "Tone curve", standard: "standard")
  var tone: ToneMode?

  @Option(
    help: ArgumentHelp(
      "Brightness and contrast", of: LookText.names + ["or a look file"], standard: "standard",
      note: """
        camera fits a tone curve to the preview of each camera's first photo.
        camera:each fits one to each photo.
        A look file has a curve for each camera, style and mode.
        """),
    completion: .list(LookText.names), transform: LookText.read)
  var look: LookChoice?

  @Option(
    help: ArgumentHelp(
      "Save the looks from --look camera for other runs", valueName: "file"),
    completion: .file())
  var lookSave: String?

  @Option(
    help: ArgumentHelp(
      "Camera profile: embedded, none, FILE.dcp or FILE.icc (default: embedded)",
      discussion: """
        embedded uses the profile in a DNG.
        none uses colour matrices only.
        An ICC profile must have a matrix of linear, white-balanced values.
        """,
      valueName: "profile"),
    completion: .file(extensions: ["dcp", "icc", "icm"]), transform: ProfileText.read)
  var profile: ProfileChoice?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Brightness of cameras with unknown exposure (default: auto)",
      discussion: """
        For these cameras, the exposure is missing from the file and from Bromide's table.
          auto  from each photo's preview
          lock  one value per camera model (default for frames)
          none  unchanged
          EV    this number of stops
        """,
      valueName: "exposure"),
    completion: .list(ExposureChoice.words), transform: ExposureChoice.read)
  var cameraExposure: ExposureChoice?

  @Option(
    help: ArgumentHelp(
      "Apply a look table: a .cube file or a HaldCLUT PNG",
      discussion: "Bromide applies the table after the tone curve and the other filters of tone.",
      valueName: "file"),
    completion: .file(extensions: ["cube", "png"]), transform: ProfileText.table)
  var lut: LookTable?

  @Option(
    help: ArgumentHelp(
      "Colours of the look table (default: srgb)",
      discussion: """
        One of \(TableLook.acceptedSpaces).
        A table for acescct, slog3, logc3 or vlog replaces the tone curve.
        """,
      valueName: "space"),
    completion: .list(LookSpace.allCases.map(\.rawValue)), transform: ProfileText.space)
  var lutSpace: TableSpaces?

  /// Rejects `--look-save` if no look is fitted. A recipe can set the look.
  func checkLookSave() throws {
    guard lookSave == nil || fitsGroups else {
      throw ValidationError("--look-save requires --look camera; add it")
    }
  }

  /// Applies the look table options.
  func applyTable(to recipe: inout DevelopRecipe) {
    if let lut { recipe.tableLook = TableLook(table: lut) }
    if let lutSpace {
      recipe.tableLook?.input = lutSpace.input
      recipe.tableLook?.output = lutSpace.output
    }
  }

  /// Rejects look table options without a table.
  func checkTable(_ recipe: DevelopRecipe) throws(UsageError) {
    guard recipe.tableLook == nil else { return }
    for (flag, isGiven) in [
      ("--lut-space", lutSpace != nil),
      ("--lut-strength", !recipe.filters.isStandard(.lutStrength)),
    ] where isGiven {
      throw UsageError("\(flag) has no effect without a look table; add --lut FILE")
    }
  }

  /// Rejects a colour temperature that is set twice, and a look without its tone curve.
  ///
  /// - Parameter takesSequences: Whether the command supports sequences, where the white balance
  ///   can change.
  func check(with filters: FilterSettings, takesSequences: Bool = false) throws {
    if case .sequence(let balance)? = whiteBalance, !takesSequences {
      throw ValidationError(
        "--white-balance \(balance.rawValue) requires a sequence in bromide render; \(WhiteBalanceText.accepted)"
      )
    }
    if tone == .linear, let look, look != .look(.standard) {
      throw ValidationError(LookText.toneConflict(with: look.name))
    }
    try checkExposure(isLinear: tone == .linear, look: look)
    guard filters[.temperature] != nil || filters[.tint] != nil else { return }
    guard case .named(let balance) = whiteBalance, balance.isNumeric else { return }
    throw ValidationError(
      "--temperature and --tint cannot be combined with a numeric --white-balance; remove one"
    )
  }

  /// The white balance mode of a sequence, or `nil` if it is not set.
  var sequenceBalance: LapseOptions.Balance? {
    switch whiteBalance {
    case .sequence(let balance)?: balance
    case .named(.camera)?: .camera
    case .named?, .at?, nil: nil
    }
  }

  /// Names of the options that were set.
  var flags: Set<String> {
    var names: Set<String> = []
    if whiteBalance != nil { names.insert("white-balance") }
    if highlightMode != nil { names.insert("highlight-mode") }
    if tone != nil { names.insert("tone") }
    if look != nil { names.insert("look") }
    if profile != nil { names.insert("profile") }
    if cameraExposure != nil { names.insert("camera-exposure") }
    if lut != nil { names.insert("lut") }
    if lutSpace != nil { names.insert("lut-space") }
    return names
  }

  /// Applies the options that were set.
  func apply(to settings: inout PhotoSettings) {
    switch whiteBalance {
    case .named(let balance)?:
      (settings.recipe.whiteBalance, settings.balancePlace) = (balance, nil)
    case .at(let place)?: (settings.recipe.whiteBalance, settings.balancePlace) = (.camera, place)
    case .sequence?:
      (settings.recipe.whiteBalance, settings.balancePlace) = (.camera, nil)
    case nil: break
    }
    if let highlightMode { settings.recipe.highlightMode = highlightMode }
    if let tone { settings.recipe.tone = tone }
    look?.apply(to: &settings)
    if let profile { settings.recipe.profile = profile }
    applyTable(to: &settings.recipe)
    if let cameraExposure { settings.loading.unknownExposure = cameraExposure.setting }
  }
}
