internal import CKernels
internal import Pixels

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Turns a picture about a point, by Catmull-Rom's cubic in both directions; black beyond its
/// edges.
///
/// Pixel (x + ½, y + ½) of the turned picture shows the place `origin` + x·(cos, −sin) + y·(sin,
/// cos) of the original. Edges are one pixel soft.
public struct RotateKernel: Sendable {
  private let cosine: Double
  private let sine: Double
  private let originX: Double
  private let originY: Double
  private let bounds: (left: Double, top: Double, right: Double, bottom: Double)

  /// - Parameters:
  ///   - degrees: Clockwise.
  ///   - centre: The place in the picture, in pixels, that `target` shows.
  ///   - target: A place in the turned picture.
  ///   - bounds: The bounds of the picture, in its pixels; samples may lie beyond them.
  public init(
    degrees: Double, centre: (x: Double, y: Double), target: (x: Double, y: Double),
    bounds: (left: Double, top: Double, right: Double, bottom: Double)
  ) {
    cosine = cos(degrees * .pi / 180)
    sine = sin(degrees * .pi / 180)
    let (dx, dy) = (0.5 - target.x, 0.5 - target.y)
    originX = centre.x + cosine * dx + sine * dy
    originY = centre.y - sine * dx + cosine * dy
    self.bounds = bounds
  }

  /// Computes the first `count` pixels of row `y` of the turned picture.
  public func apply(to y: Int, of input: CodedPicture, count: Int, into row: PlanarRow) {
    precondition(count <= row.capacity, "a count within the row")
    var values = unsafe bromide_rotation(
      codes: input.base, width: input.size.width, height: input.size.height,
      channels: Int32(input.channels), scale: input.ceiling / (65535 * 65535), step_x: cosine,
      step_y: -sine, left: bounds.left, top: bounds.top, right: bounds.right,
      bottom: bounds.bottom)
    unsafe bromide_rotate_row(
      &values, originX + Double(y) * sine, originY + Double(y) * cosine, count, row.red,
      row.green, row.blue)
  }
}
