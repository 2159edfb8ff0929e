internal import BromideSampling
internal import BromideValues

/// A coordinate from the user.
struct Coordinate: Sendable, Hashable {
  /// A fraction of the picture, or a number of pixels, starting at 0.
  var value: Double
  var isPixel = false

  /// The text for a message.
  var text: String {
    (value == value.rounded() ? "\(Int(value))" : "\(value)") + (isPixel ? "px" : "")
  }

  /// Returns the pixel edge nearest to the coordinate.
  func edge(_ count: Int) -> Int { Int((isPixel ? value : value * Double(count)).rounded()) }
}

/// A rectangle from the user. It covers the pixels between the nearest pixel edges.
struct GivenRectangle: Sendable, Hashable {
  var x: Coordinate
  var y: Coordinate
  var width: Coordinate
  var height: Coordinate

  /// Returns its pixels in a picture of this size. They can be outside the picture.
  func region(in size: Size) -> Region {
    let (left, width) = Self.span(x, width, size.width)
    let (top, height) = Self.span(y, height, size.height)
    return Region(x: left, y: top, width: width, height: height)
  }

  private static func span(
    _ first: Coordinate, _ length: Coordinate, _ count: Int
  ) -> (first: Int, count: Int) {
    let start = first.edge(count)
    // Add fractions before rounding, so that adjacent rectangles do not overlap or leave gaps.
    let isFraction = !first.isPixel && !length.isPixel
    let end =
      isFraction
      ? Coordinate(value: first.value + length.value).edge(count) : start + length.edge(count)
    return (start, max(1, end - start))
  }
}

/// A point to sample. Its name comes from a list or a chart.
package struct SamplePlace: Sendable, Hashable {
  private var x: Coordinate
  private var y: Coordinate
  var name: String?
  private var rectangle: GivenRectangle?
  /// The pixels of a rectangle, when the picture's size is known, or `nil` for a point with a
  /// window.
  private(set) var region: Region?

  init(x: Coordinate, y: Coordinate, name: String? = nil) {
    (self.x, self.y, self.name) = (x, y, name)
  }

  init(point: NormalizedPoint, name: String?) {
    self.init(x: Coordinate(value: point.x), y: Coordinate(value: point.y), name: name)
  }

  init(_ rectangle: GivenRectangle) {
    self.init(x: rectangle.x, y: rectangle.y)
    self.rectangle = rectangle
  }

  /// The point, or the rectangle's centre. Use this only if it does not depend on the picture's
  /// size.
  var point: NormalizedPoint { NormalizedPoint(x: x.value, y: y.value) }

  /// Whether it is a rectangle.
  var isRectangle: Bool { rectangle != nil }

  /// Whether the point depends on the picture's size.
  var needsSize: Bool { x.isPixel || y.isPixel || rectangle != nil }

  /// Returns the point in a picture of this size, which is required if the point depends on it.
  ///
  /// - Parameter clamp: Whether to move points outside the picture to its edge.
  /// - Throws: A sentence for a point outside the picture.
  func resolved(in size: Size?, clamp: Bool) throws(SampleFailure) -> SamplePlace {
    guard let size, needsSize else { return try inside(clamp: clamp) }
    if let rectangle { return try resolved(rectangle, in: size, clamp: clamp) }
    let center = NormalizedPoint(pixelX: x.value, y: y.value, in: size)
    let place = SamplePlace(
      point: NormalizedPoint(
        x: x.isPixel ? center.x : x.value, y: y.isPixel ? center.y : y.value), name: name)
    if clamp || place.point.isInside { return try place.inside(clamp: clamp) }
    throw SampleFailure(
      "the point \(x.text),\(y.text) is outside the picture of \(size), which starts at pixel 0; --clamp moves points to the edge"
    )
  }

  /// Returns the point in fractions. If it is outside the picture, this moves it to the edge or
  /// throws.
  func inside(clamp: Bool) throws(SampleFailure) -> SamplePlace {
    if point.isInside { return self }
    guard clamp else {
      let (x, y) = (point.x, point.y)
      let arePixels = x >= 0 && y >= 0 && x == x.rounded() && y == y.rounded()
      let pixels = arePixels ? "; pixels are \(Int(x))px,\(Int(y))px" : ""
      throw SampleFailure("\(x),\(y) is outside the picture: use 0 to 1, or --clamp\(pixels)")
    }
    return SamplePlace(point: point.clamped, name: name)
  }

  private func resolved(
    _ rectangle: GivenRectangle, in size: Size, clamp: Bool
  ) throws(SampleFailure) -> SamplePlace {
    let given = rectangle.region(in: size)
    let region = given.intersection(Region(size))
    guard !region.size.isEmpty, clamp || region == given else {
      throw SampleFailure(
        "the rectangle of \(given.width)x\(given.height) pixels at \(given.x)px,\(given.y)px is not inside the picture of \(size)"
          + (region.size.isEmpty ? "" : "; --clamp cuts it at the edge"))
    }
    var place = self
    place.region = region
    place.x = Coordinate(
      value: (Double(region.x) + Double(region.width) / 2) / Double(size.width))
    place.y = Coordinate(
      value: (Double(region.y) + Double(region.height) / 2) / Double(size.height))
    return place
  }
}
