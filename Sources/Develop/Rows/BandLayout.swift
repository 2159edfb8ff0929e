internal import BromideValues

/// The rows of each band, chosen so that all threads finish together.
///
/// High bands come first, then lower ones. If rows depend on many others, all bands have about the
/// same height, because each additional band costs time unless its strips continue.
struct BandLayout: Sendable {
  /// The first row of each band, and the end of the last one.
  private let bounds: [Int]

  /// - Parameters:
  ///   - leastArea: The minimum number of pixels in a band, if the picture has enough.
  ///   - alignment: The first row of every band except the first one, plus the lead, is a multiple
  ///     of this number.
  ///   - lead: Rows above the first band, fewer than the alignment.
  ///   - readsFar: Whether rows depend on many others.
  ///   - tileHeight: The height of a warp's tiles, or `nil` without tiles. The warp restarts at
  ///     each tile.
  ///   - continues: Whether the strips of a band continue those of the band before. Bands that read
  ///     far then have half the height, and a thread needs half the memory.
  init(
    _ geometry: OutputGeometry, leastArea: Int, alignment: Int = 1, lead: Int = 0,
    readsFar: Bool = false, tileHeight: Int? = nil, continues: Bool = false
  ) {
    self.init(
      geometry.outputSize, isTransposed: geometry.orientation.isTransposed, leastArea: leastArea,
      alignment: alignment, lead: lead, readsFar: readsFar, tileHeight: tileHeight,
      continues: continues)
  }

  init(
    _ size: Size, isTransposed: Bool, leastArea: Int, alignment: Int, lead: Int = 0,
    readsFar: Bool = false, tileHeight: Int? = nil, continues: Bool = false
  ) {
    let size = Size(width: size.width, height: size.height + lead)
    let least = min(size.height, leastArea / size.width)
    func aligned(_ rows: Int) -> Int { (rows + alignment - 1) / alignment * alignment }
    let far = Self.farHeight(size.height, tileHeight: tileHeight ?? size.height)
    let usual = readsFar ? far : Self.standardHeight
    let height = aligned(max(isTransposed ? Self.transposedHeight : usual, least))
    let isEven = readsFar || isTransposed
    let lastHeight = isEven ? height : aligned(max(Self.standardLastHeight, least))
    // Bands of the full height, except for the rows of the last one or two, which the low bands
    // share evenly.
    let high = max(0, size.height / height - 1)
    let lowRows = size.height - high * height
    var bounds = (0...high).map { $0 * height }
    /// Divides rows below the last bound in units of the alignment, so that no part exceeds a
    /// multiple of it.
    func divide(_ rows: Int, by count: Int) {
      let (start, units) = (bounds[bounds.count - 1], (rows + alignment - 1) / alignment)
      bounds += (1...count).map { start + min(units * $0 / count * alignment, rows) }
    }
    divide(lowRows, by: (lowRows + lastHeight - 1) / lastHeight)
    if readsFar, continues {
      let ends = bounds.dropFirst()
      bounds = [0]
      for end in ends {
        let rows = end - bounds[bounds.count - 1]
        let most = leastArea == 0 ? rows : rows * size.width / leastArea
        divide(rows, by: max(1, min(rows / Self.farLeastHeight, most)))
      }
    }
    self.bounds = bounds.map { max(0, $0 - lead) }
  }

  var count: Int { bounds.count - 1 }

  /// Most rows in a band.
  var height: Int { zip(bounds, bounds.dropFirst()).map { $1 - $0 }.max() ?? 0 }

  func rows(of band: Int) -> Range<Int> { bounds[band]..<bounds[band + 1] }

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
  /// low ones at the end. If a warp has tiles, bands end at the tiles. Bands that continue others
  /// are halves of these, because PNG compresses halves separately and files keep their bytes.
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
