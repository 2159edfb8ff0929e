internal import BromideDevelop
internal import BromideDrawing
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// Shows text, which can contain facts about the photo below.
final class TextMaker: LayerMaker {
  private let layout: TextLayout
  private let em: Double
  /// The maximum width of a line, in pixels.
  private let lineWidth: Double
  private let paths: [[FilePath]]
  private let form: FrameForm
  private let facts: PhotoWords
  private let family: TextStyle.Family
  /// The font's name or a hash of its file, because letter shapes depend on it.
  private let font: String

  /// Creates the maker.
  ///
  /// - Parameters:
  ///   - em: The font size in pixels.
  ///   - frameWidth: The width of the frame in pixels.
  ///   - paths: The photos for the text's facts, by source.
  /// - Throws: `FrameError.unsupported` if fonts or text libraries are missing.
  init(
    _ layout: TextLayout, em: Double, frameWidth: Double, paths: [[FilePath]], form: FrameForm
  ) throws(FrameError) {
    self.layout = layout
    self.em = em
    lineWidth = layout.width * frameWidth
    self.paths = paths
    self.form = form
    facts = PhotoWords(form.settings.context)
    do throws(DrawingError) {
      try DrawingLibraries.load()
      switch layout.font {
      case .sans: family = .sans
      case .mono: family = .mono
      case .family(let name): family = try .named(name)
      case .file(let path): family = try .file(path.string)
      }
    } catch {
      throw .unsupported("the text “\(layout.template.text)”: \(error.description)")
    }
    if case .file(let path) = layout.font {
      font = try InputContent(path).hash()
    } else {
      font = "\(layout.font)"
    }
  }

  func inputs(of layer: ScheduledLayer) -> [FilePath] { path(layer).map { [$0] } ?? [] }

  func identity(of layer: ScheduledLayer) throws(FrameError) -> String {
    var layout = layout
    layout.font = .sans
    return
      "text \(layout) \(font) \(em) \(lineWidth) \(words(layer)) \(form.settings.photo.recipe.space.name)"
  }

  func memory(of layer: ScheduledLayer) -> Int {
    Int(em * em) * layout.template.text.count * 16
  }

  func open(_ crew: Crew) {}

  func close() {}

  func picture(
    of layer: ScheduledLayer, scratch: FrameScratch
  ) throws(FrameError) -> any LayerPicture {
    do throws(DrawingError) {
      let drawing = try draw(words(layer))
      return LightLayer(
        LightPicture(drawing: drawing, in: form.settings.photo.recipe.space), form: form)
    } catch { throw .unsupported("the text “\(layout.template.text)”: \(error.description)") }
  }

  // MARK: Drawing

  private func draw(_ words: String) throws(DrawingError) -> ImageBuffer<UInt8> {
    let style = style
    let ruler = try Canvas(width: 1, height: 1, background: nil)
    let lines = words.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { broken($0, style, ruler) }
    let widths = lines.map { ruler.width(of: $0, style) }
    let height = ruler.text("Hg", at: [0, 0], style, TextAnchor(.left, .top)).height
    // Add one pixel, because letters can extend outside their box.
    let border = max((style.outline?.width ?? 0) + shadowReach, (layout.box?.padding ?? 0) * em) + 1
    let width = widths.max() ?? 0
    let canvas = try Canvas(
      width: (width + 2 * border).rounded(.up),
      height: (height * Double(lines.count) + 2 * border).rounded(.up), background: nil)
    let (x, side): (Double, TextAnchor.Horizontal) =
      switch layout.alignment {
      case .left: (border, .left)
      case .center: (canvas.box.width / 2, .center)
      case .right: (canvas.box.width - border, .right)
      }
    func write(on canvas: Canvas, _ style: TextStyle) {
      for (index, line) in lines.enumerated() {
        canvas.text(
          line, at: [x, border + height * Double(index)], style, TextAnchor(side, .top))
      }
    }
    if let box = layout.box {
      canvas.fill(canvas.box, Self.ink(box.color).opacity(box.opacity))
    }
    if let shadow = layout.shadow {
      let own = try Canvas(
        width: canvas.box.width, height: canvas.box.height, background: nil)
      var dark = style
      dark.outline = style.outline.map { TextStyle.Outline(style.ink, width: $0.width) }
      write(on: own, dark)
      let picture = TextShadow.picture(
        of: own.image, color: shadow.color, opacity: shadow.opacity, softness: shadow.blur * em)
      var place = canvas.box
      (place.x, place.y) = (shadow.offset.x * em, shadow.offset.y * em)
      try canvas.draw(picture, in: place)
    }
    write(on: canvas, style)
    return canvas.image
  }

  /// The distance of the shadow's edge from the letters, in pixels.
  private var shadowReach: Double {
    layout.shadow.map { (max(abs($0.offset.x), abs($0.offset.y)) + $0.blur) * em } ?? 0
  }

  /// Returns the width of the widest word that exceeds the line width, in pixels, or `nil` if all
  /// words fit.
  func excess(of layer: ScheduledLayer) -> Double? {
    guard let ruler = try? Canvas(width: 1, height: 1, background: nil) else { return nil }
    let widths = words(layer).split(whereSeparator: \.isWhitespace)
      .map { ruler.width(of: String($0), style) }
    return widths.max().flatMap { $0 > lineWidth ? $0 : nil }
  }

  /// Breaks a line at the maximum width. A single wider word is not broken.
  private func broken(_ line: Substring, _ style: TextStyle, _ ruler: Canvas) -> [String] {
    guard ruler.width(of: String(line), style) > lineWidth else { return [String(line)] }
    var lines: [String] = []
    for word in line.split(separator: " ") {
      let longer = lines.last.map { $0 + " " + word }
      if let longer, ruler.width(of: longer, style) <= lineWidth {
        lines[lines.count - 1] = longer
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private var style: TextStyle {
    var style = TextStyle(
      size: em, ink: Self.ink(layout.color), isBold: layout.isBold,
      family: family)
    style.outline = layout.outline.map {
      TextStyle.Outline(Self.ink($0.color), width: $0.width * em)
    }
    return style
  }

  private static func ink(_ color: SIMD3<Double>) -> Ink {
    Ink(red: color.x, green: color.y, blue: color.z)
  }

  // MARK: Words

  private func path(_ layer: ScheduledLayer) -> FilePath? {
    guard layout.template.needsPhoto, let subject = layer.subject else { return nil }
    return paths[subject.source][subject.photo]
  }

  private func words(_ layer: ScheduledLayer) -> String {
    layout.template.parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field):
        path(layer).map { facts.value(field, of: $0, number: layer.subject?.photo ?? 0) } ?? ""
      }
    }.joined()
  }
}
