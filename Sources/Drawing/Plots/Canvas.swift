internal import BromideLibc
public import BromideValues
internal import CBromideText

/// A canvas for shapes, lines, text and pictures with smooth edges.
///
/// ```swift
/// let canvas = try Canvas(width: 320, height: 200, scale: 2, background: .white)
/// canvas.fill(Box(x: 20, y: 20, width: 80, height: 80), Ink(0xD55E00), radius: 6)
/// canvas.text("vermilion", at: [60, 118], TextStyle(size: 12), TextAnchor(.center, .top))
/// let image = canvas.image   // 640 × 400
/// ```
///
/// Coordinates are in units from the top left corner, x to the right and y down. A unit has `scale`
/// pixels. The result depends only on the calls and on the installed libraries and fonts. On one
/// machine, the same calls create the same pixels.
///
/// Not thread-safe. However, several threads can use different canvases.
@safe
public final class Canvas {
  /// Maximum width and height, in pixels.
  public static let longestSide = 32767

  /// The entire canvas, in units.
  public let box: Box
  /// Pixels per unit.
  public let scale: Double
  private let size: Size
  private let isOpaque: Bool
  private let handle: OpaquePointer

  /// Creates a canvas.
  ///
  /// - Parameters:
  ///   - width: The width in units. The picture has `width * scale` pixels, rounded, and at least
  ///     1.
  ///   - height: The height in units.
  ///   - scale: Pixels per unit, greater than 0.
  ///   - background: The initial colour, or `nil` for a transparent canvas. A transparent canvas
  ///     has an alpha channel.
  /// - Throws: `DrawingError`, but not `.unknownFamily` or `.noFontFile`.
  public init(
    width: Double, height: Double, scale: Double = 1, background: Ink? = .white
  ) throws(DrawingError) {
    precondition(width > 0 && height > 0 && scale > 0, "a canvas has a size")
    try DrawingLibraries.load()
    let most = Double(Int32.max)
    size = Size(
      width: Int(max(1, min(width * scale, most)).rounded()),
      height: Int(max(1, min(height * scale, most)).rounded()))
    guard size.longEdge <= Self.longestSide else { throw .tooLarge(size) }
    // Memory for the canvas and for the final picture.
    let bytes = 2 * size.byteCount(4)
    try DrawingLibraries.requireMemory(for: bytes)
    guard let handle = unsafe bromide_canvas_new(Int32(size.width), Int32(size.height), scale)
    else { throw .outOfMemory(bytes: bytes) }
    unsafe self.handle = handle
    self.scale = scale
    box = Box(x: 0, y: 0, width: width, height: height)
    isOpaque = background?.alpha == 1
    if let background { fill(box.inset(by: -1), background) }
  }

  deinit { unsafe bromide_canvas_free(handle) }

  /// The current pixels: RGB, or RGBA with straight alpha if the background was not opaque.
  public var image: ImageBuffer<UInt8> {
    let channels = isOpaque ? 3 : 4
    var image = ImageBuffer<UInt8>(size: size, channels: channels)
    var stride: Int32 = 0
    guard let pixels = unsafe bromide_canvas_pixels(handle, &stride) else {
      preconditionFailure("a canvas has pixels")
    }
    unsafe image.withUnsafeMutableSamples { samples in
      for y in 0..<size.height {
        let row = unsafe UnsafeRawPointer(pixels + y * Int(stride))
          .assumingMemoryBound(to: UInt32.self)
        for x in 0..<size.width {
          let pixel = unsafe row[x]
          let base = (y * size.width + x) * channels
          let alpha = pixel >> 24
          for channel in 0..<3 {
            let value = pixel >> UInt32(16 - 8 * channel) & 0xFF
            // Divide by alpha and round, because cairo premultiplies.
            let straight =
              isOpaque || alpha == 255 ? value : alpha == 0 ? 0 : (value * 255 + alpha / 2) / alpha
            unsafe samples[base + channel] = UInt8(truncatingIfNeeded: min(straight, 255))
          }
          if !isOpaque { unsafe samples[base + 3] = UInt8(truncatingIfNeeded: alpha) }
        }
      }
    }
    return image
  }
}

extension Canvas {
  /// Fills a rectangle with rounded corners.
  public func fill(_ box: Box, _ ink: Ink, radius: Double = 0) {
    use(ink)
    path(box, radius: radius)
    unsafe bromide_canvas_fill(handle)
  }

  /// Draws the outline of a rectangle. Half of the line width is outside the rectangle.
  public func outline(_ box: Box, _ ink: Ink, width: Double = 1, radius: Double = 0) {
    use(ink)
    path(box, radius: radius)
    unsafe bromide_canvas_stroke(handle, width, 0, 0)
  }

  /// Fills a disc.
  public func disc(_ center: SIMD2<Double>, radius: Double, _ ink: Ink) {
    use(ink)
    unsafe bromide_canvas_arc(handle, center.x, center.y, radius, 0, 2 * .pi)
    unsafe bromide_canvas_fill(handle)
  }

  /// Draws a circle.
  public func circle(_ center: SIMD2<Double>, radius: Double, _ ink: Ink, width: Double = 1) {
    use(ink)
    unsafe bromide_canvas_arc(handle, center.x, center.y, radius, 0, 2 * .pi)
    unsafe bromide_canvas_close(handle)
    unsafe bromide_canvas_stroke(handle, width, 0, 0)
  }

