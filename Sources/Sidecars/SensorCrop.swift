public import Pixels

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A crop rectangle as Camera Raw states it, perhaps turned.
///
/// The numbers are fractions of the picture as it is stored, before its orientation: (left, top) and
/// (right, bottom) are the places of two opposite corners of the turned rectangle, and the angle
/// turns the rectangle about its centre, clockwise on screen, so that the picture itself turns the
/// other way. Where this is described:
/// - Adobe, “Camera Raw namespace”, developer.adobe.com/xmp/docs/XMPNamespaces/crs: the properties.
/// - J. R. Ellis, “SDK: Computing the corners of a crop rectangle”, 2022,
///   community.adobe.com/t5/lightroom-classic-discussions/_/td-p/12995794: corners, on the array of
///   pixels as it is stored.
/// - R. Cole and others, “What is the formula for converting crop coordinates when a photo gets
///   angled?”, Adobe's forum: 0.4, 0.3, 0.9, 0.8 at 0° are 0.374965, 0.36916, 0.925035, 0.73084 at
///   −10°, which is a test.
public struct SensorCrop: Sendable, Hashable, Codable {
  /// The corner that is at the top left at angle 0, as fractions of width and height.
  public var left: Double
  /// That corner's height.
  public var top: Double
  /// The opposite corner.
  public var right: Double
  /// Its height.
  public var bottom: Double
  /// Degrees by which the rectangle is turned, clockwise on screen.
  public var angle: Double

  /// A crop with these corners, its angle in degrees.
  public init(left: Double, top: Double, right: Double, bottom: Double, angle: Double = 0) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
    self.angle = angle
  }

  /// A window of an upright picture, in fractions of it, and the picture's clockwise rotation about
  /// the window's middle.
  public struct Window: Sendable, Hashable {
    /// Its left edge.
    public var x: Double
    /// Its top edge.
    public var y: Double
    /// Its width.
    public var width: Double
    /// Its height.
    public var height: Double
    /// Clockwise degrees by which the picture is rotated about the window's middle.
    public var rotation: Double
  }

  /// The window that this crop shows; nil if the corners belong to no rectangle.
  ///
  /// - Parameters:
  ///   - size: Width and height of the stored picture, in any unit that both share.
  public func window(size: (width: Double, height: Double), orientation: Orientation) -> Window? {
    let (cosine, sine) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
    let (across, down) = ((right - left) * size.width, (bottom - top) * size.height)
    // The diagonal, turned back into the rectangle's own axes.
    let width = (across * cosine + down * sine) / size.width
    let height = (down * cosine - across * sine) / size.height
    guard width > 0, height > 0 else { return nil }
    let (x, y) = ((left + right - width) / 2, (top + bottom - height) / 2)
    let (farX, farY) = (1 - x - width, 1 - y - height)
    let turn = -angle * (orientation.isMirrored ? -1 : 1)
    func window(_ x: Double, _ y: Double) -> Window {
      orientation.isTransposed
        ? Window(x: x, y: y, width: height, height: width, rotation: turn)
        : Window(x: x, y: y, width: width, height: height, rotation: turn)
    }
    return switch orientation {
    case .topLeft: window(x, y)
    case .topRight: window(farX, y)
    case .bottomRight: window(farX, farY)
    case .bottomLeft: window(x, farY)
    case .leftTop: window(y, x)
    case .rightTop: window(farY, x)
    case .rightBottom: window(farY, farX)
    case .leftBottom: window(y, farX)
    }
  }
}

extension Orientation {
  /// Whether the stored picture is a mirror image of the upright one.
  fileprivate var isMirrored: Bool {
    switch self {
    case .topLeft, .bottomRight, .rightTop, .leftBottom: false
    case .topRight, .bottomLeft, .leftTop, .rightBottom: true
    }
  }
}
