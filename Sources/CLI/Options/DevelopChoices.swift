internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// The development settings and their sources. Flags override a recipe, and both override sidecars.
struct DevelopChoices {
  /// The current settings.
  private(set) var settings: PhotoSettings
  /// The look from a flag or recipe, or `nil` if it is not set.
  private(set) var look: LookChoice?
  /// The requested depth, or `nil` to use the format's default.
  var depth: SampleFormat? { sources["depth"] == nil ? nil : settings.recipe.sample }
  /// `flag` or `recipe` for each setting that was set, by its name in documents.
  private(set) var sources: [String: String] = [:]
  /// The warnings about the recipe.
  private(set) var warnings: [Warning] = []
  /// The file of the recipe or preset, or `nil` without one.
  private var recipeFile: FilePath?

  /// Whether lens and sensor corrections apply. Only `convert` applies them by default.
  private var appliesOptics = false

  /// Starts with a recipe.
  ///
  /// - Parameters:
  ///   - isStrict: Whether to reject a preset with edits that change the picture visibly, but are not
  ///     supported.
  ///   - takesProfiles: Whether the command writes pictures for output profiles.
  ///   - context: The means with which the run opens files.
  ///   - rejected: Returns the reason if the command does not support a key of the recipe, or `nil`
  ///     if it does.
  /// - Throws: `UsageError` with each unsupported key and its line.
  init(
    _ options: RecipeOptions, isStrict: Bool, takesProfiles: Bool = false, context: RunContext,
    rejected: (String) -> String?
  ) throws(UsageError) {
    settings = PhotoSettings(context)
    let document = try options.document(takesProfiles: takesProfiles, context)
    if let document {
      recipeFile = document.path
      let problems = document.lines.keys.sorted().compactMap { key in
        rejected(key).map { document.problem(key, $0) }
      }
      guard problems.isEmpty else { throw UsageError(TimelineError(problems).description) }
      if isStrict, let name = document.ignored.first(where: { SidecarReport.group(of: $0) != nil })
      {
        throw UsageError("\(document.path): \(name) is not supported; remove it or --strict")
      }
      settings = document.settings
      warnings =
        document.warnings
        + SidecarSummary.advice(document.ignored).map { Warning("\(document.path): \($0)") }
      if let mode = document.cameraLook {
        look = .camera(mode)
      } else if document.lines["look"] != nil {
        let given = settings.recipe.look
        look =
          if let file = document.lookFile, let saved = document.savedLook {
            .file(saved, file)
          } else { .look(given) }
      }
      for key in document.lines.keys { sources[key] = "recipe" }
    }
    noteBalance()
    settings.sidecar.use = options.sidecar
  }

