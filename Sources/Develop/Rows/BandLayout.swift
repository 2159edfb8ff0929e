internal import BromideValues

/// The rows of each band, chosen so that all threads finish together.
///
/// High bands come first, then lower ones. If rows depend on many others, all bands have about the
/// same height, because each additional band costs time.
struct BandLayout: Sendable {
  /// Most rows in a band.
  let height: Int
  /// Most rows in one of the last bands.
  private let lastHeight: Int
  private let pictureHeight: Int
  /// The first row of every band is a multiple of this number.
  private let alignment: Int

  /// - Parameters:
  ///   - leastArea: The minimum number of pixels in a band, if the picture has enough.
  ///   - alignment: The first row of every band is a multiple of this number.
  ///   - readsFar: Whether rows depend on many others.
  ///   - tileHeight: The height of a warp's tiles, or `nil` without tiles. The warp restarts at
  ///     each tile.
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
    // Divide in units of the alignment, so that no part exceeds `lastHeight`, a multiple of the
    // alignment.
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
  /// Returns the height of bands if rows depend on many others: a multiple of four bands, for 2, 4
  /// and often 8 threads.
  ///
  /// Noise reduction and sharpening also compute 40 rows on either side of a band, which is 16 % of
  /// a band with 512 rows. 24 megapixels in 8 bands take 1.5 % less time than in 11 bands with 5
  /// low ones at the end. If a warp has tiles, bands end at the tiles.
  private static func farHeight(_ height: Int, tileHeight: Int) -> Int {
    if tileHeight < height, tileHeight % farHeight == 0 { return farHeight }
    let count = 4 * ((height + 4 * farHeight - 1) / (4 * farHeight))
    return max(farLeastHeight, (height + count - 1) / count)
  }
  private static let farHeight = 512
  private static let farLeastHeight = 224
  /// Output rows are columns of the mosaic here, so each band is one strip. 512 columns take 51 ms,
  /// 384 take 53 ms, and 128 take 83 ms.
  private static let transposedHeight = 512
}
