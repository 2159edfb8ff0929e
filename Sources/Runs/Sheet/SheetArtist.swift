internal import BromideCodecs
public import BromideDrawing
internal import BromideSystem
public import BromideTimelines
public import BromideValues
internal import SystemPackage

/// Draws captions, the title, and marks for failed photos. It does not draw photos.
public struct SheetArtist: Sendable {
  private let style: SheetGrid.Style
  private let space: RGBSpace
  private let shrinks: Bool
  private let ink: Ink
  private let faint: Ink

  /// Creates an artist.
  ///
  /// - Parameters:
  ///   - background: The colour behind the text as sRGB code values, or `nil` if unknown. If
  ///     unknown, the text is middle grey.
  ///   - shrinks: Whether the drawings will be reduced later.
  public init(
    style: SheetGrid.Style, space: RGBSpace, background: SIMD3<Double>?, shrinks: Bool = false
  ) {
    self.style = style
    self.space = space
    self.shrinks = shrinks
    let below = background.map { Ink(red: $0.x, green: $0.y, blue: $0.z) }
    switch below?.legible {
    case .black?: (ink, faint) = (Ink(0x1A1A1A), Ink(0x555555))
    case nil: (ink, faint) = (Ink(0x808080), Ink(0x808080))
    default: (ink, faint) = (Ink(0xEDEDED), Ink(0xA0A4AA))
    }
  }

  /// Returns the lines of a photo's caption. A line without metadata is empty.
  public static func lines(_ photo: TilePhoto, _ captions: [SheetLayout.Caption]) -> [String] {
    captions.map { caption in
      switch caption {
      case .name: photo.label ?? photo.path.visibleName
      case .time: photo.metadata.captureTime.map(time) ?? ""
      case .exposure: exposure(photo.metadata)
      case .lens: lens(photo.metadata)
      }
    }
  }

  /// Draws centred lines of text in a caption's region.
  public func caption(_ lines: [String], size: Size) throws(DrawingError) -> LightPicture {
    let canvas = try canvas(size)
    for (index, line) in lines.enumerated() {
      var text = TextStyle(
        size: Double(style.textSize), ink: index == 0 ? ink : faint,
        limit: Double(size.width), shortening: .middle)
      if index > 0 { text.shortening = .end }
      let y = Double((index + 1) * style.lineHeight)
      canvas.text(line, at: [Double(size.width) / 2, y], text, TextAnchor(.center, .baseline))
    }
    return picture(canvas)
  }

  /// Draws the line above the photos.
  public func title(_ text: String, size: Size) throws(DrawingError) -> LightPicture {
    let canvas = try canvas(size)
    canvas.text(
      text, at: [0, Double(style.titleSize)],
      TextStyle(
        size: Double(style.titleSize), ink: ink, isBold: true, limit: Double(size.width)))
    return picture(canvas)
  }

  /// Draws the mark for a failed photo: a crossed box with its name and the reason.
  public func mark(_ name: String, reason: String, size: Size) throws(DrawingError) -> LightPicture
  {
    let canvas = try canvas(size)
    let box = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let text = Double(style.textSize)
    canvas.fill(box, Ink(0x3A1D1F))
    canvas.clipped(to: box) {
      canvas.line([[0, 0], [box.maxX, box.maxY]], Ink(0x6E2C31), width: text / 5)
      canvas.line([[0, box.maxY], [box.maxX, 0]], Ink(0x6E2C31), width: text / 5)
    }
    canvas.outline(box.inset(by: text / 10), Ink(0xC2474F), width: text / 5)
    let limit = max(box.width - 2 * text, 1)
    canvas.text(
      name, at: [box.center.x, box.center.y - text * 0.3],
      TextStyle(
        size: text, ink: Ink(0xF2DCDD), isBold: true, limit: limit, shortening: .middle),
      TextAnchor(.center, .baseline))
    canvas.text(
      reason, at: [box.center.x, box.center.y + text * 1.1],
      TextStyle(size: text, ink: Ink(0xE0A6A9), limit: limit), TextAnchor(.center, .baseline))
    return picture(canvas)
  }

  private func canvas(_ size: Size) throws(DrawingError) -> Canvas {
    try Canvas(width: Double(size.width), height: Double(size.height), background: nil)
  }

  private func picture(_ canvas: Canvas) -> LightPicture {
    LightPicture(drawing: canvas.image, in: space, shrinks: shrinks)
  }

  /// Returns a time, such as `2026-11-21 07:05:09`.
  private static func time(_ time: CaptureTime) -> String {
    let text = Array(time.exifText)
    return String(text[0..<4]) + "-" + String(text[5..<7]) + "-" + String(text[8...])
  }

  /// Returns the known exposure values, such as `1/250 s  f/5.6  ISO 400`.
  private static func exposure(_ photo: PhotoMetadata) -> String {
    var parts: [String] = []
    if let time = photo.exposureTime?.value, time > 0, time.isFinite {
      parts.append(time < 0.3 ? "1/\(Int((1 / time).rounded())) s" : "\(short(time)) s")
    }
    if let number = photo.fNumber?.value, number > 0 { parts.append("f/\(short(number))") }
    if let iso = photo.iso { parts.append("ISO \(iso)") }
    return parts.joined(separator: "  ")
  }

  /// Returns a lens, such as `35 mm  NIKKOR Z 24-70mm f/4 S`. If the model starts with the length,
  /// this omits the length.
  private static func lens(_ photo: PhotoMetadata) -> String {
    let length = photo.focalLength.flatMap { $0.value > 0 ? short($0.value) : nil }
    if let length, let model = photo.lensModel {
      return model.hasPrefix(length) ? model : "\(length) mm  \(model)"
    }
    return photo.lensModel ?? length.map { "\($0) mm" } ?? ""
  }

  /// Formats a number with at most one decimal.
  private static func short(_ value: Double) -> String {
    let tenths = (min(value, 1e6) * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}