  /// Applies the flags of colours and filters, which set the white point together.
  ///
  /// `--white-balance` replaces all white balance settings of the recipe. `--temperature` and
  /// `--tint` replace only their values, also in the recipe's numeric white balance.
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
        "--look \(look.name) cannot be combined with the recipe's tone: linear; add --tone standard"
      )
    }
    try color.checkTable(settings.recipe)
    do { try color.checkExposure(isLinear: settings.recipe.tone == .linear, look: look) } catch {
      throw UsageError("\(error)")
    }
    note(color.flags.union(given))
  }

  /// Applies lens and sensor corrections, which are on unless a flag disables them.
  mutating func apply(
    _ optics: OpticsOptions, noise: OpticsSettings.NoiseReduction?
  ) throws {
    settings.requestedCorrections = optics.requested(noise: noise).union(recipeCorrections)
    settings.recipe.optics = try optics.settings(usualOptics, noise: noise, for: settings)
    // With linear light or the classic look, these corrections are off unless the user sets them,
    // to keep the bytes of earlier versions.
    if settings.recipe.rendering.map({ $0 == .classic }) ?? true {
      if optics.outputSharpen == nil, sources["output-sharpen"] == nil {
        settings.recipe.optics.outputSharpening = .none
      }
      settings.recipe.optics.reducesOutputNoise = noise != nil || sources["noise-reduction"] != nil
    }
    // This records the choice, so that a saved recipe contains it.
    settings.recipe.chooseDither(isPlain: optics.plain)
    appliesOptics = true
    if let requested = optics.outputSharpen, settings.recipe.optics.outputAmount > 0,
      settings.recipe.size == nil
    {
      throw UsageError("--output-sharpen \(requested.text) requires --size; add it")
    }
    guard let fit = optics.rotationFit, settings.recipe.filters.number(.rotation) == 0,
      settings.sidecar.use == .none
    else { return }
    throw UsageError("--rotation-fit \(fit.rawValue) requires --rotation; add it")
  }

  /// Applies the lens that the user names.
  mutating func apply(_ lens: LensOptions) throws(UsageError) {
    lens.apply(to: &settings)
    note(lens.flags)
    guard let flag = lens.flags.sorted().first, !settings.recipe.optics.lens.usesDatabase else {
      return
    }
    throw UsageError("--\(flag) has no effect without lensfun; use --lens auto or lensfun")
  }

  /// The corrections of the recipe, with defaults for missing ones.
  private var usualOptics: OpticsSettings {
    var usual = OpticsSettings.standard
    let given = settings.recipe.optics
    if sources["lens"] == "recipe" { usual.lens = given.lens }
    if sources["rotation-fit"] == "recipe" { usual.rotationFit = given.rotationFit }
    if sources["ca"] == "recipe" { usual.lateralColor = given.lateralColor }
    if sources["hot-pixels"] == "recipe" { usual.hotPixels = given.hotPixels }
    if sources["capture-sharpen"] == "recipe" { usual.captureSharpening = given.captureSharpening }
    if sources["output-sharpen"] == "recipe" { usual.outputSharpening = given.outputSharpening }
    if sources["noise-reduction"] == "recipe" { usual.noise = given.noise }
    return usual
  }

  /// The corrections that the recipe sets explicitly.
  private var recipeCorrections: Set<OpticsCorrection> {
    let keys: [(String, OpticsCorrection)] = [
      ("ca", .lateralColor), ("hot-pixels", .hotPixels), ("capture-sharpen", .captureSharpening),
      ("noise-reduction", .noise),
    ]
    return Set(keys.filter { sources[$0.0] == "recipe" }.map(\.1))
  }

  /// The lens and sensor corrections to save in a recipe. If the command does not apply any, this
  /// keeps the recipe's.
  var savedOptics: OpticsSettings { appliesOptics ? settings.recipe.optics : usualOptics }

  /// Applies the picture flags.
  mutating func apply(_ picture: PictureOptions) throws {
    try picture.checkSize(settings.recipe.size)
    picture.apply(to: &settings)
    note(picture.flags)
  }

  /// Applies flags that only some commands have. `nil` means that a flag is not set.
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

  /// Applies the space or the profile of the pictures. `--intent` and `--black-point` also change
  /// the profile of a recipe.
  mutating func apply(_ output: OutputOptions) throws(UsageError) {
    let given = settings.recipe.outputProfile
    var path = given.map { FilePath($0.path) }
    switch output.space {
    case .named(let space)?:
      (path, settings.recipe.outputProfile) = (nil, nil)
      apply(space: space)
    case .profile(let file)?:
      path = file
      note(["space"])
    case nil: break
    }
    let flags = [("intent", output.intent != nil), ("black-point", output.blackPoint != nil)]
      .filter(\.1).map(\.0)
    guard let path else {
      guard let flag = flags.first else { return }
      throw UsageError("--\(flag) has no effect without a profile; add --space FILE.icc")
    }
    note(Set(flags))
    guard output.space != nil || !flags.isEmpty else { return }
    do throws(ProfileError) {
      settings.recipe.outputProfile = try OutputProfile(
        path: path, intent: output.intent ?? given?.intent ?? .relative,
        blackPoint: output.blackPoint ?? given?.blackPoint, context: settings.context)
    } catch {
      throw UsageError("--space: \(error.reason)")
    }
    settings.recipe.space = .srgb
  }

  /// Applies the flags for sampling raws.
  mutating func apply(_ raw: RawSampleOptions) {
    raw.apply(to: &settings)
    note(raw.flags)
  }

  /// Returns the colour options with the current look, which can come from a recipe.
  ///
  /// - Throws: An error if a look must be saved but none is fitted.
  func colors(_ typed: ColorOptions) throws -> ColorOptions {
    var colors = typed
    colors.look = look
    try colors.checkLookSave()
    return colors
  }

  /// Returns the text for a look without a name in a recipe in this folder, or `nil` for other
  /// looks.
  func lookText(in folder: FilePath) -> String? {
    switch look {
    case .camera(let mode)?: mode.rawValue
    case .file(_, let path)?: Self.text(of: path, in: folder)
    case .look?, nil: nil
    }
  }

  /// Returns the text for a profile from a file in a recipe in this folder, or `nil` for other
  /// profiles.
  func profileText(in folder: FilePath) -> String? {
    guard case .file(let file) = settings.recipe.profile else { return nil }
    return Self.text(of: FilePath(file.path), in: folder)
  }

  /// Returns the text for a look table in a recipe in this folder, or `nil` without a table.
  func tableText(in folder: FilePath) -> String? {
    settings.recipe.tableLook.map { Self.text(of: FilePath($0.table.path), in: folder) }
  }

  /// Returns the text for an output profile in a recipe in this folder, or `nil` without a profile.
  func outputText(in folder: FilePath) -> String? {
    settings.recipe.outputProfile.map { Self.text(of: FilePath($0.path), in: folder) }
  }

  /// The files of the settings, which a saved recipe must not replace.
  var files: [(noun: String, path: FilePath)] {
    var files: [(noun: String, path: FilePath)] = recipeFile.map { [("recipe", $0)] } ?? []
    if case .file(_, let path)? = look { files.append(("look", path)) }
    if case .file(let file) = settings.recipe.profile {
      files.append(("profile", FilePath(file.path)))
    }
    if let table = settings.recipe.tableLook?.table {
      files.append(("look table", FilePath(table.path)))
    }
    if let profile = settings.recipe.outputProfile {
      files.append(("output profile", FilePath(profile.path)))
    }
    return files
  }

  /// Returns a file's path for a recipe. If both are in the same folder, this is only the name, so
  /// that you can move both.
  private static func text(of path: FilePath, in folder: FilePath) -> String {
    let whole = FileSystem.resolved(path) ?? path
    let isNextTo = whole.parent == FileSystem.resolved(folder)
    // Without a dot, a name would not be treated as a file.
    return isNextTo ? "./" + whole.reversibleName : whole.reversible
  }

  private mutating func note(_ flags: Set<String>) {
    for name in flags { sources[name] = "flag" }
    noteBalance()
  }

  private mutating func noteBalance() {
    for name in ["temperature", "tint"] where sources["white-balance"] == nil {
      sources["white-balance"] = sources[name]
    }
    settings.sidecar.given = Set(sources.keys)
  }
}
