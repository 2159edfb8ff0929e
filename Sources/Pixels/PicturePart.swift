/// The pixels of a picture that alone are kept: of some of its rows the columns from one to another.
///
/// They lie in memory as a picture of `size`, row after row without gaps.
public struct PicturePart: Sendable, Hashable, Codable {
  /// The size of the whole picture.
  public let whole: Size
  /// The columns that are kept.
  public let columns: Range<Int>
  /// The rows that are kept, from top to bottom; between two bands at least one row is missing.
  public let bands: [Range<Int>]
  /// For each band, the rows that are kept above it.
  private let above: [Int]

  /// The least part that holds every one of some regions; nil if one of them is empty or not wholly inside.
  ///
  /// - Complexity: O(n log n) in the number of regions, whatever the picture's height.
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

  /// Width and number of rows of what is kept.
  public var size: Size {
    Size(width: columns.count, height: above[above.count - 1] + bands[bands.count - 1].count)
  }

  /// The row after the last one that is kept.
  public var endY: Int { bands[bands.count - 1].upperBound }

  /// The row of what is kept that a row of the whole picture is.
  ///
  /// - Precondition: It is kept.
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
