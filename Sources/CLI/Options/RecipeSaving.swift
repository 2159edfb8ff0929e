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

  /// Prepares the recipe.
  ///
  /// - Parameter options: The option with the file. Without a file, this returns `nil`.
  init?(_ options: SaveRecipeOptions, _ statement: DevelopStatement, policy: ExistingPolicy) {
    guard let name = options.saveRecipe else { return nil }
    path = FilePath(reversible: name)
    let settings = statement.settings
    // With sidecars, keep defaults that the user set explicitly, because they override the sidecar.
    // For depth, formats have different defaults.
    let stated = settings.sidecar.stated
    text = RecipeDocument.text(
      settings, look: statement.lookText(in: path.parent),
      profile: statement.profileText(in: path.parent),
      table: statement.tableText(in: path.parent), optics: statement.savedOptics,
      stating: settings.sidecar.use == .auto ? stated : stated.intersection(["depth"]))
    self.policy = policy
  }

  /// Writes the recipe, unless an existing file is protected.
  ///
  /// - Throws: `UsageError` if another file has the same name, or if the recipe cannot be written.
  func write(beside inputs: [FilePath], _ outputs: [PictureOutput]) throws(UsageError) {
    try refuse(among: inputs, outputs)
    if let status = try? FileSystem.status(path) {
      guard status.kind == .file else { throw refusal("is not an ordinary file") }
      switch policy {
      case .overwrite: break
      case .skip: return
      case .fail: throw refusal("exists")
      case .update, .verify:
        let bytes = status.size <= 1 << 20 ? (try? FileSystem.contents(of: path)) ?? [] : []
        guard RecipeDocument.isOwn(bytes) else {
          throw refusal("exists and is not a recipe that Bromide wrote; -y replaces it")
        }
        if bytes == Array(text.utf8) { return }
      }
    }
    do throws(SystemError) {
      try FileSystem.replace(path, with: Array(text.utf8))
    } catch {
      throw refusal("cannot be written: \(error.reason)")
    }
  }

  private func refuse(among inputs: [FilePath], _ outputs: [PictureOutput]) throws(UsageError) {
    let key = path.collisionKey
    if inputs.contains(where: { $0.collisionKey == key }) { throw refusal("is an input") }
    for case .file(let output) in outputs {
      let place = output.collisionKey
      guard place == key || place.hasPrefix(key + "/") else { continue }
      throw refusal("would replace \(output)")
    }
  }

  private func refusal(_ reason: String) -> UsageError {
    UsageError("--save-recipe \(path) \(reason)")
  }
}