  /// Draws a line through points, with round joins and ends. The line has gaps at points that are
  /// not finite.
  ///
  /// - Parameter dash: The lengths of dashes and gaps, or `nil` for a solid line.
  public func line(
    _ points: [SIMD2<Double>], _ ink: Ink, width: Double = 1,
    dash: (on: Double, off: Double)? = nil
  ) {
    use(ink)
    trace(points)
    unsafe bromide_canvas_stroke(handle, width, dash?.on ?? 0, dash?.off ?? 0)
  }

  /// Restricts drawing in `body` to a rectangle.
  public func clipped<Failure: Error>(
    to box: Box, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    unsafe bromide_canvas_clip(handle, box.x, box.y, box.width, box.height)
    defer { unsafe bromide_canvas_unclip(handle) }
    try body()
  }

  /// Draws a picture into `box`. This scales it unless the pixels fit exactly.
  ///
  /// - Parameter picture: Grey, grey and alpha, RGB or RGBA, encoded in sRGB. It must not be empty.
  /// - Throws: `DrawingError.tooLarge` if the picture exceeds `longestSide` or memory.
  public func draw(_ picture: ImageBuffer<UInt8>, in box: Box) throws(DrawingError) {
    precondition(!picture.size.isEmpty, "a picture has pixels")
    guard picture.size.longEdge <= Self.longestSide else { throw .tooLarge(picture.size) }
    let status = unsafe picture.withUnsafeSamples { samples in
      unsafe bromide_canvas_picture(
        handle, samples.baseAddress!, Int32(picture.width), Int32(picture.height),
        Int32(picture.channels), box.x, box.y, box.width, box.height)
    }
    guard status == 0 else { throw .tooLarge(picture.size) }
  }

  private func use(_ ink: Ink) {
    unsafe bromide_canvas_ink(handle, ink.red, ink.green, ink.blue, ink.alpha)
  }

  private func path(_ box: Box, radius: Double) {
    let radius = min(radius, box.width / 2, box.height / 2)
    guard radius > 0 else {
      trace([[box.x, box.y], [box.maxX, box.y], [box.maxX, box.maxY], [box.x, box.maxY]])
      unsafe bromide_canvas_close(handle)
      return
    }
    let quarter = Double.pi / 2
    let corners: [(x: Double, y: Double)] = [
      (box.maxX - radius, box.y + radius), (box.maxX - radius, box.maxY - radius),
      (box.x + radius, box.maxY - radius), (box.x + radius, box.y + radius),
    ]
    for (turn, corner) in corners.enumerated() {
      let from = quarter * Double(turn - 1)
      unsafe bromide_canvas_arc(handle, corner.x, corner.y, radius, from, from + quarter)
    }
    unsafe bromide_canvas_close(handle)
  }

  private func trace(_ points: [SIMD2<Double>]) {
    var isDown = false
    for point in points {
      guard point.x.isFinite && point.y.isFinite else {
        isDown = false
        continue
      }
      if isDown {
        unsafe bromide_canvas_line(handle, point.x, point.y)
      } else {
        unsafe bromide_canvas_move(handle, point.x, point.y)
      }
      isDown = true
    }
  }
}

extension Canvas {
  /// Draws a line of text and returns its box. A line break in the text becomes a symbol.
  @discardableResult
  public func text(
    _ text: String, at point: SIMD2<Double>, _ style: TextStyle = TextStyle(),
    _ anchor: TextAnchor = TextAnchor()
  ) -> Box {
    let extent = layOut(text, style, at: nil)
    let x =
      switch anchor.horizontal {
      case .left: point.x
      case .center: point.x - extent.width / 2
      case .right: point.x - extent.width
      }
    let y =
      switch anchor.vertical {
      case .top: point.y
      // The height of a capital letter is about 0.73 em.
      case .middle: point.y + 0.365 * style.size - extent.baseline
      case .baseline: point.y - extent.baseline
      case .bottom: point.y - extent.height
      }
    if let outline = style.outline {
      use(outline.ink)
      _ = layOut(text, style, at: [x, y], outline: 2 * outline.width)
    }
    use(style.ink)
    _ = layOut(text, style, at: [x, y])
    return Box(x: x, y: y, width: extent.width, height: extent.height)
  }

  /// Returns the width of a line of text, in units.
  public func width(of text: String, _ style: TextStyle) -> Double {
    layOut(text, style, at: nil).width
  }

  private func layOut(
    _ text: String, _ style: TextStyle, at corner: SIMD2<Double>?, outline: Double = 0
  ) -> bromide_text_extent {
    // Remove NUL, because Pango would end the text there.
    let bytes = text.utf8.filter { $0 != 0 }.map { CChar(bitPattern: $0) }
    return unsafe style.family.names.withCString { family in
      var options = unsafe bromide_text_style(
        family: family, size: style.size, weight: style.isBold ? 700 : 400,
        limit: style.limit.map { max($0, 1) } ?? 0, keeps_end: style.shortening == .middle ? 1 : 0,
        outline: outline)
      return unsafe (bytes + [0]).withUnsafeBufferPointer { characters in
        unsafe bromide_canvas_text(
          handle, characters.baseAddress!, bytes.count, &options, corner == nil ? 0 : 1,
          corner?.x ?? 0, corner?.y ?? 0)
      }
    }
  }
}
