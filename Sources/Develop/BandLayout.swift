internal import Pixels

/// The rows of each band: high bands first, then lower ones, so that all threads end together.
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
  init(_ geometry: OutputGeometry, leastArea: Int, alignment: Int = 1, readsFar: Bool = false) {
    self.init(
      geometry.outputSize, isTransposed: geometry.orientation.isTransposed, leastArea: leastArea,
      alignment: alignment, readsFar: readsFar)
  }

  init(
    _ size: Size, isTransposed: Bool, leastArea: Int, alignment: Int, readsFar: Bool = false
  ) {
    let least = min(size.height, leastArea / size.width)
    func aligned(_ rows: Int) -> Int { (rows + alignment - 1) / alignment * alignment }
    let usual = readsFar ? Self.farHeight : Self.standardHeight
    height = aligned(max(isTransposed ? Self.transposedHeight : usual, least))
    let last = readsFar ? Self.farLastHeight : Self.standardLastHeight
    lastHeight = isTransposed ? height : aligned(max(last, least))
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
  /// Noise reduction and sharpening make the 44 rows on either side of a band, too: 17 % of such a band, 34 % of a
  /// standard one.
  private static let farHeight = 512
  private static let farLastHeight = 224
  /// Output rows are columns of the mosaic there, so that a band is one strip. 512 columns take
  /// 51 ms, 384 take 53, and 128 take 83.
  private static let transposedHeight = 512
}
