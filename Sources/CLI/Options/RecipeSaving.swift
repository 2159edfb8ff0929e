internal import BromidePhotos
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import SystemPackage

/// Saves the current settings as a recipe.
struct RecipeSaving {
  private let path: FilePath
  private let text: String
  private let policy: ExistingPolicy
  private let context: RunContext
  /// The files that the settings come from, and lists of inputs.
  private let sources: [(noun: String, path: FilePath)]
  private let readsSidecars: Bool

  /// Prepares the recipe.
  ///
  /// - Parameters:
  ///   - options: The option with the file. Without a file, this returns `nil`.
  ///   - arguments: The inputs as they were given. `@FILE` is a list.
  ///   - more: Other files that the run reads.
  init?(
    _ options: SaveRecipeOptions, _ choices: DevelopChoices, policy: ExistingPolicy,
    arguments: [String], _ more: [(noun: String, path: FilePath)] = []
  ) {
    guard let name = options.saveRecipe else { return nil }
    path = FilePath(reversible: name)
    let settings = choices.settings
    // With sidecars, keep defaults that the user set explicitly, because they override the sidecar.
    // For depth, formats have different defaults.
    let given = settings.sidecar.given
    text = RecipeDocument.text(
      settings, look: choices.lookText(in: path.parent),
      profile: choices.profileText(in: path.parent),
      table: choices.tableText(in: path.parent), output: choices.outputText(in: path.parent),
      optics: choices.savedOptics,
      including: settings.sidecar.use == .auto ? given : given.intersection(["depth"]))
    self.policy = policy
    context = settings.context
    readsSidecars = settings.sidecar.use == .auto
    let lists = arguments.filter { $0.hasPrefix("@") && $0 != "@-" }
    sources =
      choices.files + more + lists.map { ("list", FilePath(reversible: String($0.dropFirst()))) }
  }

  /// Writes the recipe, unless an existing file is protected.
  ///
  /// - Parameter isDryRun: Whether to only check if the recipe can be written.
  /// - Throws: `UsageError` if another file has the same name, or if the recipe cannot be written.
  func write(
    nextTo inputs: [FilePath], _ outputs: [PictureOutput], isDryRun: Bool
  ) throws(UsageError) {
    try reject(among: inputs, outputs)
    if let status = try? FileSystem.status(path) {
      guard status.kind == .file else { throw rejection("is not an ordinary file") }
      switch policy {
      case .overwrite: break
      case .skip: return
      case .fail: throw rejection("exists")
      case .update, .verify:
        let bytes = status.size <= 1 << 20 ? (try? FileSystem.contents(of: path)) ?? [] : []
        guard RecipeDocument.isOwn(bytes, path: path, context: context) else {
          throw rejection("exists and is not a recipe that Bromide wrote; -y replaces it")
        }
        if bytes == Array(text.utf8) { return }
      }
    }
    do throws(SystemError) {
      if isDryRun {
        if let error = FileSystem.replacingError(path) { throw error }
      } else {
        try FileSystem.replace(path, with: Array(text.utf8))
      }
    } catch {
      throw rejection("cannot be written: \(error.reason)")
    }
  }

  private func reject(among inputs: [FilePath], _ outputs: [PictureOutput]) throws(UsageError) {
    let key = path.collisionKey
    if let source = sources.first(where: { $0.path.collisionKey == key }) {
      throw rejection("would replace the \(source.noun) that this run reads; choose another name")
    }
    if InputKeys(inputs).problem(with: [path]) != nil { throw rejection("is an input") }
    if readsSidecars, path.lowercasedExtension == "xmp",
      InputKeys(inputs.flatMap(SidecarFile.candidates)).problem(with: [path]) != nil
    {
      throw rejection("has the name of a sidecar that this run reads; choose another name")
    }
    for case .file(let output) in outputs {
      let place = output.collisionKey
      guard place == key || place.hasPrefix(key + "/") else { continue }
      throw rejection("would replace \(output)")
    }
  }

  private func rejection(_ reason: String) -> UsageError {
    UsageError("--save-recipe \(path) \(reason)")
  }
}
