internal import Color
internal import Develop
internal import Pixels
internal import Platform
public import SystemPackage

extension Timeline {
  /// Reads a document in YAML or JSON.
  ///
  /// - Parameters:
  ///   - text: The document.
  ///   - path: Its path, for messages and because the paths in it are relative to its folder.
  /// - Throws: All problems of the document.
  public init(text: String, path: FilePath) throws(TimelineError) {
    var parser = DocumentParser(text: text, path: path)
    let root = parser.root()
    let reader = DocumentReader(text: text, path: path)
    self.init()
    self.path = path
    if let root {
      // Missing values of a broken key are not a second error.
      read(DocumentEntry(key: "", node: root), reader)
    }
    let problems = parser.problems + reader.problems
    if !problems.isEmpty { throw TimelineError(problems) }
  }

  /// Reads a document from the bytes of its file, which must be UTF-8.
  ///
  /// - Throws: All problems of the document.
  public init(bytes: [UInt8], path: FilePath) throws(TimelineError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let line = Self.firstBrokenLine(of: bytes)
      throw TimelineError([
        TimelineProblem(path: path, line: line, reason: "not UTF-8 text, as a timeline must be")
      ])
    }
    // A byte-order mark is not part of the text.
    try self.init(text: text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text, path: path)
  }

  /// Reads a document from its file.
  ///
  /// - Throws: All problems of the document, or the reason why it cannot be read.
  public init(path: FilePath) throws(TimelineError) {
    var bytes: [UInt8] = []
    var size = 0
    do throws(SystemError) {
      let status = try FileSystem.status(path)
      size = status.kind == .file ? status.size : 0
      // A file that is not text may be as large as a disk.
      if size <= DocumentParser.mostBytes {
        bytes = try FileSystem.contents(of: path, limit: DocumentParser.mostBytes)
      }
    } catch {
      throw TimelineError([
        TimelineProblem(path: path, line: nil, reason: "cannot be read: \(error.reason)")
      ])
    }
    guard size <= DocumentParser.mostBytes else {
      throw TimelineError([DocumentParser.tooLarge(path, size)])
    }
    try self.init(bytes: bytes, path: path)
  }

  private static func firstBrokenLine(of bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
  }

  private mutating func read(_ root: DocumentEntry, _ reader: DocumentReader) {
    guard
      let fields = DocumentFields(
        root, reader, accepted: "a timeline has keys with values, such as size, fps and sources")
    else { return }
    size = fields.value("size") { reader.size($0, "such as 1920x1080") }
    fit = fields.value("fit") { reader.choice($0, of: SizeRequest.Fit.self) } ?? fit
    rate =
      fields.value("fps") { entry in
        reader.value(entry, "expected 25, 23.976 or 30000/1001, up to 1000", FrameRate.init)
      } ?? rate
    reader.rate = rate
    recipe.space =
      fields.value("space") { entry in
        reader.value(
          entry, "expected \(RGBSpace.all.map(\.name).joined(separator: ", "))",
          words: RGBSpace.all.map(\.name), RGBSpace.named)
      } ?? recipe.space
    let depth = fields.value("depth") { entry in
      reader.choice(entry, in: SampleFormat.codes.map { ($0.name, $0) })
    }
    statesDepth = depth != nil
    recipe.sample = depth ?? recipe.sample
    recipe.tone = fields.value("tone") { reader.choice($0, of: ToneMode.self) } ?? recipe.tone
    reader.curve = fields("curve").flatMap { reader.curve($0) } ?? reader.curve
    if let develop = fields("develop") { recipe.read(develop, reader) }
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
          ($0.name, "stands under develop, or moves in the tracks of a source")
        })
    elsewhere["look"] = "stands under develop"
    fields.end(elsewhere: elsewhere)
    checkBalance(reader)
  }

  /// Reports a temperature that is given twice.
  private func checkBalance(_ reader: DocumentReader) {
    guard recipe.whiteBalance.isNumeric else { return }
    let names = ["temperature", "tint"]
    for track in sources.flatMap(\.tracks) where names.contains(track.parameter.name) {
      reader.report(
        line: track.line, key: track.parameter.name,
        "sets the white balance, and so does the numeric white-balance under develop; give one of them"
      )
    }
  }
}

extension FrameRate {
  /// Reads `25`, `23.976` or `30000/1001`; nil for anything else and for more than 1000 frames a
  /// second.
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
    self.init(numerator, denominator)
  }
}

extension DevelopRecipe {
  /// Reads the values for all sources.
  fileprivate mutating func read(_ entry: DocumentEntry, _ reader: DocumentReader) {
    guard
      let fields = DocumentFields(
        entry, reader, accepted: "expected keys with values, such as exposure and white-balance"
      )
    else { return }
    whiteBalance = fields.value("white-balance", reader.whiteBalance) ?? whiteBalance
    look = fields.value("look") { reader.choice($0, in: Look.all.map { ($0.name, $0) }) } ?? look
    if rendering == nil, look != .standard, let entry = fields("look") {
      reader.report(entry, "tone: linear leaves it nothing to work on; give one of them")
    }
    highlightMode =
      fields.value("highlight-mode") { reader.choice($0, of: HighlightMode.self) } ?? highlightMode
    demosaic = fields.value("demosaic") { reader.choice($0, of: DemosaicMethod.self) } ?? demosaic
    cropArea = fields.value("crop-area") { reader.choice($0, of: CropArea.self) } ?? cropArea
    for parameter in ParameterTable.all {
      filters[parameter] = fields.value(parameter.name) { reader.numbers($0, of: parameter) }
    }
    for parameter in [Parameter.temperature, .tint] where whiteBalance.isNumeric {
      guard let entry = fields(parameter.name) else { continue }
      reader.report(
        entry, "sets the white balance, and so does the numeric white-balance; give one of them")
    }
    let top = "belongs at the top level of the document, not under develop"
    fields.end(elsewhere: ["space": top, "depth": top, "tone": top, "size": top, "fit": top])
  }
}

extension DocumentReader {
  fileprivate func whiteBalance(_ entry: DocumentEntry) -> WhiteBalance? {
    let accepted = "expected \(WhiteBalance.acceptedForms)"
    guard let text = text(entry.joined, accepted) else { return nil }
    do throws(ValueTextError) {
      return try WhiteBalance(parsing: text)
    } catch {
      let reason =
        text.hasPrefix("at:")
        ? "a place works in convert and sample only; sample it and write the multipliers here"
        : error.reason
      report(
        entry.joined,
        (reason.isEmpty ? "" : reason + "; ") + accepted
          + Suggestion.text(for: text, among: error.words))
      return nil
    }
  }
}
