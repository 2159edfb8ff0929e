package import BromideDevelop
internal import BromidePhotos
package import BromideSampling
internal import BromideSystem
internal import BromideValues

/// Development parameters as names and values. They use the names and errors of `convert`'s flags.
package struct DevelopQuery: Sendable {
  /// The default development with the requested changes. Its context reads no files: set the
  /// folder's context before you open a photo with these settings.
  package private(set) var settings = PhotoSettings(RunContext())
  /// Text for cache keys. If two keys are equal, the pictures are equal.
  package let key: String
  /// The name of a setting that requires a raw, or `nil` if you can use finished pictures.
  package private(set) var needsRaw: String?

  /// Reads parameters.
  ///
  /// - Parameters:
  ///   - items: Names and values, which override the base.
  ///   - base: Values for missing parameters, or `nil` to use the default development.
  /// - Throws: `Rejection` with the parameter and the accepted values.
  package init(
    _ items: [(name: String, value: String)], over base: DevelopQuery? = nil
  ) throws(Rejection) {
    let own = items.sorted { $0.name < $1.name }.map {
      PercentText.encoded($0.name.utf8) + "=" + PercentText.encoded($0.value.utf8)
    }.joined(separator: "&")
    key = base.map { $0.key.isEmpty ? own : $0.key + ";" + own } ?? own
    if let base { settings = base.settings }
    // Use the file's lens corrections, because they set the geometry. Skip corrections that must
    // measure the entire photo.
    settings.recipe.optics.lens = .auto
    makeWay(for: Set(items.map(\.name)))
    for item in items { try apply(item.name, item.value) }
    if settings.recipe.whiteBalance.isNumeric,
      [.temperature, .tint].contains(where: { settings.recipe.filters[$0] != nil })
    {
      throw .wrong(
        "temperature and tint cannot be combined with a numeric white-balance; remove one")
    }
    if settings.recipe.tone == .linear,
      settings.recipe.look != .standard || settings.cameraLooks != nil
    {
      throw .wrong("tone=linear cannot be combined with look; remove one")
    }
  }

  /// Whether a pixel depends on its position in the picture, or on its neighbours.
  package var isPlaced: Bool {
    Self.placed.contains { !settings.recipe.filters.isStandard($0) }
  }

  /// Whether a pixel depends on its neighbours. If so, tiles must be cut from the complete picture.
  package var readsNeighbors: Bool {
    Self.neighboring.contains { !settings.recipe.filters.isStandard($0) }
  }

  /// Whether developing must measure the entire photo before the first pixel.
  package var measuresPhoto: Bool {
    settings.recipe.measuresPhoto || settings.recipe.whiteBalance == .auto
  }

  /// All names.
  package static let names: [String] =
    ["white-balance", "look", "tone", "highlight-mode"] + parameters.map(\.name)

  /// The parameters that work for served pictures.
  package static let parameters: [Parameter] =
    ParameterTable.filters.filter { $0.stage != .geometry }.flatMap(\.parameters)
    .filter { $0 != .opacity && $0 != .lutStrength }

  init(_ settings: PhotoSettings, key: String, needsRaw: String? = nil) {
    self.settings = settings
    self.key = key
    self.needsRaw = needsRaw
  }

  /// Removes base settings that conflict with the request: the white balance, or the look if the
  /// tone must be linear.
  private mutating func makeWay(for names: Set<String>) {
    if names.contains("white-balance") {
      settings.recipe.filters[.temperature] = nil
      settings.recipe.filters[.tint] = nil
    } else if !names.isDisjoint(with: ["temperature", "tint"]) {
      if case .temperature(let kelvin, let tint) = settings.recipe.whiteBalance {
        settings.recipe.filters[.temperature] = [kelvin]
        settings.recipe.filters[.tint] = [tint]
      }
      if settings.recipe.whiteBalance.isNumeric { settings.recipe.whiteBalance = .camera }
    }
    if names.contains("tone"), !names.contains("look") {
      (settings.recipe.look, settings.cameraLooks) = (.standard, nil)
    }
  }

  private static let neighboring: [Parameter] =
    ParameterTable.filters.filter { $0.stage == .neighborhood }.flatMap(\.parameters)

  private static let placed: [Parameter] =
    ParameterTable.filters.filter { $0.stage == .output }.flatMap(\.parameters) + [.vignette]
    + neighboring

  private mutating func apply(_ name: String, _ text: String) throws(Rejection) {
    switch name {
    case "white-balance":
      do throws(ValueTextError) {
        settings.recipe.whiteBalance = try WhiteBalance(parsing: text)
      } catch {
        let prefix = error.reason.isEmpty ? "" : error.reason + "; "
        throw .wrong(
          "white-balance: \(prefix)expected \(WhiteBalance.acceptedForms)"
            + Suggestion.text(for: text, among: error.words))
      }
      needsRaw = name
    case "look":
      settings.recipe.look = try choice(name, text, Look.all.map { ($0.name, $0) })
      settings.cameraLooks = nil
      needsRaw = name
    case "tone":
      settings.recipe.tone = try choice(name, text, ToneMode.allCases.map { ($0.rawValue, $0) })
      needsRaw = name
    case "highlight-mode":
      settings.recipe.highlightMode = try choice(
        name, text, HighlightMode.allCases.map { ($0.rawValue, $0) })
      needsRaw = name
    default:
      guard let parameter = Self.parameters.first(where: { $0.name == name }) else {
        throw .wrong(Self.unknown(name))
      }
      guard let numbers = parameter.values(of: text) else {
        throw .wrong("\(name): \(parameter.rejection)")
      }
      settings.recipe.filters[parameter] = numbers
    }
  }

  private func choice<Value>(
    _ name: String, _ text: String, _ values: [(String, Value)]
  ) throws(Rejection) -> Value {
    if let value = values.first(where: { $0.0 == text }) { return value.1 }
    let names = values.map(\.0)
    throw .wrong(
      "\(name): expected one of \(names.joined(separator: ", "))"
        + Suggestion.text(for: text, among: names))
  }

  private static func unknown(_ name: String) -> String {
    switch name {
    case "crop", "zoom", "rotation":
      "\(name): the region and the rotation of the path replace it"
    case "opacity": "opacity: a served picture is opaque"
    case "lut-strength": "lut-strength: served pictures do not use look tables"
    default:
      "no parameter is called “\(name)”" + Suggestion.text(for: name, among: names)
    }
  }
}
