internal import BromideDevelop
public import BromidePhotos
internal import BromideValues
public import SystemPackage

extension Timeline {
  /// Reads a document in YAML or JSON.
  ///
  /// - Parameters:
  ///   - text: The document.
  ///   - path: Its path, for messages. Paths in the document are relative to its folder.
  ///   - context: The means with which its look tables are read.
  /// - Throws: All problems of the document.
  public init(text: String, path: FilePath, context: RunContext) throws(TimelineError) {
    var parser = DocumentParser(text: text, path: path)
    let root = parser.root()
    let reader = DocumentReader(text: text, path: path, context: context)
    self.init()
    self.path = path
    if let root {
      // Do not report missing values of an invalid key as a second error.
      read(DocumentEntry(key: "", node: root), reader)
    }
    let problems = parser.problems + reader.problems
    if !problems.isEmpty { throw TimelineError(problems) }
    warnings = reader.warnings
  }

  /// Reads a document from the bytes of its file, which must be UTF-8.
  ///
  /// - Throws: All problems of the document.
  public init(bytes: [UInt8], path: FilePath, context: RunContext) throws(TimelineError) {
    try self.init(
      text: try DocumentKind.timeline.text(bytes, path: path), path: path, context: context)
  }

  /// Reads a document from its file.
  ///
  /// - Throws: All problems of the document, or the reason if it cannot be read.
  public init(path: FilePath, context: RunContext) throws(TimelineError) {
    try self.init(bytes: try DocumentKind.timeline.bytes(of: path), path: path, context: context)
  }

  private mutating func read(_ root: DocumentEntry, _ reader: DocumentReader) {
    guard
      let fields = DocumentFields(
        root, reader, accepted: "a timeline has keys with values, such as size, fps and sources")
    else { return }
    size = fields.value("size") { reader.size($0, "such as 1920x1080") }
    fit = fields.value("fit") { reader.choice($0, of: SourceFit.self) } ?? fit
    rate =
      fields.value("fps") { entry in
        reader.value(entry, "expected 25, 23.976 or 30000/1001, up to 1000", FrameRate.init)
      } ?? rate
    reader.rate = rate
    recipe.readFrame(fields, reader)
    setsDepth = fields("depth") != nil
    shutter = fields.value("motion-blur", reader.shutter) ?? shutter
    audio = fields("audio").flatMap { TimelineSound($0, reader) }
    isLoop =
      fields.value("loop") {
        reader.value($0, "expected true or false", words: ["true", "false"], Bool.init)
      }
      ?? isLoop
    reader.curve = fields("curve").flatMap { reader.curve($0) } ?? reader.curve
    if let develop = fields("develop"),
      let fields = DocumentFields(develop, reader, accepted: DevelopRecipe.accepted)
    {
      recipe.readDevelop(fields, reader)
      readLook(fields, reader)
      let top = "belongs at the top level of the document, not under develop"
      fields.end(elsewhere: [
        "space": top, "depth": top, "dither": top, "tone": top, "size": top, "fit": top,
      ])
    }
    if let entry = fields("sources") {
      let items = entry.items
      sources = items.compactMap { TimelineSource($0, reader) }
      if items.isEmpty { reader.report(entry, "is empty; a timeline has one or more sources") }
    } else {
      fields.missing("sources", "a timeline has one or more")
    }
    var elsewhere =
      Dictionary(
        uniqueKeysWithValues: ParameterTable.all.map {
          ($0.name, "move it to develop, or to the tracks of a source")
        })
    elsewhere["look"] = "move it to develop"
    elsewhere["profile"] = "move it to develop"
    fields.end(elsewhere: elsewhere)
    checkBalance(reader)
  }

  /// Reads a look: a name, or the path of a file.
  private mutating func readLook(_ fields: DocumentFields, _ reader: DocumentReader) {
    let choice = fields.value("look", reader.look)
    switch choice {
    case .look(let look)?: recipe.look = look
    case .camera(let mode)?: cameraLook = mode
    case .file(let path)?: lookFile = path
    case nil: return
    }
    guard recipe.rendering == nil, let entry = fields("look") else { return }
    if recipe.look != .standard || cameraLook != nil || lookFile != nil {
      reader.report(entry, "cannot be combined with tone: linear; remove one")
    }
  }

  /// Reports a temperature that is set twice, and looks without effect.
  private func checkBalance(_ reader: DocumentReader) {
    let names = ["temperature", "tint"]
    for (index, source) in sources.enumerated() {
      if let develop = source.develop, develop.given.contains("look"), recipe.rendering == nil {
        reader.report(
          line: develop.line, key: "develop.look",
          "cannot be combined with tone: linear; remove one")
      }
      guard recipe(of: index).whiteBalance.isNumeric else { continue }
      for track in source.tracks where names.contains(track.parameter.name) {
        reader.report(
          line: track.line, key: track.parameter.name,
          "cannot be combined with the numeric white-balance in develop; remove one"
        )
      }
    }
  }
}

extension FrameRate {
  /// Reads `25`, `23.976` or `30000/1001`, or returns `nil` for other text and for more than 1000
  /// frames per second.
  ///
  /// A decimal close to a television rate, such as 23.976, 23.98 or 29.97, is converted to the
  /// exact rate: 24000/1001 (SMPTE ST 12-1).
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let limit = 1...1_000_000_000
    var numbers: (Int, Int)?
    if parts.count == 2, let numerator = Int(parts[0]), let denominator = Int(parts[1]) {
      numbers = (numerator, denominator)
    } else if parts.count == 1 {
      let digits = parts[0].split(separator: ".", omittingEmptySubsequences: false)
      let places = digits.count == 2 ? digits[1].count : 0
      guard digits.count <= 2, places <= 6, text.allSatisfy({ $0 == "." || $0.isNumber }) else {
        return nil
      }
      let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
      numbers = Int(digits.joined()).map { ($0, scale) }
    }
    guard let (numerator, denominator) = numbers, limit.contains(numerator),
      limit.contains(denominator), numerator <= 1000 * denominator
    else { return nil }
    let television = [24, 30, 48, 60, 120].first { whole in
      parts.count == 1 && denominator >= 100
        && abs(Double(numerator) / Double(denominator) - Double(whole) / 1.001) < 0.0051
    }
    if let television {
      self.init(1000 * television, 1001)
    } else {
      self.init(numerator, denominator)
    }
  }
}
