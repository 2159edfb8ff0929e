internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// Additional value forms that a document accepts. Each closure returns `true` if it read the value
/// or reported an error.
struct DevelopForms {
  var takesBalance: (DocumentEntry) -> Bool = { _ in false }
  var takesDemosaic: (DocumentEntry) -> Bool = { _ in false }
}

extension DevelopRecipe {
  static let accepted = "expected keys with values, such as exposure and white-balance"

  /// Reads the settings of finished pixels, which are at a timeline's top level.
  ///
  /// - Parameters:
  ///   - depths: The accepted sample formats.
  ///   - takesProfiles: Whether `space` accepts the file of an output profile.
  mutating func readFrame(
    _ fields: DocumentFields, _ reader: DocumentReader, depths: [SampleFormat] = SampleFormat.codes,
    takesProfiles: Bool = false
  ) {
    switch fields.value("space", reader.outputColors) {
    case .space(let named)?: space = named
    case .profile(let path)? where takesProfiles: readProfile(path, fields, reader)
    case .profile?:
      if let entry = fields("space") {
        reader.report(entry, "an output profile requires bromide convert")
      }
    case nil: break
    }
    for key in ["intent", "black-point"] where takesProfiles {
      guard let entry = fields(key), fields("space") == nil || outputProfile == nil,
        reader.problems.isEmpty
      else { continue }
      reader.report(entry, "has no effect without a profile; add space: FILE.icc")
    }
    sample =
      fields.value("depth") { entry in
        reader.choice(entry, in: depths.map { ($0.name, $0) })
      } ?? sample
    dither = fields.value("dither") { reader.choice($0, of: Dither.self) } ?? dither
    tone = fields.value("tone") { reader.choice($0, of: ToneMode.self) } ?? tone
  }

  /// Reads the settings under `develop` of a timeline, except the look.
  mutating func readDevelop(
    _ fields: DocumentFields, _ reader: DocumentReader, forms: DevelopForms = DevelopForms()
  ) {
    whiteBalance =
      fields.value("white-balance") { forms.takesBalance($0) ? nil : reader.whiteBalance($0) }
      ?? whiteBalance
    profile = fields.value("profile", reader.profile) ?? profile
    highlightMode =
      fields.value("highlight-mode") { reader.choice($0, of: HighlightMode.self) } ?? highlightMode
    demosaic =
      fields.value("demosaic") {
        forms.takesDemosaic($0) ? nil : reader.choice($0, of: DemosaicMethod.self)
      } ?? demosaic
    cropArea = fields.value("crop-area") { reader.choice($0, of: CropArea.self) } ?? cropArea
    readTable(fields, reader)
    typealias Sharpening = OpticsSettings.Sharpening
    optics.outputSharpening =
      fields.value("output-sharpen") { entry in
        reader.value(
          entry, "expected \(Sharpening.acceptedForms)", words: ["auto", "none"], Sharpening.init)
      } ?? optics.outputSharpening
    for parameter in ParameterTable.all {
      filters[parameter] = fields.value(parameter.name) { reader.constants($0, of: parameter) }
    }
    for parameter in [Parameter.temperature, .tint] where whiteBalance.isNumeric {
      guard let entry = fields(parameter.name) else { continue }
      reader.report(
        entry, "cannot be combined with a numeric white-balance; remove one")
    }
  }
}

/// The colours of pictures in a document.
enum OutputColors {
  case space(RGBSpace)
  /// The file of an output profile, relative to the working directory.
  case profile(FilePath)
}

extension DevelopRecipe {
  /// Reads an output profile with its intent and black point.
  private mutating func readProfile(
    _ path: FilePath, _ fields: DocumentFields, _ reader: DocumentReader
  ) {
    let intent = fields.value("intent") { reader.choice($0, of: RenderingIntent.self) }
    let blackPoint = fields.value("black-point") {
      reader.choice($0, in: [("on", true), ("off", false)])
    }
    do throws(ProfileError) {
      outputProfile = try OutputProfile(
        path: path, intent: intent ?? .relative, blackPoint: blackPoint, context: reader.context)
    } catch {
      if let entry = fields("space") { reader.report(entry, error.reason) }
    }
  }

  private mutating func readTable(_ fields: DocumentFields, _ reader: DocumentReader) {
    let spaces = fields.value("lut-space") { entry in
      reader.value(entry, "expected \(TableLook.acceptedSpaces)", TableLook.spaces)
    }
    guard let table = fields.value("lut", reader.table) else {
      if let entry = fields("lut-space"), fields("lut") == nil {
        reader.report(entry, "has no effect without lut; add it")
      }
      return
    }
    tableLook = TableLook(
      table: table, input: spaces?.input ?? .srgb, output: spaces?.output ?? .srgb)
  }
}

/// A look in a document.
enum LookSetting {
  case look(Look)
  case camera(CameraLookMode)
  /// A file, relative to the working directory.
  case file(FilePath)
}

extension DocumentReader {
  /// Reads a look: a name, or the path of a file.
  func look(_ entry: DocumentEntry) -> LookSetting? {
    let names = Look.all.map(\.name) + CameraLookMode.allCases.map(\.rawValue)
    return value(
      entry, "expected \(names.joined(separator: ", ")), or a look file", words: names
    ) { text in
      if let look = Look.all.first(where: { $0.name == text }) { return .look(look) }
      if let mode = CameraLookMode(rawValue: text) { return .camera(mode) }
      let isPath = text.contains { $0 == "." || $0 == "/" } && !text.contains("\0")
      return isPath ? .file(resolved(text)) : nil
    }
  }

  /// Reads a colour space: a name, or the path of a profile.
  fileprivate func outputColors(_ entry: DocumentEntry) -> OutputColors? {
    let names = RGBSpace.all.map(\.name)
    return value(
      entry, "expected \(names.joined(separator: ", "))", words: names
    ) { text in
      if let space = RGBSpace.named(text) { return .space(space) }
      return OutputProfile.isPath(text) && !text.contains("\0") ? .profile(resolved(text)) : nil
    }
  }

  /// Reads a camera profile: a word, or the path of a file.
  fileprivate func profile(_ entry: DocumentEntry) -> ProfileChoice? {
    guard let text = text(entry, "expected \(ProfileChoice.acceptedForms)") else { return nil }
    if let word = ProfileChoice(word: text) { return word }
    guard let path = path(entry) else { return nil }
    do throws(ProfileError) {
      return .file(try ProfileFile(path: path))
    } catch {
      report(entry, "\(error.reason); expected \(ProfileChoice.acceptedForms)")
      return nil
    }
  }

  /// Reads the file of a look table.
  fileprivate func table(_ entry: DocumentEntry) -> LookTable? {
    guard let path = path(entry) else { return nil }
    do throws(LookTableError) {
      let table = try LookTable(path: path, context: context)
      warnings += table.warnings
      return table
    } catch {
      report(entry, error.reason)
      return nil
    }
  }

  fileprivate func whiteBalance(_ entry: DocumentEntry) -> WhiteBalance? {
    let accepted = "expected \(WhiteBalance.acceptedForms)"
    guard let text = text(entry.joined, accepted) else { return nil }
    do throws(ValueTextError) {
      return try WhiteBalance(parsing: text)
    } catch {
      let reason =
        text.hasPrefix("at:")
        ? "a point requires convert or sample; sample it and use the multipliers here"
        : error.reason
      report(
        entry.joined,
        (reason.isEmpty ? "" : reason + "; ") + accepted
          + Suggestion.text(for: text, among: error.words))
      return nil
    }
  }
}
