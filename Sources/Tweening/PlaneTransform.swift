internal import BromideLibc

/// An affine transform of the plane, split into parts that move independently: scale first, then
/// skew, then rotation, then translation.
///
/// If you interpolate matrices element by element, a picture shrinks halfway through a turn.
public struct PlaneTransform: Hashable, Codable, Interpolatable {
  /// Shift, applied last.
  public var translation: Point
  /// The turn from the x axis towards the y axis, the short way.
  public var rotation: Angle
  /// The change of x with y: the tangent of the skew angle.
  public var skew: Double
  /// Factors of x (width) and y (height), applied first. Negative factors mirror.
  public var scale: Extent

  /// Creates a transform from its parts. The defaults have no effect.
  public init(
    translation: Point = Point(x: 0, y: 0), rotation: Angle = Angle(radians: 0), skew: Double = 0,
    scale: Extent = Extent(width: 1, height: 1)
  ) {
    self.translation = translation
    self.rotation = rotation
    self.skew = skew
    self.scale = scale
  }

  /// The transform that keeps every point unchanged.
  public static let identity = PlaneTransform()

  /// Interpolates each part independently. The rotation turns the short way.
  public func interpolated(to end: PlaneTransform, at share: Double) -> PlaneTransform {
    PlaneTransform(
      translation: translation.interpolated(to: end.translation, at: share),
      rotation: rotation.interpolated(to: end.rotation, at: share),
      skew: skew.interpolated(to: end.skew, at: share),
      scale: scale.interpolated(to: end.scale, at: share))
  }

  /// Moves each part independently. The rotation turns the short way.
  public func moved(
    towards first: PlaneTransform, by a: Double, and second: PlaneTransform, by b: Double
  ) -> PlaneTransform {
    PlaneTransform(
      translation: translation.moved(
        towards: first.translation, by: a, and: second.translation, by: b),
      rotation: rotation.moved(towards: first.rotation, by: a, and: second.rotation, by: b),
      skew: skew.moved(towards: first.skew, by: a, and: second.skew, by: b),
      scale: scale.moved(towards: first.scale, by: a, and: second.scale, by: b))
  }
}

extension PlaneTransform {
  /// The transform as x' = a·x + c·y + tx, y' = b·x + d·y + ty.
  public struct Matrix: Hashable, Codable, Sendable {
    /// The change of x' with x.
    public var a: Double
    /// The change of y' with x.
    public var b: Double
    /// The change of x' with y.
    public var c: Double
    /// The change of y' with y.
    public var d: Double
    /// The x' of the point (0, 0).
    public var tx: Double
    /// The y' of the point (0, 0).
    public var ty: Double

    /// A matrix of these elements.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.tx = tx
      self.ty = ty
    }

    /// Returns the transformed point.
    public func applied(to point: Point) -> Point {
      Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
    }

    /// Returns the transform that applies this one first, then `next`.
    public func followed(by next: Matrix) -> Matrix {
      let origin = next.applied(to: Point(x: tx, y: ty))
      return Matrix(
        a: next.a * a + next.c * b, b: next.b * a + next.d * b,
        c: next.a * c + next.c * d, d: next.b * c + next.d * d,
        tx: origin.x, ty: origin.y)
    }
  }

  /// The matrix of this transform.
  public var matrix: Matrix {
    let (sine, cosine) = (sin(rotation.radians), cos(rotation.radians))
    return Matrix(
      a: cosine * scale.width, b: sine * scale.width,
      c: (cosine * skew - sine) * scale.height, d: (sine * skew + cosine) * scale.height,
      tx: translation.x, ty: translation.y)
  }

  /// Splits a matrix into parts. A mirroring matrix gets a negative height.
  ///
  /// A matrix that flattens the plane also works. If it flattens the x axis to a point, or
  /// everything onto that axis, it does not determine the skew. The skew is then 0.
  public init(_ matrix: Matrix) {
    let width = hypot(matrix.a, matrix.b)
    let rotation = width > 0 ? atan2(matrix.b, matrix.a) : atan2(-matrix.c, matrix.d)
    let (sine, cosine) = (sin(rotation), cos(rotation))
    let height = cosine * matrix.d - sine * matrix.c
    let slant = cosine * matrix.c + sine * matrix.d
    self.init(
      translation: Point(x: matrix.tx, y: matrix.ty), rotation: Angle(radians: rotation),
      skew: height == 0 || width == 0 ? 0 : slant / height,
      scale: Extent(width: width, height: height))
  }
}
