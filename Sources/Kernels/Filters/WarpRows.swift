public import Pixels

/// Makes rows of a warped picture, part by part, while the rows of the picture that they show are made.
@safe
public final class WarpRows {
  private let tiles: WarpTiles
  private let channels: Int
  private let ceiling: Float
  private let source: WarpSource
  /// The row made last.
  public let output: PlanarRow
  private var part = Region(x: 0, y: 0, width: 0, height: 0)
  /// Behind the rows of the shown picture that each row of the part needs.
  private var ends: [Int] = []
  private var nextSource = 0
  private var places: [Double] = []

  /// - Parameters:
  ///   - tiles: The warp, and how large its parts may be.
  ///   - channels: 1 or 3.
  ///   - ceiling: Larger values become this.
  public init(_ tiles: WarpTiles, channels: Int, ceiling: Float) {
    self.tiles = tiles
    self.channels = channels
    self.ceiling = ceiling
    source = WarpSource(
      capacity: tiles.maximumRows, maximumWidth: tiles.maximumWidth, channels: channels,
      ceiling: ceiling, instructionSet: tiles.kernel.instructionSet)
    output = PlanarRow(capacity: tiles.outputWidth)
  }

  /// Starts a part that lies in one tile and its margin.
  ///
  /// - Returns: The part of the picture that it shows.
  public func begin(_ part: Region) -> Region {
    self.part = part
    let region = tiles.reach(of: part)
    let needed = tiles.kernel.rows(of: part)
    source.begin(region, of: tiles.kernel.shown, count: WarpTiles.rowsAtATime(needed))
    ends = needed.map { min($0.upperBound, region.endY) }
    nextSource = region.y
    return region
  }

  /// Makes row `y`; rows are requested in order.
  ///
  /// - Parameter read: Gives the next row of the region that `begin` returned, by its number.
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

/// A warp's result in tiles, in each of which only some rows of the shown picture are needed at a time.
public struct WarpTiles: Sendable {
  /// Columns of a tile.
  public let width: Int
  /// Columns of a tile and its margin.
  public let outputWidth: Int
  /// Rows of a tile.
  public let height: Int
  /// Most columns of the shown picture that a tile needs, where they begin with a whole group.
  public let maximumWidth: Int
  let maximumRows: Int
  let kernel: WarpKernel
  private let group: Int

  /// - Parameters:
  ///   - kernel: The warp.
  ///   - width: Columns of a tile, a multiple of 16.
  ///   - margin: Columns to the left and to the right of a tile that may be made with it.
  ///   - group: A column of the shown picture that is read first is a multiple of this.
  public init(_ kernel: WarpKernel, width: Int, margin: Int = 0, group: Int) {
    let size = kernel.size
    self.kernel = kernel
    self.group = group
    self.width = width
    outputWidth = width + 2 * margin
    // Where columns move sideways from row to row, as in a turned picture, lower tiles show narrower parts.
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

  /// The part of the shown picture that a part of the result needs.
  public func reach(of part: Region) -> Region { Self.reach(of: part, kernel, group) }

  private static func reach(of part: Region, _ kernel: WarpKernel, _ group: Int) -> Region {
    let region = kernel.reach(of: part)
    let lead = region.x % group
    return Region(
      x: region.x - lead, y: region.y, width: region.width + lead, height: region.height)
  }

  /// Rows between the first that a row or a later one needs, and the last that it or an earlier one does.
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

  /// Columns by which a tile may be wider than its result.
  private static let mostDrift = 128
  private static let leastHeight = 512
}
