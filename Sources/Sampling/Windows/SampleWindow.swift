public import BromideDevelop
public import BromideValues

/// The pixels around a point that are included in a sample, and their statistic.
public struct SampleWindow: Sendable, Hashable {
  /// The width of a window: its side, never its radius.
  public enum Side: Sendable, Hashable, Codable {
    /// A number of pixels, from 1 to 1001.
    case pixels(Int)
    /// A fraction of the picture's short edge, above 0 and at most 0.25. It covers the same part at
    /// every resolution.
    case fraction(Double)
  }
  /// The outline of a window.
  public enum Shape: String, Sendable, Hashable, CaseIterable {
    case square
    /// The pixels with centres in the circle inside the square.
    case round
  }
  /// The way a window's values are read.
  public enum Lookup: String, Sendable, Hashable, CaseIterable {
    /// Reads complete pixels.
    case nearest
    /// Interpolates between pixel centres in linear light. A window's values are then centred on
    /// the exact point.
    case bilinear
  }
  /// The statistic of the pixels that count.
  public enum Statistic: String, Sendable, Hashable, CaseIterable {
    /// The mean, in linear light.
    case mean
    /// The median of each channel, in linear light.
    case median
    /// The mean without the lowest and the highest tenth of each channel, in linear light.
    case trimmed
  }

  /// Width of the window.
  public var side: Side
  /// The height, or `nil` for a square.
  public var height: Side?
  /// Outline of the window.
  public var shape: Shape
  /// The method for reading its values.
  public var lookup: Lookup
  /// Statistic of its pixels.
  public var statistic: Statistic

  /// Creates a window. By default, it is the single pixel that contains the point.
  public init(
    side: Side = .pixels(1), height: Side? = nil, shape: Shape = .square, lookup: Lookup = .nearest,
    statistic: Statistic = .mean
  ) {
    self.side = side
    self.height = height
    self.shape = shape
    self.lookup = lookup
    self.statistic = statistic
  }

  /// The side in pixels of a picture, at least 1.
  public func pixels(in size: Size) -> Double { side.pixels(in: size) }

  /// Checks the sides of a program's window, so that the libraries accept the same sides as the
  /// command.
  ///
  /// - Throws: `.window` if a side is outside the range of ``Side``.
  package func check() throws(SamplingError) {
    guard side.isAccepted, height?.isAccepted ?? true else { throw .window }
  }

  /// Returns the stored pixels with centres in the window around a point of the upright picture,
  /// before cutting at the picture's edge.
  ///
  /// - Parameters:
  ///   - orientation: The orientation of the stored picture.
  ///   - stored: Size of the stored picture.
  func region(
    around place: NormalizedPoint, _ orientation: Orientation, in stored: Size
  ) -> Region {
    orientation.storedRegion(
      region(around: place, in: orientation.upright(stored)), in: stored)
  }

  /// Returns the pixels with centres in the window around a point, before cutting at the picture's
  /// edge.
  ///
  /// A centre i + ½ is included if point − side/2 < i + ½ ≤ point + side/2. A side of one pixel
  /// selects the pixel that contains the point, and a side of fifteen adds seven on each side.
  func region(around place: NormalizedPoint, in size: Size) -> Region {
    func span(_ coordinate: Double, _ count: Int, _ side: Side) -> (first: Int, count: Int) {
      let length = side.pixels(in: size)
      // 1 is the right edge of the last pixel and belongs to it.
      let center = min(coordinate * Double(count), Double(count).nextDown)
      let first = Int((center - length / 2 + 0.5).rounded(.down))
      // A side in integer pixels has exactly that number of pixels, regardless of rounding in the
      // coordinates.
      if case .pixels = side { return (first, Int(length)) }
      let last = Int((center + length / 2 + 0.5).rounded(.down)) - 1
      return (first, max(1, last - first + 1))
    }
    let x = span(place.x, size.width, side)
    let y = span(place.y, size.height, height ?? side)
    return Region(x: x.first, y: y.first, width: x.count, height: y.count)
  }

  /// Returns whether a pixel of `region` is included.
  func includes(x: Int, y: Int, of region: Region) -> Bool {
    guard shape == .round else { return true }
    let dx = 2 * (x - region.x) + 1 - region.width
    let dy = 2 * (y - region.y) + 1 - region.height
    let side = max(region.width, region.height)
    return dx * dx + dy * dy <= side * side
  }
}

extension SensorFootprint {
  /// Returns the sites that a sample or a white balance at the point depends on, or `nil` outside
  /// the picture.
  public func sites(
    of window: SampleWindow, at point: NormalizedPoint, orientation: Orientation
  ) -> Region? {
    guard point.isInside, !size.isEmpty else { return nil }
    let whole = window.region(around: point, orientation, in: size)
    // Add one pixel on each side for interpolation, and for sites of the other colours around a
    // single site.
    return sites(of: whole.grown(by: 1).intersection(Region(size)))
  }
}

extension SampleWindow.Side {
  /// The largest side in pixels that programs can request.
  package static let mostPixels = 1001

  /// Whether the side is in the range that programs can request. Bromide's own windows can be
  /// larger, for example for a chart in a large picture.
  var isAccepted: Bool {
    switch self {
    case .pixels(let count): (1...Self.mostPixels).contains(count)
    case .fraction(let share): share > 0 && share <= 0.25
    }
  }

  /// The side in pixels of a picture, at least 1.
  fileprivate func pixels(in size: Size) -> Double {
    switch self {
    case .pixels(let count): Double(max(count, 1))
    case .fraction(let share): max(share * Double(size.shortEdge), 1)
    }
  }
}
