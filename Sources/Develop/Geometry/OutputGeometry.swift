internal import BromideValues

/// Maps the pixels of the finished picture to the photo's pixels.
///
/// There are three pictures: the shown part of the demosaic's output (`source`), its window
/// resampled to the output's size in the stored orientation (`storedOutput`), and the upright
/// result (`outputSize`). Windows have fractional positions, so that a moving window does not
/// shake.
struct OutputGeometry: Sendable, Hashable {
  /// The part to show, in integer pixels of the demosaic's output.
  private(set) var source: Region
  /// The window in `source`, from its origin, in fractional pixels.
  var window: Window
  /// Size of the finished picture before it is turned upright.
  let storedOutput: Size
  let orientation: Orientation
  /// The clockwise rotation of the stored picture about the window's centre, in degrees.
  let rotation: Double
  /// The lens correction, or `nil` without a correction. With a correction, `source` is the
  /// demosaic's complete output, because it can move pixels from outside the shown part into the
  /// picture.
  private(set) var lens: LensGeometry?
  /// With a lens, the part of the demosaic's output that is shown.
  private(set) var shown: Region?

  struct Window: Sendable, Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// The entire picture, in fractions.
    static let all = Window(x: 0, y: 0, width: 1, height: 1)

    /// This window of the upright picture as a window of the stored one, both in fractions.
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

  /// Whether the output shows its canvas turned or bent.
  var isWarped: Bool { rotation != 0 || lens != nil }

  /// Whether output pixels differ from source pixels.
  var isResampled: Bool {
    isWarped
      || window != Window(x: 0, y: 0, width: Double(source.width), height: Double(source.height))
      || storedOutput != source.size
  }

  /// The canvas's position in `source` if they use the same pixels, or `nil` if they are resampled.
  var canvasPlace: (x: Int, y: Int)? {
    let (window, size) = canvas
    guard window.width == Double(size.width), window.height == Double(size.height),
      let x = Int(exactly: window.x), let y = Int(exactly: window.y)
    else { return nil }
    return (x, y)
  }

  /// The part of the demosaic's output that the picture depends on, including the reach of
  /// resampling.
  var reach: Region {
    guard isResampled else { return source }
    let (window, storedOutput) = canvas
    func span(_ start: Double, _ length: Double, _ count: Int) -> (Int, Int) {
      // Twice the filter's stretch, and pixels for rounding.
      let margin = 2 * max(1, length / Double(count)) + 2
      return (Int((start - margin).rounded(.down)), Int((start + length + margin).rounded(.up)))
    }
    let (left, right) = span(window.x, window.width, storedOutput.width)
    let (top, bottom) = span(window.y, window.height, storedOutput.height)
    return Region(
      x: source.x + left, y: source.y + top, width: right - left, height: bottom - top
    ).intersection(source)
  }

  /// Returns this geometry with a lens correction.
  ///
  /// - Parameters:
  ///   - lens: The correction.
  ///   - shown: The part of the demosaic's output that is shown.
  ///   - whole: The complete output.
  func corrected(_ lens: LensGeometry, shown: Region, whole: Region) -> OutputGeometry {
    var geometry = self
    geometry.lens = lens
    geometry.shown = shown
    geometry.source = whole
    geometry.window.x += Double(source.x - whole.x)
    geometry.window.y += Double(source.y - whole.y)
    return geometry
  }

  /// Converts this geometry from sites to cells of 2×2 sites. All positions stay the same.
  func inCells(of sensor: Size) -> OutputGeometry {
    func cells(_ region: Region) -> Region {
      let (x, y) = (region.x / 2, region.y / 2)
      return Region(
        x: x, y: y, width: max(1, min((region.endX + 1) / 2, sensor.width / 2) - x),
        height: max(1, min((region.endY + 1) / 2, sensor.height / 2) - y))
    }
    var geometry = self
    geometry.source = cells(source)
    geometry.window = Window(
      x: (Double(source.x) + window.x) / 2 - Double(geometry.source.x),
      y: (Double(source.y) + window.y) / 2 - Double(geometry.source.y),
      width: window.width / 2, height: window.height / 2)
    geometry.lens = lens?.inCells
    geometry.shown = shown.map { cells($0) }
    return geometry
  }

  /// Size of the finished picture.
  var outputSize: Size { orientation.upright(storedOutput) }

