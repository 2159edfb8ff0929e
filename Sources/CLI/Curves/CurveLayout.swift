internal import BromideDrawing

/// The positions of a sheet's plots, in units.
struct Multiples {
  let size: SIMD2<Double>
  let boxes: [Box]
  /// Whether there are many plots, so that each has less text and fewer lines.
  let isSmall: Bool
  let textSize: Double
  let speedHeight: Double
  let stripHeight: Double
  let innerGap: Double
  /// The captions of the plots. They are `nil` if no plot in the row has a caption, to save space.
  let captions: [String?]
  private let title: (name: String, note: String)?
  private static let margin = 28.0

  static func isSmall(_ count: Int) -> Bool { count > 9 }

  init(captions: [String], hasSpeed: Bool, hasStrip: Bool, title: (name: String, note: String)?) {
    self.title = title
    let count = captions.count
    isSmall = Self.isSmall(count)
    textSize = isSmall ? 11 : 13
    let plot: (width: Double, height: Double) =
      count == 1 ? (560, 380) : isSmall ? (162, 144) : (340, 260)
    speedHeight = hasSpeed ? (plot.height * 0.6).rounded() : 0
    stripHeight = hasStrip ? (isSmall ? 14 : 24) : 0
    innerGap = isSmall ? 4 : 6
    let columns =
      switch count {
      case ...2: count
      case 4: 2
      case ...9: 3
      // The sheet should be about as wide as paper, with at most nine columns, for three families
      // of three directions.
      default: min(9, max(4, Int((1.5 * Double(count)).squareRoot())))
      }
    let gap = (x: isSmall ? 16.0 : 32, y: isSmall ? 18.0 : 24)
    let below =
      speedHeight + stripHeight + (hasSpeed ? innerGap : 0) + (hasStrip ? innerGap : 0)
    var boxes: [Box] = []
    var kept: [String?] = []
    var y = Self.margin + (title == nil ? 0 : 64)
    for start in stride(from: 0, to: count, by: columns) {
      let row = start..<min(start + columns, count)
      let hasCaption = captions[row].contains { !$0.isEmpty }
      let height = plot.height + below + (hasCaption ? textSize : 0)
      for index in row {
        boxes.append(
          Box(
            x: Self.margin + Double(index - start) * (plot.width + gap.x), y: y,
            width: plot.width, height: height))
        kept.append(hasCaption ? captions[index] : nil)
      }
      y += height + gap.y
    }
    self.boxes = boxes
    self.captions = kept
    size = [
      Double(columns) * (plot.width + gap.x) - gap.x + 2 * Self.margin, y - gap.y + Self.margin,
    ]
  }

  /// Returns the height of the plot without the parts below it.
  func plotHeight(in box: Box) -> Double {
    box.height - speedHeight - stripHeight - (speedHeight > 0 ? innerGap : 0)
      - (stripHeight > 0 ? innerGap : 0)
  }

  func drawTitle(on canvas: Canvas, theme: Theme) {
    guard let title else { return }
    canvas.text(
      title.name, at: [Self.margin, Self.margin + 22],
      TextStyle(size: 26, ink: theme.text, isBold: true))
    canvas.text(
      title.note, at: [Self.margin, Self.margin + 44], TextStyle(size: 12, ink: theme.faintText))
  }
}

/// Names next to samples of their lines, wrapped into rows.
struct Legend {
  let width: Double
  let height: Double
  private let items: [(name: String, corner: SIMD2<Double>)]
  private let theme: Theme
  private static let rowHeight = 24.0
  private static let sample = 26.0

  init(_ names: [String], width: Double, theme: Theme, ruler: Canvas) {
    self.width = width
    self.theme = theme
    let style = Self.style(theme, limit: width - Self.sample - 8)
    var corner = SIMD2(0, 16.0)
    var items: [(String, SIMD2<Double>)] = []
    for name in names {
      let needed = Self.sample + 8 + ruler.width(of: name, style)
      if corner.x > 0 && corner.x + needed > width {
        corner = [0, corner.y + Self.rowHeight]
      }
      items.append((name, corner))
      corner.x += needed + 28
    }
    self.items = items
    height = corner.y + Self.rowHeight
  }

  func draw(on canvas: Canvas, at origin: SIMD2<Double>, ruler: Canvas) {
    let style = Self.style(theme, limit: width - Self.sample - 8)
    for (index, item) in items.enumerated() {
      let place = origin + item.corner + SIMD2(0, Self.rowHeight / 2)
      let (ink, dash) = theme.style(ofSeries: index)
      canvas.line(
        [place, place + SIMD2(Self.sample, 0)], ink, width: 2.5,
        dash: dash.map { ($0.on * 2.5, $0.off * 2.5) })
      canvas.text(
        item.name, at: place + SIMD2(Self.sample + 8, 0), style, TextAnchor(.left, .middle))
    }
  }

  private static func style(_ theme: Theme, limit: Double) -> TextStyle {
    TextStyle(size: 13, ink: theme.text, limit: limit)
  }
}
