internal import BromideDevelop
internal import SystemPackage

extension TextLayout {
  /// Reads text, with or without its style.
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
    if fields("words") == nil { fields.missing("words", "they are the text to write") }
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
    shadow = fields("shadow").flatMap(reader.shadow)
    box = fields("box").flatMap(reader.box)
    fields.end()
    if template == nil { return nil }
  }
}

extension DocumentReader {
  /// Reads `true` for a style's defaults, or a mapping that changes them.
  ///
  /// - Returns: The style, or `nil` for `false` and for invalid values. This reports invalid
  ///   values.
  private func style<Style>(
    _ entry: DocumentEntry, _ defaults: Style, accepted: String,
    _ read: (DocumentFields, inout Style) -> Void
  ) -> Style? {
    if case .text = entry.node.content { return isTrue(entry) == true ? defaults : nil }
    guard let fields = DocumentFields(entry, self, accepted: accepted) else { return nil }
    var style = defaults
    read(fields, &style)
    fields.end()
    return style
  }

  fileprivate func shadow(_ entry: DocumentEntry) -> TextLayout.Shadow? {
    style(
      entry, TextLayout.Shadow(), accepted: "expected true, or {color, opacity, offset, blur}"
    ) { fields, shadow in
      shadow.color = fields.value("color", color) ?? shadow.color
      shadow.opacity = fields.value("opacity") { number($0, 0...1) } ?? shadow.opacity
      shadow.blur = fields.value("blur") { number($0, 0...1) } ?? shadow.blur
      guard let entry = fields("offset") else { return }
      let values = entry.items.compactMap { number($0, -1...1) }
      if values.count == 2 {
        shadow.offset = SIMD2(values[0], values[1])
      } else {
        report(entry, "expected two numbers from -1 to 1: to the right, and down, in ems")
      }
    }
  }

  fileprivate func box(_ entry: DocumentEntry) -> TextLayout.Box? {
    style(entry, TextLayout.Box(), accepted: "expected true, or {color, opacity, padding}") {
      fields, box in
      box.color = fields.value("color", color) ?? box.color
      box.opacity = fields.value("opacity") { number($0, 0...1) } ?? box.opacity
      box.padding = fields.value("padding") { number($0, 0...2) } ?? box.padding
    }
  }
}

extension DocumentReader {
  /// Reads a kind of font, the name of a family, or a font file.
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
  /// Replaces unreadable text.
  fileprivate static let nothing = TextTemplate(parts: [], text: "")
}
