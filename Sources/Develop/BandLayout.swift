internal import Pixels

/// The rows of each band, so that all threads end together: high bands first, then lower ones; where rows depend on many
/// others, bands of about equal height, as each of them costs.
struct BandLayout: Sendable {
  /// Most rows in a band.
  let height: Int
  /// Most rows in one of the last bands.
  private let lastHeight: Int
  private let pictureHeight: Int
  /// Every band begins at a multiple of that many rows.
  private let alignment: Int

  /// - Parameters:
  ///   - leastArea: Least pixels in a band, where the picture has them.
  ///   - alignment: Every band begins at a multiple of that many rows.
  ///   - readsFar: Whether rows depend on many others.
  ///   - tileHeight: Rows of a warp's tiles, at which it begins anew; nil if there are none.
  init(
    _ geometry: OutputGeometry, leastArea: Int, alignment: Int = 1, readsFar: Bool = false,
    tileHeight: Int? = nil
  ) {
    self.init(
      geometry.outputSize, isTransposed: geometry.orientation.isTransposed, leastArea: leastArea,
      alignment: alignment, readsFar: readsFar, tileHeight: tileHeight)
  }

  init(
    _ size: Size, isTransposed: Bool, leastArea: Int, alignment: Int, readsFar: Bool = false,
    tileHeight: Int? = nil
  ) {
    let least = min(size.height, leastArea / size.width)
    func aligned(_ rows: Int) -> Int { (rows + alignment - 1) / alignment * alignment }
    let far = Self.farHeight(size.height, tileHeight: tileHeight ?? size.height)
    let usual = readsFar ? far : Self.standardHeight
    height = aligned(max(isTransposed ? Self.transposedHeight : usual, least))
    let isEven = readsFar || isTransposed
    lastHeight = isEven ? height : aligned(max(Self.standardLastHeight, least))
    self.alignment = alignment
    pictureHeight = size.height
  }

  var count: Int { highCount + (lowRows.count + lastHeight - 1) / lastHeight }

  func rows(of band: Int) -> Range<Int> {
    guard band >= highCount else { return band * height..<(band + 1) * height }
    let (index, count) = (band - highCount, count - highCount)
    let start = lowRows.lowerBound
    // Shared in units of the alignment, so that no share exceeds `lastHeight`, a multiple of it.
    let units = (lowRows.count + alignment - 1) / alignment
    func bound(_ index: Int) -> Int {
      start + min(units * index / count * alignment, lowRows.count)
    }
    return bound(index)..<bound(index + 1)
  }

  /// Bands of the full height: all but the rows of the last one or two.
  private var highCount: Int { max(0, pictureHeight / height - 1) }

  /// The remaining rows, which the low bands share evenly.
  private var lowRows: Range<Int> { highCount * height..<pictureHeight }

  /// The demosaic warms up for 8 rows in each strip: 3 % of a band.
  private static let standardHeight = 256
  /// With 24 megapixels in 32 bands of 128 rows, the last band kept one of two threads waiting for
  /// 3 ms of 110.
  private static let standardLastHeight = 40
  /// The height of bands of a picture whose rows depend on many others: a multiple of four bands, for 2, 4 and often 8
  /// threads.
  ///
  /// Noise reduction and sharpening make the 40 rows on either side of a band, too: 16 % of one with 512 rows. 24 megapixels
  /// in 8 bands take 1.5 % less than in 11, of which the last 5 are low. Where a warp has tiles, bands end with them.
  private static func farHeight(_ height: Int, tileHeight: Int) -> Int {
    if tileHeight < height, tileHeight % farHeight == 0 { return farHeight }
    let count = 4 * ((height + 4 * farHeight - 1) / (4 * farHeight))
    return max(farLeastHeight, (height + count - 1) / count)
  }
  private static let farHeight = 512
  private static let farLeastHeight = 224
  /// Output rows are columns of the mosaic there, so that a band is one strip. 512 columns take
  /// 51 ms, 384 take 53, and 128 take 83.
  private static let transposedHeight = 512
}
