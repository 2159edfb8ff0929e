/// The position of stored rows and columns in the upright picture: EXIF tag 0x0112 (CIPA DC-008,
/// 4.6.4 A).
///
/// A name contains the visual edges at stored row 0 and stored column 0.
public enum Orientation: Int, Sendable, Hashable, Codable, CaseIterable {
  case topLeft = 1
  case topRight = 2
  case bottomRight = 3
  case bottomLeft = 4
  case leftTop = 5
  case rightTop = 6
  case rightBottom = 7
  case leftBottom = 8

  /// The orientation of a picture that is stored upright.
  public static let upright = Orientation.topLeft

  /// Whether stored rows become columns. Then width and height are exchanged.
  public var isTransposed: Bool { rawValue >= 5 }

  /// Returns the size of the upright picture for a stored size.
  public func upright(_ stored: Size) -> Size { isTransposed ? stored.transposed : stored }

  /// Returns the stored position of pixel (x, y) of the upright picture. `stored` is the stored
  /// size.
  ///
  /// - Complexity: O(1).
  public func storedPosition(x: Int, y: Int, in stored: Size) -> (x: Int, y: Int) {
    let right = stored.width - 1
    let bottom = stored.height - 1
    return switch self {
    case .topLeft: (x, y)
    case .topRight: (right - x, y)
    case .bottomRight: (right - x, bottom - y)
    case .bottomLeft: (x, bottom - y)
    case .leftTop: (y, x)
    case .rightTop: (y, bottom - x)
    case .rightBottom: (right - y, bottom - x)
    case .leftBottom: (right - y, x)
    }
  }

  /// Returns the part of the stored picture that appears as `region` in the upright picture.
  public func storedRegion(_ region: Region, in stored: Size) -> Region {
    guard !region.isEmpty else { return Region(x: 0, y: 0, width: 0, height: 0) }
    let a = storedPosition(x: region.x, y: region.y, in: stored)
    let b = storedPosition(x: region.endX - 1, y: region.endY - 1, in: stored)
    return Region(
      x: min(a.x, b.x), y: min(a.y, b.y),
      width: abs(a.x - b.x) + 1, height: abs(a.y - b.y) + 1)
  }
}
