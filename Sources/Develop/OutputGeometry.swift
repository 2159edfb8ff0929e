internal import Pixels

/// Where the pixels of the finished picture come from.
///
/// Three pictures follow each other: what the demosaic makes (`source`), its shown part brought to the output's size
/// but still lying as stored (`storedOutput`), and that turned upright (`outputSize`).
struct OutputGeometry: Sendable, Hashable {
  /// The shown part, in whole pixels of the demosaic's output.
  let source: Region
  /// The part of `source` shown, from its origin, in fractions of pixels; all of it but for `cover`.
  let window: Window
  /// The size of the finished picture before it is turned.
  let storedOutput: Size
  let orientation: Orientation

  struct Window: Sendable, Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  /// Whether output pixels are not simply source pixels.
  var isResampled: Bool {
    window != Window(x: 0, y: 0, width: Double(source.width), height: Double(source.height))
      || storedOutput != source.size
  }

  /// The finished picture.
  var outputSize: Size { orientation.upright(storedOutput) }

  /// - Parameters:
  ///   - source: The shown part, in pixels of the demosaic's output.
  ///   - pixelAspect: Width of a stored pixel over its height. The output's pixels are square: the shorter axis
  ///     is stretched, so that no recorded pixel is lost.
  ///   - request: nil: every pixel of the crop is one of the output.
  init(source: Region, pixelAspect: Double, orientation: Orientation, request: SizeRequest?) {
    // LibRaw's rule too: aspects within 0.5 % of 1 are square.
    let aspect = abs(pixelAspect - 1) < 0.005 ? 1 : pixelAspect
    let square = (
      width: Double(source.width) * max(1, aspect), height: Double(source.height) / min(1, aspect)
    )
    var window = Window(
      x: 0, y: 0, width: Double(source.width), height: Double(source.height))
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
        window.width *= min(1, Double(size.width) / (square.width * scale))
        window.height *= min(1, Double(size.height) / (square.height * scale))
        window.x = (Double(source.width) - window.width) / 2
        window.y = (Double(source.height) - window.height) / 2
      }
    }
    self.source = source
    self.window = window
    self.orientation = orientation
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
