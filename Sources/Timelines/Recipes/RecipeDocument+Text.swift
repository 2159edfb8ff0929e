public import BromideDevelop
public import BromidePhotos
internal import BromideRaw
public import BromideSampling
internal import BromideSystem
internal import BromideValues
public import SystemPackage

extension RecipeDocument {
  /// Returns a document with the settings that differ from the defaults. Reading it returns exactly
  /// the same settings.
  ///
  /// - Parameters:
  ///   - look: The text for a look without a name: `camera`, or the path of its file, relative to
  ///     the document.
  ///   - profile: The path of the profile's file, relative to the document, or `nil` for other
  ///     profiles.
  ///   - table: The path of the look table's file, relative to the document, or `nil` without a
  ///     table.
  ///   - output: The path of the output profile's file, relative to the document, or `nil` without
  ///     a profile.
  ///   - optics: The lens and sensor corrections. Defaults are not written.
  ///   - given: Keys to write even if they have their defaults.
  public static func text(
    _ settings: PhotoSettings, look: String? = nil, profile: String? = nil,
    table: String? = nil, output: String? = nil, optics: OpticsSettings = .standard,
    including given: Set<String> = []
  ) -> String {
    var (settings, defaults) = (settings, PhotoSettings(settings.loading.context))
    settings.recipe.optics = optics
    defaults.recipe.optics = .standard
    let standard = values(defaults, look: nil, profile: nil, table: nil, output: nil)
    let lines = zip(
      values(settings, look: look, profile: profile, table: table, output: output), standard
    ).compactMap {
      value, standard in
      value.text == standard.text && !given.contains(value.key)
        ? nil : value.text.map { "\(value.key): \($0)\n" }
    }
    let body = lines.isEmpty ? "{}\n" : lines.joined()
    return "\(signature) \(BromideVersion.number); ‘bromide convert --recipe’ applies it.\n" + body
  }

  /// Returns whether bytes are a recipe that Bromide wrote.
  ///
  /// - Parameters:
  ///   - path: The recipe's file, which paths in it are relative to.
  ///   - context: The means with which its look table is read.
  public static func isOwn(
    _ bytes: [UInt8], path: FilePath = "", context: RunContext
  ) -> Bool {
    bytes.starts(with: signature.utf8)
      && (try? RecipeDocument(bytes: bytes, path: path, takesProfiles: true, context: context))
        != nil
  }

  private static let signature = "# Recipe written by Bromide"

  /// Returns text that YAML always reads as text.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }

  /// Returns all keys with their values as YAML, or `nil` for a default that has no text.
  private static func values(
    _ settings: PhotoSettings, look: String?, profile: String?, table: String?,
    output: String?
  ) -> [(key: String, text: String?)] {
    let recipe = settings.recipe
    let balance = settings.balancePlace.map(\.text) ?? recipe.whiteBalance.text
    let demosaic =
      settings.loading.interpolation.map { "libraw:\($0.rawValue)" } ?? recipe.demosaic.rawValue
    let own: [(String, String?)] = [
      ("white-balance", "'\(balance)'"), ("look", look.map(quoted) ?? recipe.look.name),
      ("profile", profile.map(quoted) ?? recipe.profile.word),
      ("lut", table.map(quoted)), ("lut-space", recipe.tableLook?.spacesText),
      ("highlight-mode", recipe.highlightMode.rawValue), ("demosaic", "'\(demosaic)'"),
      ("crop-area", recipe.cropArea.rawValue), ("tone", recipe.tone.rawValue),
      ("space", output.map(quoted) ?? recipe.space.name),
      ("intent", recipe.outputProfile?.intent.rawValue),
      ("black-point", recipe.outputProfile?.blackPoint.map { $0 ? "'on'" : "'off'" }),
      ("depth", recipe.sample.name),
      ("dither", (recipe.dither ?? .auto).rawValue),
      ("orientation", recipe.orientation.rawValue), ("size", recipe.size.map(\.bounds.text)),
      ("fit", (recipe.size?.fit ?? .contain).rawValue),
      ("enlarge", "\(recipe.size?.enlarge ?? false)"),
      ("lens", recipe.optics.lens.rawValue),
      ("lens-name", settings.loading.lens?.name.map(quoted)),
      ("rotation-fit", recipe.optics.rotationFit.rawValue),
      ("ca", "'\(recipe.optics.lateralColor.text)'"),
      ("hot-pixels", recipe.optics.hotPixels.rawValue),
      ("capture-sharpen", recipe.optics.captureSharpening.text),
      ("output-sharpen", recipe.optics.outputSharpening.text),
      ("noise-reduction", recipe.optics.noise.text),
    ]
    return own
      + ParameterTable.all.map { parameter in
        let values = recipe.filters[parameter] ?? parameter.standard ?? []
        let text = parameter.text(values)
        let isWritten = !values.isEmpty
        return (
          parameter.name,
          !isWritten ? nil : parameter.form == .number ? text : "'\(text)'"
        )
      }
  }
}

extension WhiteBalance {
  /// The text that `init(parsing:)` reads as this white balance.
  fileprivate var text: String {
    switch self {
    case .camera: "camera"
    case .auto: "auto"
    case .daylight: "daylight"
    case .temperature(let kelvin, let tint): "\(kelvin),\(tint)"
    case .multipliers(let red, let green, let blue): "\(red),\(green),\(blue)"
    }
  }
}
