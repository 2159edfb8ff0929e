internal import BromideDevelop
public import BromidePhotos
internal import BromideRaw
public import BromideSampling
public import BromideValues
public import SystemPackage

/// A recipe as a document in YAML or JSON. It contains the settings of a timeline's `develop`, and
/// settings of single pictures.
///
/// You can also use a part of a timeline, which has the key `develop` at its root. In this case,
/// `space`, `depth` and `tone` can be next to `develop`.
public struct RecipeDocument: Sendable {
  /// The document's path, for messages.
  public let path: FilePath
  private let takesProfiles: Bool
  /// The settings of the document, with defaults for missing keys. A document can only set the
  /// recipe, the point of a white balance and LibRaw's demosaic.
  public private(set) var settings: PhotoSettings
  /// The mode for fitting looks to the photos, or `nil` to use the recipe's look.
  public private(set) var cameraLook: CameraLookMode?
  /// The file of the recipe's look, or `nil` if it is a named look.
  public private(set) var lookFile: FilePath?
  /// The contents of this file, or `nil` if it is a named look.
  public private(set) var savedLook: SavedLook?
  /// The line of each key in the document, including keys with their default.
  public private(set) var lines: [String: Int] = [:]
  /// Problems of a document that is still usable, such as a value outside its range.
  public private(set) var warnings: [Warning] = []
  /// Names of the settings in a preset that are not supported, such as `crs:Look`.
  public private(set) var ignored: [String] = []

  /// Reads a document from its file, which must be an ordinary file of up to 1 MB.
  ///
  /// - Parameters:
  ///   - takesProfiles: Whether `space` accepts the file of an output profile.
  ///   - context: The means with which its look table and its photos are read.
  /// - Throws: All problems of the document, or the reason if it cannot be read.
  public init(
    path: FilePath, takesProfiles: Bool = false, context: RunContext
  ) throws(TimelineError) {
    try self.init(
      bytes: try DocumentKind.recipe.bytes(of: path), path: path, takesProfiles: takesProfiles,
      context: context)
  }

