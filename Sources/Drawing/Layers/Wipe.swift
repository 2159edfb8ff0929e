internal import BromideLibc

/// A hard or soft edge that uncovers a picture as it moves.
///
/// Each point of the picture has a position t on the edge's path: 0 at the start, 1 at the end, and
/// clamped outside. With a progress of s and an edge of softness w, the visibility of a point is
/// min(max((s·(1 + w) − t)/w, 0), 1). So the picture is hidden at s = 0, and fully visible at s =
/// 1. An edge is at least one pixel wide to be smooth.
public struct Wipe: Sendable, Hashable {
  /// The path of the edge.
  public enum Shape: Sendable, Hashable {
    /// A straight edge that moves in a direction, in radians: 0 to the right, π/2 downwards.
    ///
    /// It starts at the first corner of the picture in this direction and ends at the last.
    case linear(angle: Double)
    /// A circle that grows until it reaches the farthest corner. The centre is in fractions of the
    /// picture's width and height.
    case radial(center: SIMD2<Double>)
  }

  /// The path of the edge.
  public var shape: Shape
  /// The progress from 0 to 1.
  public var share: Double
  /// The width of the edge as a fraction of the path, from 0 to 1.
  public var softness: Double

  /// Creates a wipe. By default, the edge is hard.
  public init(_ shape: Shape, share: Double, softness: Double = 0) {
    self.shape = shape
    self.share = share
    self.softness = softness
  }

  /// A wipe over a picture of one size.
  struct Edge: Sendable {
    private let isRadial: Bool
    /// The circle's centre, or the direction divided by the length of the path.
    private let vector: SIMD2<Double>
    /// The position at the picture's origin. For a circle, 1 divided by its maximum radius.
    private let number: Double
    private let front: Double
    private let width: Double

    /// Prepares a wipe.
    ///
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

    /// Returns the visibility of a point in the picture, from 0 to 1.
    func cover(_ place: SIMD2<Double>) -> Double {
      let way =
        isRadial ? Self.length(place - vector) * number : (place * vector).sum() + number
      // Centres of pixels on the picture's edge can be outside it.
      return min(max((front - min(max(way, 0), 1)) / width, 0), 1)
    }

    private static func length(_ vector: SIMD2<Double>) -> Double { hypot(vector.x, vector.y) }
  }
}
