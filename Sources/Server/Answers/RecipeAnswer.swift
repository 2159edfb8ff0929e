internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import Synchronization
internal import SystemPackage

/// Answers paths below `/v1/recipe`: the sliders of a photo, saved as a recipe next to it.
struct RecipeAnswer {
  private let site: Site
  private let request: ServedRequest

  init(_ site: Site, _ request: ServedRequest) {
    self.site = site
    self.request = request
  }

  /// Returns the values of the page's parameters in a photo's recipe. Without a recipe that Bromide
  /// wrote, there are none.
  static func parameters(
    of file: ServedFile, _ context: RunContext
  ) -> [(String, JSONValue)] {
    guard let bytes = try? contents(of: path(file)),
      RecipeDocument.isOwn(bytes, context: context),
      let document = try? RecipeDocument(bytes: bytes, path: path(file), context: context)
    else { return [] }
    return DevelopQuery.parameters.compactMap { parameter in
      guard document.lines[parameter.name] != nil,
        let values = document.settings.recipe.filters[parameter], values.count == 1
      else { return nil }
      return (parameter.name, .number("\(values[0])"))
    }
  }

  /// Writes a recipe with the page's parameters, `a.nef.bromide.yaml`.
  ///
  /// - Throws: `Rejection`: 403 if the server does not write, 409 if the file is not a recipe that
  ///   Bromide wrote, 400 for invalid parameters.
  func put(_ name: [UInt8]) throws(Rejection) -> ServedResponse {
    try MarksAnswer(site, request).check()
    let file = try site.folder.file(name)
    guard let given = JSONText.decode([String: Double].self, from: request.body) else {
      throw .wrong("the settings are invalid; expected JSON such as {\"exposure\": 0.5}")
    }
    let query = try DevelopQuery(given.map { ($0.key, "\($0.value)") })
    let text = RecipeDocument.text(query.settings, including: Set(given.keys))
    let path = Self.path(file)
    return try site.marking.withLock { _ throws(Rejection) in
      if FileSystem.isTaken(path) {
        let old = (try? Self.contents(of: path)) ?? []
        guard MarkedSidecar.isReplaceable(path),
          RecipeDocument.isOwn(old, context: site.folder.context)
        else {
          throw Rejection(
            409, "\(path.visibleName) is not a recipe that Bromide wrote; rename or remove it")
        }
      }
      do throws(SystemError) {
        try FileSystem.replace(path, with: Array(text.utf8), durability: .synced)
      } catch {
        throw MarksAnswer.rejection(.system(error))
      }
      return ServiceAnswer.json(.object([("recipe", .text(path.visibleName))]))
    }
  }

  private static func path(_ file: ServedFile) -> FilePath {
    file.path.parent.appending(reversible: file.path.reversibleName + ".bromide.yaml")
  }

  /// Returns the bytes of a small ordinary file.
  private static func contents(of path: FilePath) throws -> [UInt8] {
    try FileSystem.ordinaryContents(of: path, limit: 1 << 20)
  }
}
