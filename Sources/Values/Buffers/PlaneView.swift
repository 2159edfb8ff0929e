/// A rectangle of samples in another object's memory. The view keeps that object alive.
///
/// A view is a value: copying it does not copy pixels. It is read-only, and the owner of the memory
/// must not write to it while views exist.
@safe
public struct PlaneView<Sample: BitwiseCopyable & Sendable>: @unchecked Sendable {
  /// Samples per row.
  public let width: Int
  /// Number of rows.
  public let height: Int
  /// The distance between the starts of two rows, in samples.
  public let stride: Int
  /// The first sample of row 0.
  @unsafe public let base: UnsafePointer<Sample>
  /// The object that keeps the memory alive.
  public let owner: any AnyObject & Sendable

  /// - Parameters:
  ///   - base: The first sample. At this address, `(height - 1) * stride + width` samples must be
  ///     readable.
  ///   - owner: The object that keeps the memory alive while this view exists.
  public init(
    base: UnsafePointer<Sample>, width: Int, height: Int, stride: Int,
    owner: any AnyObject & Sendable
  ) {
    precondition(width >= 0 && height >= 0 && stride >= width, "a plane's stride covers its width")
    unsafe self.base = base
    self.width = width
    self.height = height
    self.stride = stride
    self.owner = owner
  }

  /// Width and height in samples.
  public var size: Size { Size(width: width, height: height) }

  /// The sample in column `x` of row `y`. Indices out of bounds are a programming error.
  public subscript(x: Int, y: Int) -> Sample {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "sample outside the plane")
    return unsafe base[y * stride + x]
  }

  /// Returns the part `region` of this plane. It must be inside the plane.
  public func cropped(to region: Region) -> PlaneView {
    precondition(Region(size).contains(region), "a crop lies inside its plane")
    return unsafe PlaneView(
      base: base + region.y * stride + region.x,
      width: region.width, height: region.height, stride: stride, owner: owner)
  }
}
