internal import Color
internal import Develop
internal import Pixels
internal import Platform
internal import Sampling
internal import SystemPackage
internal import Timelines

/// How photos are developed, and who said so: flags stand above a recipe, and both above sidecars.
struct DevelopStatement {
  /// The settings in force.
  private(set) var settings = PhotoSettings()
  /// The look that is stated; nil if none is.
  private(set) var look: LookChoice?
  /// The depth that is stated; nil if none is, and the format of the picture decides.
  var depth: SampleFormat? { sources["depth"] == nil ? nil : settings.recipe.sample }
  /// `flag` or `recipe` for each setting that is stated, by its name in documents.
  private(set) var sources: [String: String] = [:]

  /// Whether the corrections of lens and sensor are in force; they belong to pictures that `convert` makes.
  private var appliesOptics = false

  /// Begins with a recipe.
  ///
  /// - Parameters:
  ///   - refused: Why the command cannot honour a key of the recipe; nil if it can.
  /// - Throws: `UsageError` that names each key that is refused, with its line.
  init(
    _ options: RecipeOptions, refused: (String) -> String?
  ) throws(UsageError) {
    let document = try options.document()
    if let document {
      let problems = document.lines.keys.sorted().compactMap { key in
        refused(key).map { document.problem(key, $0) }
      }
      guard problems.isEmpty else { throw UsageError(TimelineError(problems).description) }
      settings = document.settings
      if let mode = document.cameraLook {
        look = .camera(mode)
      } else if document.lines["look"] != nil {
        let stated = settings.recipe.look
        look = document.lookFile.map { .file(stated, $0) } ?? .look(stated)
      }
      for key in document.lines.keys { sources[key] = "recipe" }
    }
    noteBalance()
    settings.sidecar.use = options.sidecar
  }

  /// Applies the flags of colour and the filters, which decide together what is white.
  ///
  /// `--white-balance` replaces all that the recipe states of the light; `--temperature` and `--tint`
  /// replace their own, also in the recipe's numeric white balance.
  mutating func apply<Use>(
    _ color: ColorOptions, _ filters: FilterOptions<Use>
  ) throws(UsageError) {
    let given = filters.flags
    if color.whiteBalance != nil {
      for parameter in [Parameter.temperature, .tint] {
        settings.recipe.filters[parameter] = nil
        sources[parameter.name] = nil
      }
    } else if given.contains("white-balance") {
      if case .temperature(let kelvin, let tint) = settings.recipe.whiteBalance {
        settings.recipe.filters[.temperature] = [kelvin]
        settings.recipe.filters[.tint] = [tint]
      }
      if settings.recipe.whiteBalance.isNumeric { settings.recipe.whiteBalance = .camera }
    }
    if color.tone == .linear {
      LookChoice.look(.standard).apply(to: &settings)
      look = nil
    }
    look = color.look ?? look
    color.apply(to: &settings)
    filters.apply(to: &settings.recipe.filters)
    if settings.recipe.tone == .linear, let look, look != .look(.standard) {
      throw UsageError(
        "--look \(look.name) cannot be combined with tone: linear of the recipe; add --tone standard"
      )
    }
    try color.checkTable(settings.recipe)
    do { try color.checkExposure(isLinear: settings.recipe.tone == .linear, look: look) } catch {
      throw UsageError("\(error)")
    }
    note(color.flags.union(given))
  }

  /// Applies the corrections of lens and sensor, which pictures have unless a flag says otherwise.
  mutating func apply(
    _ optics: OpticsOptions, noise: OpticsSettings.NoiseReduction?
  ) throws {
    settings.askedCorrections = optics.asked(noise: noise).union(recipeCorrections)
    settings.recipe.optics = try optics.settings(usualOptics, noise: noise, for: settings)
    // Linear light and the earlier look keep their bytes unless a correction is asked for by name.
    if settings.recipe.rendering.map({ $0 == .classic }) ?? true {
      if optics.outputSharpen == nil, sources["output-sharpen"] == nil {
        settings.recipe.optics.outputSharpening = .none
      }
      settings.recipe.optics.reducesOutputNoise = noise != nil || sources["noise-reduction"] != nil
    }
    // Stated, so that a saved recipe keeps it.
    settings.recipe.chooseDither(isPlain: optics.plain)
    appliesOptics = true
    if let asked = optics.outputSharpen, asked.amount > 0, settings.recipe.size == nil {
      throw UsageError("--output-sharpen \(asked.text) requires --size; add it")
    }
    guard let fit = optics.rotationFit, settings.recipe.filters.number(.rotation) == 0,
      settings.sidecar.use == .none
    else { return }
    throw UsageError("--rotation-fit \(fit.rawValue) requires --rotation; add it")
  }

