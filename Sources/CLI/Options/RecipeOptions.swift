internal import ArgumentParser
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import SystemPackage

/// Files with development settings.
struct RecipeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Load settings from YAML or a Lightroom preset. Flags override them",
      discussion: """
        A YAML file has the form of the develop part of a timeline.
        A preset is an XMP file. Only the settings in it apply.
        """,
      valueName: "file"), completion: .file(extensions: ["yaml", "yml", "json", "xmp"]))
  var recipe: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Strength of a Lightroom preset, 0 to 100% (default: 100%)", valueName: "percent"),
    transform: Self.share)
  var recipeAmount: Double?

  @Option(
    choice: "Read XMP files next to the photos", standard: "none",
    note: "auto reads a.nef.xmp or a.xmp. Flags and recipes override the settings.")
  var sidecar: SidecarSettings.Use = .none

  mutating func validate() throws {
    if recipe.count > 1 { throw ValidationError("--recipe may be given once") }
    if recipeAmount != nil, recipe.first.map({ !Self.isPreset($0) }) ?? true {
      throw ValidationError("--recipe-amount requires a preset; use --recipe FILE.xmp")
    }
    if recipe.first == "-" { throw ValidationError("--recipe -: name a file") }
  }

  /// Returns whether a file is a preset by its name.
  private static func isPreset(_ name: String) -> Bool { name.lowercased().hasSuffix(".xmp") }

  private static func share(_ text: String) throws -> Double {
    let number = text.hasSuffix("%") ? text.dropLast() : text[...]
    guard let percent = Double(number), (0...100).contains(percent) else {
      throw ValidationError("expected 0 to 100%")
    }
    if !text.hasSuffix("%"), percent > 0, percent < 1 {
      throw ValidationError("expected 0 to 100%, such as 50% for a half")
    }
    return percent / 100
  }

  /// Returns the recipe, or `nil` if it is not set.
  ///
  /// - Parameters:
  ///   - takesProfiles: Whether the command writes pictures for output profiles.
  ///   - context: The means with which the run opens files.
  /// - Throws: `UsageError` with all problems of the document.
  func document(
    takesProfiles: Bool, _ context: RunContext
  ) throws(UsageError) -> RecipeDocument? {
    guard let name = recipe.first else { return nil }
    do throws(TimelineError) {
      let path = FilePath(reversible: name)
      guard Self.isPreset(name) else {
        return try RecipeDocument(path: path, takesProfiles: takesProfiles, context: context)
      }
      return try RecipeDocument(preset: path, amount: recipeAmount ?? 1, context: context)
    } catch {
      throw UsageError(error.description)
    }
  }
}

/// The file for saving the current settings.
struct SaveRecipeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Save the current settings for --recipe",
      discussion: "Use -y to replace a file that is not a recipe.",
      valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
  var saveRecipe: String?

  mutating func validate() throws {
    if saveRecipe == "-" { throw ValidationError("--save-recipe -: name a file") }
    if saveRecipe?.isEmpty == true { throw ValidationError("--save-recipe needs a name") }
  }
}
