#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// An edge that uncovers a picture as it moves over it, hard or soft.
///
/// Each place of the picture has a position t on the way of the edge: 0 where it begins, 1 where it
/// ends, and no less or more beyond. With the share s uncovered and an edge of softness w, the place shows by
/// min(max((s·(1 + w) − t)/w, 0), 1): nothing at s = 0, everything at s = 1. An edge is at least a
/// pixel wide, so that it is smooth.
public struct Wipe: Sendable, Hashable {
  /// The way of the edge.
  public enum Shape: Sendable, Hashable {
    /// A straight edge that moves in a direction: 0 to the right, π/2 downwards, in radians. It
    /// begins at the first corner of the picture that it meets and ends at the last.
    case linear(angle: Double)
    /// A circle that grows about a point, in shares of the picture's sides, until it reaches the
    /// farthest corner.
    case radial(center: SIMD2<Double>)
  }

  /// The way of the edge.
  public var shape: Shape
  /// The share of the way that is uncovered, 0…1.
  public var share: Double
  /// The width of the edge as a share of the way, 0…1.
  public var softness: Double

  /// Creates a wipe, by default with a hard edge.
  public init(_ shape: Shape, share: Double, softness: Double = 0) {
    self.shape = shape
    self.share = share
    self.softness = softness
  }

  /// A wipe over a picture of one size.
  struct Edge: Sendable {
    private let isRadial: Bool
    /// The circle's centre, or the direction divided by the length of the way.
    private let vector: SIMD2<Double>
    /// The position at the picture's origin; for a circle 1 / its largest radius.
    private let number: Double
    private let front: Double
    private let width: Double

    /// - Parameters:
    ///   - size: Width and height of the picture.
    ///   - scale: Frame pixels per pixel of the picture.
    init(_ wipe: Wipe, size: SIMD2<Double>, scale: Double) {
      let corners = [SIMD2(), SIMD2(size.x, 0), SIMD2(0, size.y), size]
      let way: Double
      switch wipe.shape {
      case .linear(let angle):
        let direction = SIMD2(cos(angle), sin(angle))
        let places = corners.map { ($0 * direction).sum() }
        way = places.max()! - places.min()!
        isRadial = false
        vector = direction / way
        number = -places.min()! / way
      case .radial(let center):
        let middle = center * size
        way = corners.map { Self.length($0 - middle) }.max()!
        isRadial = true
        vector = middle
        number = 1 / way
      }
      width = max(wipe.softness, 1 / (scale * way))
      front = wipe.share * (1 + width)
    }

    /// The share of the picture that shows at one of its places, 0…1.
    func cover(_ place: SIMD2<Double>) -> Double {
      let way =
        isRadial ? Self.length(place - vector) * number : (place * vector).sum() + number
      // Centres of pixels on the picture's edge may lie outside it.
      return min(max((front - min(max(way, 0), 1)) / width, 0), 1)
    }

    private static func length(_ vector: SIMD2<Double>) -> Double { hypot(vector.x, vector.y) }
  }
}