  /// - Parameters:
  ///   - source: The part to show, in pixels of the demosaic's output.
  ///   - pixelAspect: Width of a stored pixel over its height. The output's pixels are square, so
  ///     the shorter axis is stretched to keep every recorded pixel.
  ///   - orientation: The orientation of the stored picture.
  ///   - window: The window of `source` to show, in fractions of `source`.
  ///   - rotation: Clockwise rotation of the stored picture about the window's centre, in degrees.
  ///   - request: The size. If it is `nil`, the window's edges are rounded to integer pixels, and
  ///     every pixel of the window becomes one output pixel.
  ///   - fillsCorners: Whether to shrink a rotated window until its corners are inside the picture.
  ///     The output's size stays the same.
  init(
    source: Region, pixelAspect: Double, orientation: Orientation, window shown: Window = .all,
    rotation: Double = 0, request: SizeRequest?, fillsCorners: Bool = false
  ) {
    // A rotated picture also shows pixels outside its window. Otherwise, the rounded window is
    // enough.
    let part = request == nil ? source.part(shown) : source
    let isWhole = request == nil && rotation == 0
    let source = isWhole ? part : source
    let aspect = Self.aspect(pixelAspect)
    var window =
      request == nil
      ? Window(
        x: Double(part.x - source.x), y: Double(part.y - source.y), width: Double(part.width),
        height: Double(part.height))
      : Window(
        x: shown.x * Double(source.width), y: shown.y * Double(source.height),
        width: shown.width * Double(source.width), height: shown.height * Double(source.height))
    let square = Self.square((window.width, window.height), aspect)
    var size = Size(width: Self.pixels(square.width), height: Self.pixels(square.height))
    if let request, request.isStretched == true {
      size = Self.box(request, orientation: orientation)
    } else if let request {
      let covers: Bool
      if case .box = request.bounds { covers = request.fit == .cover } else { covers = false }
      var scale = request.bounds.scale(of: square)
      let box = Self.box(request, orientation: orientation)
      if scale == nil {
        let ratios = (Double(box.width) / square.width, Double(box.height) / square.height)
        scale = covers ? max(ratios.0, ratios.1) : min(ratios.0, ratios.1)
      }
      let factor = request.enlarge ? scale ?? 1 : min(scale ?? 1, 1)
      // A limit of megapixels is a limit, so its sides are rounded down.
      let side = request.bounds.isLimit ? Self.wholePixels : Self.pixels
      let full = Size(width: side(square.width * factor), height: side(square.height * factor))
      size = Size(width: min(full.width, box.width), height: min(full.height, box.height))
      if covers {
        // The part outside the box is cut off evenly on both sides.
        let full = window
        window.width *= min(1, Double(size.width) / (square.width * factor))
        window.height *= min(1, Double(size.height) / (square.height * factor))
        window.x += (full.width - window.width) / 2
        window.y += (full.height - window.height) / 2
      }
    }
    self.source = source
    self.window = window
    self.orientation = orientation
    self.rotation = rotation
    storedOutput = size
    if fillsCorners, rotation != 0 { fillCorners() }
  }

  /// The nearest number of pixels, at least 1.
  ///
  /// The tolerance rounds 175.49999999999997 like 175.5. Otherwise, the picture changes its size in
  /// some frames of a zoom.
  static func pixels(_ length: Double) -> Int { max(1, Int((min(length, 1e9) + 1e-6).rounded())) }

  private static func wholePixels(_ length: Double) -> Int {
    // The tolerance keeps 2000 at 2000 if the product is 1999.9999999.
    max(1, Int(min(length, 1e9) + 1e-6))
  }

  /// LibRaw also treats aspects within 0.5 % of 1 as square.
  private static func aspect(_ pixelAspect: Double) -> Double {
    abs(pixelAspect - 1) < 0.005 ? 1 : pixelAspect
  }

  /// Returns a part of the demosaic's output in square pixels.
  static func square(_ part: Size, _ pixelAspect: Double) -> (width: Double, height: Double) {
    square((Double(part.width), Double(part.height)), aspect(pixelAspect))
  }

  private static func square(
    _ part: (width: Double, height: Double), _ aspect: Double
  ) -> (width: Double, height: Double) {
    (part.width * max(1, aspect), part.height / min(1, aspect))
  }

  /// The box of a request, oriented like the stored picture.
  private static func box(_ request: SizeRequest, orientation: Orientation) -> Size {
    switch request.bounds {
    case .box(let size): orientation.isTransposed ? size.transposed : size
    case .longEdge(let edge): Size(width: edge, height: edge)
    case .shortEdge, .megapixels, .fraction: Size(width: .max, height: .max)
    }
  }
}

extension Region {
  /// Returns the nearest integer pixels, at least one, to a window in fractions of this region.
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
