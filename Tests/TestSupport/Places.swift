public import BromideValues

/// The places of a rectangle, row by row.
public struct Places: Sequence, IteratorProtocol, Sendable {
  private let columns: Range<Int>
  private let end: Int
  private var x: Int
  private var y: Int

  /// The places of `columns` in `rows`. Without columns or rows, there are none.
  public init(x columns: Range<Int>, y rows: Range<Int>) {
    self.columns = columns
    end = columns.isEmpty ? rows.lowerBound : rows.upperBound
    (x, y) = (columns.lowerBound, rows.lowerBound)
  }

  /// The places of `columns` in `rows`.
  public init(x columns: ClosedRange<Int>, y rows: ClosedRange<Int>) {
    self.init(x: Range(columns), y: Range(rows))
  }

  /// The next place in the row, or the first one of the next row.
  public mutating func next() -> (x: Int, y: Int)? {
    guard y < end else { return nil }
    let place = (x, y)
    x += 1
    if x == columns.upperBound { (x, y) = (columns.lowerBound, y + 1) }
    return place
  }
}

extension Size {
  /// The places of a picture of this size.
  public var places: Places { Places(x: 0..<width, y: 0..<height) }
}

extension Region {
  /// The places of this region.
  public var places: Places { Places(x: x..<endX, y: y..<endY) }
}

extension Places {
  /// Each place with each channel from 0 to `count - 1`.
  public func channels(_ count: Int) -> Samples { Samples(places: self, count: count) }

  /// The samples of a rectangle of pixels.
  public struct Samples: Sequence, IteratorProtocol, Sendable {
    private var places: Places
    private var place: (x: Int, y: Int)?
    private var channel = 0
    private let count: Int

    fileprivate init(places: Places, count: Int) {
      self.places = places
      self.count = count
      place = count > 0 ? self.places.next() : nil
    }

    /// The next channel of the pixel, or the first one of the next pixel.
    public mutating func next() -> (x: Int, y: Int, channel: Int)? {
      guard let place else { return nil }
      let sample = (place.x, place.y, channel)
      channel += 1
      if channel == count { (channel, self.place) = (0, places.next()) }
      return sample
    }
  }
}
