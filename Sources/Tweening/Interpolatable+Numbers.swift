// Numbers, vectors and arrays. The functions are inlinable, so callers can specialise them.

/// The conformance of floating-point types. To add another type, write `extension CGFloat:
/// VectorInterpolatable {}`.
extension VectorInterpolatable where Self: BinaryFloatingPoint {
  /// Returns `self + (end − self)·share`, in this type's precision. At 1 it is exactly `end`.
  @inlinable public func interpolated(to end: Self, at share: Double) -> Self {
    share == 1 ? end : self + (end - self) * Self(share)
  }

  /// Returns `body` of both numbers, rounded to this type.
  @inlinable public func zipped(_ other: Self, _ body: (Double, Double) -> Double) -> Self {
    Self(body(Double(self), Double(other)))
  }
}

extension Double: VectorInterpolatable {}
extension Float: VectorInterpolatable {}

extension SIMD where Scalar: BinaryFloatingPoint {
  @inlinable func mixed(with end: Self, at share: Double) -> Self {
    share == 1 ? end : self + (end - self) * Scalar(share)
  }

  @inlinable func zippedScalars(_ other: Self, _ body: (Double, Double) -> Double) -> Self {
    var result = self
    for index in 0..<scalarCount {
      result[index] = Scalar(body(Double(self[index]), Double(other[index])))
    }
    return result
  }
}

extension SIMD2: Interpolatable, VectorInterpolatable where Scalar: BinaryFloatingPoint {
  /// Interpolates each scalar in the precision of `Scalar`. At 1 the result is exactly `end`.
  @inlinable public func interpolated(to end: Self, at share: Double) -> Self {
    mixed(with: end, at: share)
  }

  /// `body` of each pair of scalars, in order, rounded to `Scalar`.
  @inlinable public func zipped(_ other: Self, _ body: (Double, Double) -> Double) -> Self {
    zippedScalars(other, body)
  }
}

extension SIMD3: Interpolatable, VectorInterpolatable where Scalar: BinaryFloatingPoint {
  /// Interpolates each scalar in the precision of `Scalar`. At 1 the result is exactly `end`.
  @inlinable public func interpolated(to end: Self, at share: Double) -> Self {
    mixed(with: end, at: share)
  }

  /// `body` of each pair of scalars, in order, rounded to `Scalar`.
  @inlinable public func zipped(_ other: Self, _ body: (Double, Double) -> Double) -> Self {
    zippedScalars(other, body)
  }
}

extension SIMD4: Interpolatable, VectorInterpolatable where Scalar: BinaryFloatingPoint {
  /// Interpolates each scalar in the precision of `Scalar`. At 1 the result is exactly `end`.
  @inlinable public func interpolated(to end: Self, at share: Double) -> Self {
    mixed(with: end, at: share)
  }

  /// `body` of each pair of scalars, in order, rounded to `Scalar`.
  @inlinable public func zipped(_ other: Self, _ body: (Double, Double) -> Double) -> Self {
    zippedScalars(other, body)
  }
}

/// Arrays interpolate each element. Both arrays must have the same number of elements.
extension Array: Interpolatable where Element: Interpolatable {
  /// Interpolates each element. `end` must have the same number of elements.
  @inlinable public func interpolated(to end: [Element], at share: Double) -> [Element] {
    precondition(count == end.count, "arrays of \(count) and \(end.count) elements do not mix")
    return indices.map { self[$0].interpolated(to: end[$0], at: share) }
  }

  /// Moves each element. All three arrays must have the same number of elements.
  @inlinable
  public func moved(
    towards first: [Element], by a: Double, and second: [Element], by b: Double
  ) -> [Element] {
    precondition(
      count == first.count && count == second.count, "arrays of different length do not mix")
    return indices.map { self[$0].moved(towards: first[$0], by: a, and: second[$0], by: b) }
  }
}

extension Array: VectorInterpolatable where Element: VectorInterpolatable {
  /// Applies `body` to each pair of elements, in order. Both arrays must have the same number of
  /// elements.
  @inlinable
  public func zipped(_ other: [Element], _ body: (Double, Double) -> Double) -> [Element] {
    precondition(count == other.count, "arrays of \(count) and \(other.count) elements do not mix")
    return indices.map { self[$0].zipped(other[$0], body) }
  }
}
