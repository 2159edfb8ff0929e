internal import BromideLibc
public import BromideValues

/// A crop rectangle in Camera Raw's format, optionally rotated.
///
/// The numbers are fractions of the stored picture, before its orientation. (left, top) and (right,
/// bottom) are two opposite corners of the rotated rectangle. The angle rotates the rectangle about
/// its centre, clockwise on screen, so the picture rotates the other way.
///
/// Sources:
/// - Adobe, “Camera Raw namespace”, developer.adobe.com/xmp/docs/XMPNamespaces/crs: the properties.
/// - J. R. Ellis, “SDK: Computing the corners of a crop rectangle”, 2022,
///   community.adobe.com/t5/lightroom-classic-discussions/_/td-p/12995794: corners, relative to the
///   stored pixels.
/// - R. Cole and others, “What is the formula for converting crop coordinates when a photo gets
///   angled?”, Adobe's forum: 0.4, 0.3, 0.9, 0.8 at 0° are 0.374965, 0.36916, 0.925035, 0.73084 at
///   −10°. A test uses these numbers.
public struct SensorCrop: Sendable, Hashable, Codable {
  /// The horizontal position of the corner that is at the top left with angle 0, as a fraction of
  /// the width.
  public var left: Double
  /// The vertical position of this corner, as a fraction of the height.
  public var top: Double
  /// The horizontal position of the opposite corner.
  public var right: Double
  /// The vertical position of the opposite corner.
  public var bottom: Double
  /// The rotation of the rectangle, in degrees clockwise on screen.
  public var angle: Double

  /// Creates a crop from its corners and its angle in degrees.
  public init(left: Double, top: Double, right: Double, bottom: Double, angle: Double = 0) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
    self.angle = angle
  }

  /// A window of an upright picture, in fractions, and the picture's rotation.
  public struct Window: Sendable, Hashable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double
    /// The rotation of the picture about the window's centre, in degrees clockwise.
    public var rotation: Double
  }

  /// Returns the window of this crop, or `nil` if the corners are not a valid rectangle.
  ///
  /// - Parameters:
  ///   - size: Width and height of the stored picture, in any common unit.
  public func window(size: (width: Double, height: Double), orientation: Orientation) -> Window? {
    let (cosine, sine) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
    let (across, down) = ((right - left) * size.width, (bottom - top) * size.height)
    // Rotate the diagonal back into the rectangle's axes.
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
  /// Whether the stored picture is a mirror image of the upright picture.
  fileprivate var isMirrored: Bool {
    switch self {
    case .topLeft, .bottomRight, .rightTop, .leftBottom: false
    case .topRight, .bottomLeft, .leftTop, .rightBottom: true
    }
  }
}
