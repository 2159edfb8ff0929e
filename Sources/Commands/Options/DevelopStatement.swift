internal import Color
internal import Develop
internal import Pixels
internal import Sampling
internal import Timelines

/// How photos are developed, and who said so: flags stand above a recipe, and both above sidecars.
struct DevelopStatement {
  /// The settings in force.
  private(set) var settings = PhotoSettings()
  /// `flag` or `recipe` for each setting that is stated, by its name in documents.
  private(set) var sources: [String: String] = [:]

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
    if color.tone == .linear, color.look == nil { settings.recipe.look = .standard }
    color.apply(to: &settings)
    filters.apply(to: &settings.recipe.filters)
    if settings.recipe.tone == .linear, settings.recipe.look != .standard {
      throw UsageError(
        "the recipe's tone: linear leaves --look \(settings.recipe.look.name) nothing to work on; add --tone standard"
      )
    }
    note(color.flags.union(given))
  }

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
