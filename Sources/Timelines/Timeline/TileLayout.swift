public import BromideValues
public import SystemPackage

/// The division of one photo into tiles.
public struct TileLayout: Sendable, Hashable {
  /// The method to cut tiles.
  public enum Cut: Sendable, Hashable {
    /// This number of columns and rows, with sizes as equal as possible in whole pixels.
    case grid(columns: Int, rows: Int)
    /// Tiles of this size in frame pixels, starting at the upper left corner. The last column and
    /// the last row get the rest.
    case size(Size)
  }

  /// The path of the photo.
  public var photo: FilePath
  /// The method to cut it.
  public var cut: Cut
  /// Maximum number of columns or rows.
  public static let mostTiles = 1000

  /// Creates a layout of a photo.
  public init(photo: FilePath, cut: Cut) {
    self.photo = photo
    self.cut = cut
  }

  /// Returns the layout's problem for a picture of this size, with accepted values, or `nil` if it
  /// is valid.
  ///
  /// - Parameter scale: Pixels of the picture per layout pixel.
  public func complaint(in size: Size, scale: Double = 1) -> String? {
    let (columns, rows) = (self.columns(in: size, scale), self.rows(in: size, scale))
    switch cut {
    case .grid:
      guard columns.count > size.width || rows.count > size.height else { return nil }
      return "\(columns.count)×\(rows.count) tiles; the picture has only \(size) pixels"
    case .size(let tile):
      guard max(columns.count, rows.count) > Self.mostTiles else { return nil }
      return
        "tiles of \(tile) pixels make \(columns.count)×\(rows.count); a side has at most \(Self.mostTiles)"
    }
  }

  /// Returns the tiles of a picture row by row, in whole pixels, so that tiles at rest reproduce
  /// the photo.
  ///
  /// - Parameters:
  ///   - size: The picture's size. `complaint` must return `nil` for it.
  ///   - scale: Pixels of the picture per layout pixel.
  public func parts(in size: Size, scale: Double = 1) -> [Region] {
    let columns = columns(in: size, scale)
    return rows(in: size, scale).flatMap { y in
      columns.map { x in Region(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count) }
    }
  }

  private func columns(in size: Size, _ scale: Double) -> [Range<Int>] {
    switch cut {
    case .grid(let columns, _): Self.equal(columns, size.width)
    case .size(let tile): Self.steps(Double(tile.width) * scale, size.width)
    }
  }

  private func rows(in size: Size, _ scale: Double) -> [Range<Int>] {
    switch cut {
    case .grid(_, let rows): Self.equal(rows, size.height)
    case .size(let tile): Self.steps(Double(tile.height) * scale, size.height)
    }
  }

  private static func equal(_ count: Int, _ length: Int) -> [Range<Int>] {
    func edge(_ index: Int) -> Int { (2 * index * length + count) / (2 * count) }
    return (0..<count).map { edge($0)..<edge($0 + 1) }
  }

  /// Returns the tiles in one direction. A rest of at least half a pixel becomes a tile. Otherwise,
  /// the last tile includes it.
  private static func steps(_ step: Double, _ length: Int) -> [Range<Int>] {
    let step = max(step, 1)
    let count = max(1, Int(((Double(length) - 0.5) / step).rounded(.up)))
    func edge(_ index: Int) -> Int {
      index == count ? length : Int((Double(index) * step).rounded())
    }
    return (0..<count).map { edge($0)..<edge($0 + 1) }
  }
}
