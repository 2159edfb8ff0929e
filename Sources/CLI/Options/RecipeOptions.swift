internal import ArgumentParser
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import SystemPackage

/// Files with development settings.
struct RecipeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Load settings from a YAML file. Flags override them",
      discussion: "The file has the form of the develop part of a timeline.",
      valueName: "file"), completion: .file(extensions: ["yaml", "yml", "json"]))
  var recipe: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read XMP files next to the photos", of: Choice.names(SidecarSettings.Use.self),
      standard: "none",
      note: "auto reads a.nef.xmp or a.xmp. Flags and recipes override the settings."),
    completion: .list(Choice.names(SidecarSettings.Use.self)), transform: Choice.value)
  var sidecar: SidecarSettings.Use = .none

  mutating func validate() throws {
    if recipe.count > 1 { throw ValidationError("--recipe may be given once") }
    if recipe.first == "-" { throw ValidationError("--recipe -: name a file") }
  }

  /// Returns the recipe, or `nil` if it is not set.
  ///
  /// - Throws: `UsageError` with all problems of the document.
  func document() throws(UsageError) -> RecipeDocument? {
    guard let name = recipe.first else { return nil }
    do throws(TimelineError) {
      return try RecipeDocument(path: FilePath(reversible: name))
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
