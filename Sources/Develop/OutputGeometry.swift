internal import Pixels

/// Where the pixels of the finished picture come from.
///
/// Three pictures follow each other: what the demosaic makes (`source`), its shown part brought to the output's size
/// but still lying as stored (`storedOutput`), and that turned upright (`outputSize`).
/// Windows lie at fractional positions, so that a moving one does not shake.
struct OutputGeometry: Sendable, Hashable {
  /// The shown part, in whole pixels of the demosaic's output.
  let source: Region
  /// The part of `source` shown, from its origin, in fractions of pixels.
  let window: Window
  /// The size of the finished picture before it is turned.
  let storedOutput: Size
  let orientation: Orientation
  /// Clockwise degrees by which the stored picture is turned about the window's middle.
  let rotation: Double

  struct Window: Sendable, Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// All of a picture, in fractions of it.
    static let all = Window(x: 0, y: 0, width: 1, height: 1)

    /// A window of the upright picture, in fractions of it, as the stored picture sees it.
    func stored(_ orientation: Orientation) -> Window {
      let (right, bottom) = (1 - x - width, 1 - y - height)
      let (left, top) =
        switch orientation {
        case .topLeft: (x, y)
        case .topRight: (right, y)
        case .bottomRight: (right, bottom)
        case .bottomLeft: (x, bottom)
        case .leftTop: (y, x)
        case .rightTop: (y, right)
        case .rightBottom: (bottom, right)
        case .leftBottom: (bottom, x)
        }
      return orientation.isTransposed
        ? Window(x: left, y: top, width: height, height: width)
        : Window(x: left, y: top, width: width, height: height)
    }
  }

  /// Whether output pixels are not simply source pixels.
  var isResampled: Bool {
    rotation != 0
      || window != Window(x: 0, y: 0, width: Double(source.width), height: Double(source.height))
      || storedOutput != source.size
  }

  /// The part of the demosaic's output that the picture is made from, with all that the resampling reaches.
  var reach: Region {
    guard isResampled else { return source }
    let (window, storedOutput) = canvas
    func span(_ start: Double, _ length: Double, _ count: Int) -> (Int, Int) {
      // Twice the filter's stretch, and a pixel for rounding.
      let margin = 2 * max(1, length / Double(count)) + 2
      return (Int((start - margin).rounded(.down)), Int((start + length + margin).rounded(.up)))
    }
    let (left, right) = span(window.x, window.width, storedOutput.width)
    let (top, bottom) = span(window.y, window.height, storedOutput.height)
    return Region(
      x: source.x + left, y: source.y + top, width: right - left, height: bottom - top
    ).intersection(source)
  }

  /// The finished picture.
  var outputSize: Size { orientation.upright(storedOutput) }

  /// - Parameters:
  ///   - source: The shown part, in pixels of the demosaic's output.
  ///   - pixelAspect: Width of a stored pixel over its height. The output's pixels are square: the shorter axis
  ///     is stretched, so that no recorded pixel is lost.
  ///   - window: The part of it shown, in fractions of it.
  ///   - rotation: Clockwise degrees about the window's middle, of the picture as stored.
  ///   - request: nil: every pixel of the window is one of the output; its edges are brought to whole pixels.
  init(
    source: Region, pixelAspect: Double, orientation: Orientation, window shown: Window = .all,
    rotation: Double = 0, request: SizeRequest?
  ) {
    // A turned picture shows what lies beside its window; else the whole pixels are all there is.
    let part = request == nil ? source.part(shown) : source
    let isWhole = request == nil && rotation == 0
    let source = isWhole ? part : source
    // LibRaw's rule too: aspects within 0.5 % of 1 are square.
    let aspect = abs(pixelAspect - 1) < 0.005 ? 1 : pixelAspect
    var window =
      request == nil
      ? Window(
        x: Double(part.x - source.x), y: Double(part.y - source.y), width: Double(part.width),
        height: Double(part.height))
      : Window(
        x: shown.x * Double(source.width), y: shown.y * Double(source.height),
        width: shown.width * Double(source.width), height: shown.height * Double(source.height))
    let square = (width: window.width * max(1, aspect), height: window.height / min(1, aspect))
    var size = Size(width: Self.pixels(square.width), height: Self.pixels(square.height))
    if let request {
      let box = Self.box(request, orientation: orientation)
      let ratios = (Double(box.width) / square.width, Double(box.height) / square.height)
      let covers: Bool
      if case .box = request.bounds { covers = request.fit == .cover } else { covers = false }
      var scale = covers ? max(ratios.0, ratios.1) : min(ratios.0, ratios.1)
      if !request.enlarge { scale = min(scale, 1) }
      let full = Size(
        width: Self.pixels(square.width * scale), height: Self.pixels(square.height * scale))
      size = Size(width: min(full.width, box.width), height: min(full.height, box.height))
      if covers {
        // What the box does not show is cut off evenly on both sides.
        let full = window
        window.width *= min(1, Double(size.width) / (square.width * scale))
        window.height *= min(1, Double(size.height) / (square.height * scale))
        window.x += (full.width - window.width) / 2
        window.y += (full.height - window.height) / 2
      }
    }
    self.source = source
    self.window = window
    self.orientation = orientation
    self.rotation = rotation
    storedOutput = size
  }

  private static func pixels(_ length: Double) -> Int { max(1, Int(length.rounded())) }

  /// The box of a request, as the stored picture sees it.
  private static func box(_ request: SizeRequest, orientation: Orientation) -> Size {
    switch request.bounds {
    case .box(let size): orientation.isTransposed ? size.transposed : size
    case .longEdge(let edge): Size(width: edge, height: edge)
    }
  }
}

extension Region {
  /// The whole pixels nearest to a part given in fractions of this region; at least one.
  fileprivate func part(_ window: OutputGeometry.Window) -> Region {
    func span(_ start: Double, _ length: Double, _ count: Int) -> Range<Int> {
      let first = min(Int((start * Double(count)).rounded()), count - 1)
      let end = Int(((start + length) * Double(count)).rounded())
      return first..<max(first + 1, min(end, count))
    }
    let columns = span(window.x, window.width, width)
    let rows = span(window.y, window.height, height)
    return Region(
      x: x + columns.lowerBound, y: y + rows.lowerBound, width: columns.count, height: rows.count)
  }
}
