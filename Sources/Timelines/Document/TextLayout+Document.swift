internal import Develop
internal import SystemPackage

extension TextLayout {
  /// Reads words, alone or with how they look.
  init?(_ entry: DocumentEntry, _ reader: DocumentReader) {
    if case .text = entry.node.content {
      guard let template = reader.template(entry) else { return nil }
      self.init(template)
      return
    }
    guard
      let fields = DocumentFields(
        entry, reader,
        accepted:
          "expected words, or {words, font, bold, color, outline, shadow, box, align, width}")
    else { return nil }
    let template = fields.value("words", reader.template)
    if fields("words") == nil { fields.missing("words", "they say what is written") }
    self.init(template ?? .nothing)
    font = fields.value("font", reader.font) ?? font
    isBold = fields.value("bold", reader.isTrue) ?? isBold
    color = fields.value("color", reader.color) ?? color
    width = fields.value("width") { reader.number($0, 0.05...1) } ?? width
    alignment = fields.value("align") { reader.choice($0, of: Alignment.self) } ?? alignment
    if let entry = fields("outline") {
      var outline = Outline()
      if let inner = DocumentFields(entry, reader, accepted: "expected {color, width}") {
        outline.color = inner.value("color", reader.color) ?? outline.color
        outline.width =
          inner.value("width") { reader.number($0, 0.001...1) } ?? outline.width
        inner.end()
      }
      self.outline = outline
    }
    shadow = fields("shadow").flatMap { Shadow($0, reader) }
    box = fields("box").flatMap { Box($0, reader) }
    fields.end()
    if template == nil { return nil }
  }
}

extension TextLayout.Shadow {
  /// Reads `true`, or how the shadow looks; nil for `false`.
  fileprivate init?(_ entry: DocumentEntry, _ reader: DocumentReader) {
    self.init()
    if case .text = entry.node.content {
      guard reader.isTrue(entry) == true else { return nil }
      return
    }
    guard
      let fields = DocumentFields(
        entry, reader, accepted: "expected true, or {color, opacity, offset, blur}")
    else { return nil }
    color = fields.value("color", reader.color) ?? color
    opacity = fields.value("opacity") { reader.number($0, 0...1) } ?? opacity
    blur = fields.value("blur") { reader.number($0, 0...1) } ?? blur
    if let entry = fields("offset") {
      let values = entry.items.compactMap { reader.number($0, -1...1) }
      if values.count == 2 {
        offset = SIMD2(values[0], values[1])
      } else {
        reader.report(entry, "expected two numbers from -1 to 1: to the right, and down, in ems")
      }
    }
    fields.end()
  }
}

extension TextLayout.Box {
  /// Reads `true`, or how the box looks; nil for `false`.
  fileprivate init?(_ entry: DocumentEntry, _ reader: DocumentReader) {
    self.init()
    if case .text = entry.node.content {
      guard reader.isTrue(entry) == true else { return nil }
      return
    }
    guard
      let fields = DocumentFields(
        entry, reader, accepted: "expected true, or {color, opacity, padding}")
    else { return nil }
    color = fields.value("color", reader.color) ?? color
    opacity = fields.value("opacity") { reader.number($0, 0...1) } ?? opacity
    padding = fields.value("padding") { reader.number($0, 0...2) } ?? padding
    fields.end()
  }
}

extension DocumentReader {
  /// A kind of font, the name of a family, or a font file.
  fileprivate func font(_ entry: DocumentEntry) -> TextLayout.Font? {
    value(entry, "expected sans, mono, the name of an installed font, or a font file") {
      text -> TextLayout.Font? in
      switch text {
      case "sans": return .sans
      case "mono": return .mono
      case _ where text.isEmpty || text.contains("\0"): return nil
      default:
        let suffix = FilePath(text).extension?.lowercased() ?? ""
        let isFile = text.contains("/") || ["ttf", "otf", "ttc", "woff", "woff2"].contains(suffix)
        return isFile ? .file(resolved(text)) : .family(text)
      }
    }
  }

  fileprivate func template(_ entry: DocumentEntry) -> TextTemplate? {
    guard let text = text(entry, "expected words") else { return nil }
    do throws(TextTemplateError) {
      let template = try TextTemplate(text)
      if template.parts.isEmpty { report(entry, "has no words") }
      return template.parts.isEmpty ? nil : template
    } catch {
      report(entry, error.reason)
      return nil
    }
  }

  fileprivate func color(_ entry: DocumentEntry) -> SIMD3<Double>? {
    numbers(entry, of: .fadeColor).map { SIMD3($0[0], $0[1], $0[2]) }
  }
}

extension TextTemplate {
  /// Stands for words that were not readable.
  fileprivate static let nothing = TextTemplate(parts: [], text: "")
}