  /// Reads a document from the bytes of its file, which must be UTF-8.
  ///
  /// - Parameters:
  ///   - takesProfiles: Whether `space` accepts the file of an output profile.
  ///   - context: The means with which its look table and its photos are read.
  /// - Throws: All problems of the document.
  public init(
    bytes: [UInt8], path: FilePath, takesProfiles: Bool = false, context: RunContext
  ) throws(TimelineError) {
    try self.init(
      text: try DocumentKind.recipe.text(bytes, path: path), path: path,
      takesProfiles: takesProfiles, context: context)
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - takesProfiles: Whether `space` accepts the file of an output profile.
  ///   - context: The means with which its look table and its photos are read.
  /// - Throws: All problems of the document.
  public init(
    text: String, path: FilePath, takesProfiles: Bool = false, context: RunContext
  ) throws(TimelineError) {
    var parser = DocumentParser(text: text, path: path, kind: .recipe)
    let root = parser.root()
    let reader = DocumentReader(text: text, path: path, context: context)
    self.path = path
    settings = PhotoSettings(context)
    self.takesProfiles = takesProfiles
    if let root { read(DocumentEntry(key: "", node: root), reader) }
    let problems = parser.problems + reader.problems
    if !problems.isEmpty { throw TimelineError(problems) }
    warnings = reader.warnings
  }

  /// Reads a preset of Camera Raw or Lightroom: an XMP file with settings.
  ///
  /// - Parameters:
  ///   - amount: The share of each value, from 0 (its default) to 1.
  ///   - context: The means with which its photos are read.
  /// - Throws: The reason if the preset cannot be used.
  public init(
    preset path: FilePath, amount: Double = 1, context: RunContext
  ) throws(TimelineError) {
    self.path = path
    takesProfiles = false
    func problem(_ reason: String) -> TimelineError {
      TimelineError([TimelineProblem(path: path, line: nil, reason: reason)])
    }
    let preset: Sidecar
    do throws(SidecarError) { preset = try SidecarFile.preset(path) } catch {
      throw problem("the preset cannot be used: \(error)")
    }
    guard preset.hasSettings else { throw problem("the file has no settings of Camera Raw") }
    var report = SidecarReport(file: path)
    let (own, keys) = PhotoSettings(context).applying(preset: preset, amount: amount, &report)
    settings = own
    for key in keys { lines[key] = 1 }
    func list(_ names: [String]?, _ verb: String) {
      guard let names, !names.isEmpty else { return }
      warnings.append(Warning("\(path): \(verb) \(names.joined(separator: ", "))"))
    }
    if preset.isOld {
      warnings.append(Warning("\(path): settings of Lightroom 3 or older are not supported"))
    }
    if amount > 0, amount < 1 { list(preset.undivided, "in full, not in part:") }
    list(report.approximated, "approximated")
    list(report.ignored, "without")
    ignored = report.ignored
  }

  /// Creates the problem for a command that does not support a key of this document.
  public func problem(_ key: String, _ reason: String) -> TimelineProblem {
    TimelineProblem(path: path, line: lines[key], key: key, reason: reason)
  }

  /// The names of all keys, in the order for writing a recipe.
  static let keys =
    [
      "white-balance", "look", "profile", "lut", "lut-space", "highlight-mode", "demosaic",
      "crop-area", "tone",
      "space", "intent", "black-point",
      "depth", "dither", "orientation", "size", "fit", "enlarge", "lens", "lens-name",
      "rotation-fit", "ca",
      "hot-pixels",
      "capture-sharpen", "noise-reduction", "output-sharpen",
    ] + ParameterTable.all.map(\.name)

  /// The keys of finished pixels, which can also be next to `develop`.
  private static let frameKeys = ["space", "intent", "black-point", "depth", "dither", "tone"]

  // MARK: Reading

  private mutating func read(_ root: DocumentEntry, _ reader: DocumentReader) {
    let accepted = "a recipe has keys with values, such as exposure and white-balance"
    guard let outer = DocumentFields(root, reader, accepted: accepted) else { return }
    guard outer.names.contains("develop") else {
      readSettings(outer, reader)
      outer.end(elsewhere: Self.elsewhere)
      return
    }
    settings.recipe.readFrame(
      outer, reader, depths: SampleFormat.allCases, takesProfiles: takesProfiles)
    note(Self.frameKeys, outer)
    if let entry = outer("develop"),
      let inner = DocumentFields(entry, reader, accepted: DevelopRecipe.accepted)
    {
      for key in Self.frameKeys where lines[key] != nil {
        guard let twice = inner(key) else { continue }
        reader.report(twice, "is also set at the top level; remove one")
      }
      readSettings(inner, reader)
      inner.end(elsewhere: Self.elsewhere)
    }
    var elsewhere = Self.elsewhere
    for key in Self.keys { elsewhere[key] = "move it to develop in this document" }
    outer.end(elsewhere: elsewhere)
  }

  private mutating func readSettings(_ fields: DocumentFields, _ reader: DocumentReader) {
    settings.recipe.readFrame(
      fields, reader, depths: SampleFormat.allCases, takesProfiles: takesProfiles)
    var place: BalancePlace?
    var interpolation = settings.loading.interpolation
    let forms = DevelopForms(
      takesBalance: { entry in
        guard case .text(let text) = entry.joined.node.content, text.hasPrefix("at:") else {
          return false
        }
        place = reader.place(entry.joined, text)
        return true
      },
      takesDemosaic: { entry in
        guard case .text(let text) = entry.node.content, text.hasPrefix("libraw:") else {
          return false
        }
        let names = LibRawInterpolation.allCases.map { ("libraw:\($0.rawValue)", $0) }
        interpolation = reader.choice(entry, in: names)
        return true
      })
    settings.recipe.readDevelop(fields, reader, forms: forms)
    readLook(fields, reader)
    settings.balancePlace = place
    settings.loading.interpolation = interpolation
    settings.recipe.orientation =
      fields.value("orientation") { reader.choice($0, of: OrientationHandling.self) }
      ?? settings.recipe.orientation
    settings.recipe.size = size(fields, reader)
    readOptics(fields, reader)
    note(Self.keys, fields)
  }

  private mutating func readOptics(_ fields: DocumentFields, _ reader: DocumentReader) {
    typealias Sharpening = OpticsSettings.Sharpening
    typealias Noise = OpticsSettings.NoiseReduction
    settings.recipe.optics.lens =
      fields.value("lens") { reader.choice($0, of: OpticsSettings.Lens.self) } ?? .none
    if let name = fields.value("lens-name", { reader.text($0, "expected the name of a lens") }) {
      settings.loading.lens = LensNaming()
      settings.loading.lens?.name = name
    }
    settings.recipe.optics.rotationFit =
      fields.value("rotation-fit") { reader.choice($0, of: OpticsSettings.RotationFit.self) }
      ?? .keep
    let lateral = fields.value("ca") { entry in
      reader.value(
        entry, "expected \(OpticsSettings.LateralColorChoice.acceptedForms)",
        words: ["auto", "none"], OpticsSettings.LateralColorChoice.init)
    }
    settings.recipe.optics.lateralColor = lateral ?? .none
    settings.recipe.optics.hotPixels =
      fields.value("hot-pixels") { reader.choice($0, of: OpticsSettings.HotPixels.self) } ?? .none
    let sharpening = fields.value("capture-sharpen") { entry in
      reader.value(
        entry, "expected \(Sharpening.acceptedForms)", words: ["auto", "none"], Sharpening.init)
    }
    let noise = fields.value("noise-reduction") { entry in
      reader.choice(
        entry, in: Noise.words.compactMap { word in Noise(word: word).map { (word, $0) } })
    }
    settings.recipe.optics.captureSharpening = sharpening ?? .none
    settings.recipe.optics.noise = noise ?? .none
  }

  private mutating func readLook(_ fields: DocumentFields, _ reader: DocumentReader) {
    guard let entry = fields("look"), let look = reader.look(entry) else { return }
    switch look {
    case .look(let look): settings.recipe.look = look
    case .camera(let mode):
      cameraLook = mode
      if mode == .each { settings.cameraLooks = .each }
    case .file(let path):
      lookFile = path
      do throws(LookFileError) {
        let saved = try LookFile.read(path)
        settings.use(saved)
        savedLook = saved
      } catch {
        reader.report(entry, error.description)
      }
    }
    guard settings.recipe.tone == .linear else { return }
    if settings.recipe.look != .standard || cameraLook != nil || savedLook != nil {
      reader.report(entry, "cannot be combined with tone: linear; remove one")
    }
  }

  private func size(_ fields: DocumentFields, _ reader: DocumentReader) -> SizeRequest? {
    let bounds = fields.value("size") { entry in
      reader.value(
        entry, "expected \(SizeRequest.Bounds.accepted)", SizeRequest.Bounds.init)
    }
    let fit = fields.value("fit") { reader.choice($0, of: SizeRequest.Fit.self) }
    let enlarges = fields.value("enlarge", reader.isTrue)
    if fields("size") == nil {
      for (key, verb) in [("fit", "fit into"), ("enlarge", "enlarge to")] {
        guard let entry = fields(key) else { continue }
        reader.report(entry, "needs a size to \(verb)")
      }
    }
    return bounds.map { SizeRequest(bounds: $0, fit: fit ?? .contain, enlarge: enlarges ?? false) }
  }

  private mutating func note(_ keys: [String], _ fields: DocumentFields) {
    for key in keys { if let entry = fields(key) { lines[key] = entry.line } }
  }

  /// Keys of timelines, with the reason for rejecting them in a recipe.
  private static let elsewhere: [String: String] = [
    "sources": "this is a timeline; bromide render makes its frames",
    "tracks": "a recipe does not move; tracks belong to a source of a timeline",
    "fps": "belongs to a timeline", "curve": "belongs to a timeline",
    "levels": "cannot be in a recipe; use --levels",
    "optics": "cannot be in a recipe; use --optics",
  ]
}

extension DocumentReader {
  /// Reads a point that becomes neutral.
  fileprivate func place(_ entry: DocumentEntry, _ text: String) -> BalancePlace? {
    do throws(ValueTextError) {
      return try BalancePlace(parsing: text)
    } catch {
      report(entry, error.reason)
      return nil
    }
  }
}
