internal import ArgumentParser
internal import Platform
internal import Sampling
internal import SystemPackage
internal import Timelines

/// Files that state how photos are developed.
struct RecipeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take develop settings from a YAML file, in the form of a timeline's develop part; flags win over it.",
      valueName: "file"), completion: .file(extensions: ["yaml", "yml", "json"]))
  var recipe: [String] = []

  @Option(
    help: ArgumentHelp(
      "XMP files beside the photos", of: Choice.names(SidecarSettings.Use.self), standard: "none",
      note: "With auto, what a.nef.xmp or a.xmp states counts unless a flag or recipe does."),
    completion: .list(Choice.names(SidecarSettings.Use.self)), transform: Choice.value)
  var sidecar: SidecarSettings.Use = .none

  mutating func validate() throws {
    if recipe.count > 1 { throw ValidationError("--recipe may be given once") }
    if recipe.first == "-" { throw ValidationError("--recipe -: name a file") }
  }

  /// The recipe's document; nil if none is named.
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

/// Where the settings in force are saved.
struct SaveRecipeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Save the develop settings in force, for --recipe; a file that is not such a recipe is replaced with -y only.",
      valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
  var saveRecipe: String?

  mutating func validate() throws {
    if saveRecipe == "-" { throw ValidationError("--save-recipe -: name a file") }
    if saveRecipe?.isEmpty == true { throw ValidationError("--save-recipe needs a name") }
  }
}