  /// The corrections that the recipe states, and what pictures have in place of those that it does not.
  private var usualOptics: OpticsSettings {
    var usual = OpticsSettings.standard
    let stated = settings.recipe.optics
    if sources["lens"] == "recipe" { usual.lens = stated.lens }
    if sources["rotation-fit"] == "recipe" { usual.rotationFit = stated.rotationFit }
    if sources["ca"] == "recipe" { usual.lateralColor = stated.lateralColor }
    if sources["hot-pixels"] == "recipe" { usual.hotPixels = stated.hotPixels }
    if sources["capture-sharpen"] == "recipe" { usual.captureSharpening = stated.captureSharpening }
    if sources["output-sharpen"] == "recipe" { usual.outputSharpening = stated.outputSharpening }
    if sources["noise-reduction"] == "recipe" { usual.noise = stated.noise }
    return usual
  }

  /// The corrections that the recipe asks for by name.
  private var recipeCorrections: Set<OpticsCorrection> {
    let keys: [(String, OpticsCorrection)] = [
      ("ca", .lateralColor), ("hot-pixels", .hotPixels), ("capture-sharpen", .captureSharpening),
      ("noise-reduction", .noise),
    ]
    return Set(keys.filter { sources[$0.0] == "recipe" }.map(\.1))
  }

  /// The corrections of lens and sensor for a recipe; those of the recipe where the command leaves them out.
  var savedOptics: OpticsSettings { appliesOptics ? settings.recipe.optics : usualOptics }

  /// Applies the flags of the picture.
  mutating func apply(_ picture: PictureOptions) throws {
    try picture.checkSize(settings.recipe.size)
    picture.apply(to: &settings)
    note(picture.flags)
  }

  /// Applies flags that only some commands have; nil for those that were not given.
  mutating func apply(space: RGBSpace? = nil, depth: SampleFormat? = nil) {
    if let space {
      settings.recipe.space = space
      note(["space"])
    }
    if let depth {
      settings.recipe.sample = depth
      note(["depth"])
    }
  }

  /// Applies the flags for what is sampled.
  mutating func apply(_ raw: RawSampleOptions) {
    raw.apply(to: &settings)
    note(raw.flags)
  }

  /// The options of colour with the look that is in force, which a recipe may state.
  ///
  /// - Throws: An error if a look is to be saved and none is fitted.
  func colors(_ typed: ColorOptions) throws -> ColorOptions {
    var colors = typed
    colors.look = look
    try colors.checkLookSave()
    return colors
  }

  /// What a recipe in a folder says of a look that has no name of its own; nil for other looks.
  func lookText(in folder: FilePath) -> String? {
    switch look {
    case .camera(let mode)?: mode.rawValue
    case .file(_, let path)?: Self.text(of: path, in: folder)
    case .look?, nil: nil
    }
  }

  /// What a recipe in a folder says of a profile from a file; nil for other profiles.
  func profileText(in folder: FilePath) -> String? {
    guard case .file(let file) = settings.recipe.profile else { return nil }
    return Self.text(of: FilePath(file.path), in: folder)
  }

  /// What a recipe in a folder says of a look table; nil if there is none.
  func tableText(in folder: FilePath) -> String? {
    settings.recipe.tableLook.map { Self.text(of: FilePath($0.table.path), in: folder) }
  }

  /// A file beside the recipe is stated by its name, so that both can be moved together.
  private static func text(of path: FilePath, in folder: FilePath) -> String {
    let whole = FileSystem.resolved(path) ?? path
    let isBeside = whole.parent == FileSystem.resolved(folder)
    // A bare name would not be taken for a file unless it has a dot.
    return isBeside ? "./" + whole.reversibleName : whole.reversible
  }

  private mutating func note(_ flags: Set<String>) {
    for name in flags { sources[name] = "flag" }
    noteBalance()
  }

  private mutating func noteBalance() {
    for name in ["temperature", "tint"] where sources["white-balance"] == nil {
      sources["white-balance"] = sources[name]
    }
    settings.sidecar.stated = Set(sources.keys)
  }
}
