public import BromideValues

/// Computes rows of a warped picture part by part, and requests source rows as needed.
@safe
public final class WarpRows {
  private let tiles: WarpTiles
  private let channels: Int
  private let ceiling: Float
  private let source: WarpSource
  /// The latest row.
  public let output: PlanarRow
  private var part = Region(x: 0, y: 0, width: 0, height: 0)
  /// For each row of the part, the end of its source rows.
  private var ends: [Int] = []
  private var nextSource = 0
  private var places: [Double] = []

  /// - Parameters:
  ///   - tiles: The warp, with the maximum size of its parts.
  ///   - channels: 1 or 3.
  ///   - ceiling: Upper limit of values.
  public init(_ tiles: WarpTiles, channels: Int, ceiling: Float) {
    self.tiles = tiles
    self.channels = channels
    self.ceiling = ceiling
    source = WarpSource(
      capacity: tiles.maximumRows, maximumWidth: tiles.maximumWidth, channels: channels,
      ceiling: ceiling, instructionSet: tiles.kernel.instructionSet)
    output = PlanarRow(capacity: tiles.outputWidth)
  }

  /// Starts a part, which must be inside one tile and its margin.
  ///
  /// - Returns: The source region of the part.
  public func begin(_ part: Region) -> Region {
    self.part = part
    let region = tiles.reach(of: part)
    let needed = tiles.kernel.rows(of: part)
    source.begin(region, of: tiles.kernel.shown, count: WarpTiles.rowsAtATime(needed))
    ends = needed.map { min($0.upperBound, region.endY) }
    nextSource = region.y
    return region
  }

  /// Computes row `y`. Request rows in order.
  ///
  /// - Parameter read: Returns the next row of the region that `begin` returned, by its number.
  public func make(_ y: Int, read: (Int) -> PlanarRow) {
    while nextSource < ends[y - part.y] {
      source.write(read(nextSource), y: nextSource)
      nextSource += 1
    }
    tiles.kernel.apply(
      to: y, columns: part.x..<part.endX, of: source, channels: channels, ceiling: ceiling,
      places: &places, into: output)
  }
}

/// A warp's result divided into tiles, so that each needs only some source rows at a time.
public struct WarpTiles: Sendable {
  /// Columns of a tile.
  public let width: Int
  /// Columns of a tile and its margin.
  public let outputWidth: Int
  /// Rows of a tile.
  public let height: Int
  /// Maximum number of source columns for a tile, starting at a whole group.
  public let maximumWidth: Int
  let maximumRows: Int
  let kernel: WarpKernel
  private let group: Int

  /// - Parameters:
  ///   - kernel: The warp.
  ///   - width: Columns of a tile, a multiple of 16.
  ///   - margin: Maximum number of extra columns to the left and right of a tile.
  ///   - group: The first source column to read is a multiple of this.
  public init(_ kernel: WarpKernel, width: Int, margin: Int = 0, group: Int) {
    let size = kernel.size
    self.kernel = kernel
    self.group = group
    self.width = width
    outputWidth = width + 2 * margin
    // If columns move sideways from row to row, as in a rotated picture, lower tiles read narrower
    // regions.
    let whole = kernel.reach(of: Region(x: 0, y: 0, width: 1, height: size.height)).width
    let drift = whole - 8
    let rows =
      drift <= Self.mostDrift
      ? size.height : max(Self.leastHeight, Self.mostDrift * size.height / drift)
    height = (rows + Self.leastHeight - 1) / Self.leastHeight * Self.leastHeight
    var (columns, lines) = (1, 1)
    for y in stride(from: 0, to: size.height, by: height) {
      for x in stride(from: 0, to: size.width, by: width) {
        let tile = Region(x: x - margin, y: y, width: outputWidth, height: height)
          .intersection(Region(size))
        columns = max(columns, Self.reach(of: tile, kernel, group).width)
        lines = max(lines, Self.rowsAtATime(kernel.rows(of: tile)))
      }
    }
    maximumWidth = columns
    maximumRows = lines
  }

  /// Returns the source region for a part of the result.
  public func reach(of part: Region) -> Region { Self.reach(of: part, kernel, group) }

  private static func reach(of part: Region, _ kernel: WarpKernel, _ group: Int) -> Region {
    let region = kernel.reach(of: part)
    let lead = region.x % group
    return Region(
      x: region.x - lead, y: region.y, width: region.width + lead, height: region.height)
  }

  /// Returns the maximum number of rows to keep: from the first row that a row or a later one
  /// needs, to the last that it or an earlier one needs.
  fileprivate static func rowsAtATime(_ needed: [Range<Int>]) -> Int {
    var first = [Int](repeating: Int.max, count: needed.count + 1)
    for i in needed.indices.reversed() { first[i] = min(needed[i].lowerBound, first[i + 1]) }
    var (most, end) = (1, 0)
    for i in needed.indices {
      end = max(end, needed[i].upperBound)
      most = max(most, end - first[i])
    }
    return most
  }

  /// Maximum number of source columns in excess of a tile's width.
  private static let mostDrift = 128
  private static let leastHeight = 512
}
