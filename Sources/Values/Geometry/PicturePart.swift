/// A part of a picture, to save memory: a range of columns from some of the rows.
///
/// The part is stored like a picture of `size`, row by row without gaps.
public struct PicturePart: Sendable, Hashable, Codable {
  /// The size of the full picture.
  public let whole: Size
  /// The stored columns.
  public let columns: Range<Int>
  /// The stored rows, from top to bottom. Between two bands at least one row is missing.
  public let bands: [Range<Int>]
  /// For each band, the number of stored rows above it.
  private let above: [Int]

  /// Creates the smallest part that contains all regions, or returns `nil` if a region is empty or
  /// partly outside the picture.
  ///
  /// - Complexity: O(n log n) in the number of regions, for any picture height.
  public init?(holding regions: [Region], in whole: Size) {
    guard !regions.isEmpty,
      regions.allSatisfy({ !$0.isEmpty && Region(whole).contains($0) })
    else { return nil }
    var bands: [Range<Int>] = []
    for region in regions.sorted(by: { $0.y < $1.y }) {
      if let last = bands.last, region.y <= last.upperBound {
        bands[bands.count - 1] = last.lowerBound..<max(last.upperBound, region.endY)
      } else {
        bands.append(region.y..<region.endY)
      }
    }
    var (above, rows) = ([Int](), 0)
    for band in bands {
      above.append(rows)
      rows += band.count
    }
    self.whole = whole
    self.bands = bands
    self.above = above
    columns = regions.map(\.x).min()!..<regions.map(\.endX).max()!
  }

  /// The width and number of rows of the part.
  public var size: Size {
    Size(width: columns.count, height: above[above.count - 1] + bands[bands.count - 1].count)
  }

  /// The row after the last stored row.
  public var endY: Int { bands[bands.count - 1].upperBound }

  /// Returns the row of the part for a row of the full picture.
  ///
  /// - Precondition: The row is stored.
  /// - Complexity: O(log n) in the number of bands.
  public func row(_ y: Int) -> Int {
    var (low, high) = (0, bands.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if bands[middle].lowerBound <= y { low = middle } else { high = middle - 1 }
    }
    precondition(bands[low].contains(y), "a row that is kept")
    return above[low] + y - bands[low].lowerBound
  }
}
