internal import BromideDrawing
internal import BromideLibc
internal import BromideSampling
internal import BromideValues

/// Draws a waveform, a parade or a vectorscope.
struct ScopeDrawing {
  let counts: ScopeCounts
  let signal: ScopeSignal
  let title: String
  let isOverTime: Bool

  private static let theme = Theme.dark
  private static let small = 11.0

  func draw() throws(DrawingError) -> ImageBuffer<UInt8> {
    let isVector = counts.kind == .vectorscope
    let theme = Self.theme
    let canvas = try Canvas(
      width: isVector ? 600 : 960, height: isVector ? 640 : 480, scale: 2,
      background: theme.background)
    canvas.text(title, at: [20, 26], .title(theme, limit: canvas.box.width - 280))
    canvas.text(
      caption, at: [canvas.box.maxX - 20, 26], TextStyle(size: 12, ink: theme.faintText),
      TextAnchor(.right))
    if isVector {
      try drawVectors(on: canvas, in: Box(x: 28, y: 44, width: 544, height: 576))
    } else {
      try drawLevels(
        on: canvas, in: canvas.box.inset(left: 44, top: 44, right: 60, bottom: 28))
    }
    return canvas.image
  }

  private var caption: String {
    let matrix = signal.coding.matrix.name
    let curve = signal.space.isAbsolute ? ", \(ColorTransfer(signal.space).name)" : ""
    return "\(counts.kind.rawValue)\(isOverTime ? " over time" : ""), \(matrix)\(curve)"
  }

  // MARK: Waveform and parade

  private func drawLevels(on canvas: Canvas, in area: Box) throws(DrawingError) {
    let gap = 8.0
    let width = (area.width - gap * Double(counts.parts - 1)) / Double(counts.parts)
    let inks: [SIMD3<Double>] =
      counts.parts == 3
      ? [[255, 80, 70], [80, 230, 100], [90, 140, 255]] : [[190, 240, 200]]
    for part in 0..<counts.parts {
      let box = Box(
        x: area.x + Double(part) * (width + gap), y: area.y, width: width, height: area.height)
      try canvas.draw(density(part, inks[part], columns: Int(2 * width)), in: box)
    }
    drawLevelLines(on: canvas, in: area)
  }

  private func y(_ code: Double, in area: Box) -> Double {
    area.maxY - (code + 0.5) / 256 * area.height
  }

  private func drawLevelLines(on canvas: Canvas, in area: Box) {
    let style = TextStyle(size: Self.small, ink: Self.theme.faintText)
    for percent in stride(from: 0.0, through: 100, by: 10) {
      let y = y(signal.code(ofPercent: percent), in: area)
      let isEnd = percent == 0 || percent == 100
      canvas.line(
        [[area.x, y], [area.maxX, y]], Self.theme.majorGrid.opacity(isEnd ? 0.9 : 0.4),
        width: isEnd ? 1 : 0.5)
      guard percent.truncatingRemainder(dividingBy: 20) == 0 else { continue }
      canvas.text("\(Int(percent)) %", at: [area.x - 6, y], style, TextAnchor(.right, .middle))
    }
    for nits in [1.0, 10, 50, 100, HighRangeCurve.white, 400, 1000, 4000, 10_000] {
      guard let code = signal.code(ofNits: nits), (0...255).contains(code) else { continue }
      let y = y(code, in: area)
      canvas.line([[area.maxX, y], [area.maxX + 4, y]], Self.theme.faintText, width: 1)
      canvas.text(
        "\(Int(nits)) nits", at: [area.maxX + 6, y], style, TextAnchor(.left, .middle))
    }
  }

  /// Shows counts as brightness, with a power of 0.4, so that single pixels are visible next to
  /// flat areas.
  private func density(
    _ part: Int, _ ink: SIMD3<Double>, columns: Int
  ) -> ImageBuffer<UInt8> {
    let width = max(1, min(columns, counts.columns))
    var sums = [Double](repeating: 0, count: 256 * width)
    for column in 0..<counts.columns {
      let start = 256 * (column * width / counts.columns)
      for code in 0..<256 { sums[start + code] += Double(counts[part, column, code]) }
    }
    let most = max(sums.max() ?? 1, 1)
    var image = ImageBuffer<UInt8>(size: Size(width: width, height: 256), channels: 3)
    for x in 0..<width {
      for code in 0..<256 {
        let share = Self.brightness(sums[256 * x + code] / most)
        for c in 0..<3 { image[x, 255 - code, c] = UInt8(share * ink[c] + (1 - share) * 16) }
      }
    }
    return image
  }

  private static func brightness(_ share: Double) -> Double {
    share > 0 ? min(1, 0.15 + 0.85 * share.squareRoot().squareRoot()) : 0
  }

  // MARK: Vectorscope

  private func drawVectors(on canvas: Canvas, in area: Box) throws(DrawingError) {
    let box = area.fitting(width: 1, height: 1)
    let coding = signal.coding
    let most = Double(max(counts.most, 1))
    var image = ImageBuffer<UInt8>(size: Size(width: 256, height: 256), channels: 3)
    for cb in 0..<256 {
      for cr in 0..<256 {
        let share = Self.brightness(Double(counts[0, cb, cr]) / most)
        // The colour of the position, at a luma with most colours in gamut.
        let rgb = coding.decode(
          SIMD3(signal.code(ofPercent: 60), Double(cb), Double(cr)))
        for c in 0..<3 {
          image[cb, 255 - cr, c] = UInt8(255 * share * min(max(rgb[c], 0), 1) + (1 - share) * 16)
        }
      }
    }
    try canvas.draw(image, in: box)
    func place(_ codes: SIMD3<Double>) -> SIMD2<Double> {
      [
        box.x + (codes.y + 0.5) / 256 * box.width, box.maxY - (codes.z + 0.5) / 256 * box.height,
      ]
    }
    let line = Self.theme.majorGrid.opacity(0.6)
    let middle = place(coding.encode(SIMD3()))
    canvas.line([[box.x, middle.y], [box.maxX, middle.y]], line, width: 0.5)
    canvas.line([[middle.x, box.y], [middle.x, box.maxY]], line, width: 0.5)
    // The skin line is between red and yellow, at the direction of NTSC's I: 123° from Cb.
    let angle = 123 * Double.pi / 180
    let skin = SIMD2(cos(angle), -sin(angle))
    canvas.line([middle, middle + 0.45 * box.width * skin], line, width: 1, dash: (4, 4))
    let style = TextStyle(size: Self.small, ink: Self.theme.text)
    for (name, color) in Self.targets {
      for level in [0.75, 1] {
        let spot = place(coding.encode(level * color))
        canvas.outline(
          Box(x: spot.x - 6, y: spot.y - 6, width: 12, height: 12),
          Self.theme.text.opacity(level == 1 ? 0.4 : 0.8), width: 1)
        guard level == 0.75 else { continue }
        canvas.text(name, at: spot + [10, 0], style, TextAnchor(.left, .middle))
      }
    }
  }

  /// The colours of bars.
  private static let targets: [(String, SIMD3<Double>)] = [
    ("R", [1, 0, 0]), ("Yl", [1, 1, 0]), ("G", [0, 1, 0]), ("Cy", [0, 1, 1]), ("B", [0, 0, 1]),
    ("Mg", [1, 0, 1]),
  ]
}
