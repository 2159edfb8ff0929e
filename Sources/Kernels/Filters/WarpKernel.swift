public import BromideValues
internal import CBromideKernels

/// Resamples a picture at other positions, which can differ by channel, with Catmull-Rom's cubic in
/// both directions. Outside the picture, its edges repeat.
///
/// Positions are set at the nodes of a square grid over the result, and bilinear in between. For a
/// lens with distortion k, nodes at 1/187 of the long edge cause an error of 4·10⁻⁵·k of that edge:
/// 0.01 pixels of 6000 for k = 0.05.
@safe
public struct WarpKernel: Sendable {
  /// Distance between nodes, in pixels.
  private let spacing: Int
  private let columns: Int
  /// Positions by channel, and by row and column of nodes. Only one channel if all channels share
  /// positions.
  private let nodes: [[SIMD2<Double>]]
  /// The picture's rotated edges, or `nil`. Outside, the result is black.
  private let edges: Edges?
  let size: Size
  /// Size of the source picture.
  let shown: Size
  let instructionSet: InstructionSet

  /// A rectangle that does not cover all positions of the result.
  public struct Edges: Sendable {
    /// `origin` is the middle of the result's first pixel. `across` and `down` are the steps to the
    /// next pixel in the row and to the pixel below. All are in pixels of the rectangle.
    public var origin, across, down: SIMD2<Double>
    /// The size of the rectangle, which begins at 0.
    public var size: SIMD2<Double>

    /// Creates a rectangle with the result's position on it.
    public init(
      origin: SIMD2<Double>, across: SIMD2<Double>, down: SIMD2<Double>, size: SIMD2<Double>
    ) {
      self.origin = origin
      self.across = across
      self.down = down
      self.size = size
    }
  }

  /// - Parameters:
  ///   - size: Size of the result.
  ///   - shown: Size of the source picture.
  ///   - channels: 1 if all channels share positions, otherwise 3.
  ///   - edges: Outside these edges, the result is black.
  ///   - instructionSet: The variant to run. It must be available.
  ///   - place: Returns the source position for a position of the result and a channel. Whole
  ///     numbers are edges of pixels.
  public init(
    size: Size, shown: Size, channels: Int, edges: Edges?, instructionSet: InstructionSet,
    place: (SIMD2<Double>, Int) -> SIMD2<Double>
  ) {
    var spacing = 4
    while spacing < 32, size.longEdge > 187 * spacing { spacing *= 2 }
    let columns = (size.width - 1) / spacing + 2
    let rows = (size.height - 1) / spacing + 2
    self.spacing = spacing
    self.columns = columns
    self.edges = edges
    self.size = size
    self.shown = shown
    // A test contains the double-precision reference, so use the baseline variant here.
    self.instructionSet = max(instructionSet, .baseline)
    nodes = (0..<channels).map { channel in
      (0..<rows * columns).map { i in
        let node = SIMD2(Double(i % columns * spacing), Double(i / columns * spacing))
        return place(node + 0.5, channel)
      }
    }
  }

  /// Returns the source region for a part of the result, including the pixels that the cubic reads.
  public func reach(of part: Region) -> Region {
    let (across, down) = (cells(part.x..<part.endX), cells(part.y..<part.endY))
    var bounds = Bounds()
    for nodes in nodes {
      for row in down {
        for column in across.lowerBound...across.upperBound {
          bounds.add(nodes[row * columns + column])
        }
      }
    }
    let (x, y) = (
      bounds.samples(shown.width, \.x, reserve: 2), bounds.samples(shown.height, \.y, reserve: 2)
    )
    return Region(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
  }

  /// Returns the source rows for each row of a part, or a few more.
  func rows(of part: Region) -> [Range<Int>] {
    let (across, down) = (cells(part.x..<part.endX), cells(part.y..<part.endY))
    let bounds = down.map { row in
      var bounds = Bounds()
      for nodes in nodes {
        for column in across { bounds.add(nodes[row * columns + column]) }
      }
      return bounds
    }
    // Positions are linear in each column, so they are between the lines of the minimum and the
    // maximum.
    return (part.y..<part.endY).map { y in
      let (upper, share) = (y / spacing - down.lowerBound, Double(y % spacing) / Double(spacing))
      return bounds[upper].mixed(with: bounds[upper + 1], share)
        .samples(shown.height, \.y, reserve: 1)
    }
  }

  /// Returns the nodes before, between and after the pixels.
  private func cells(_ pixels: Range<Int>) -> ClosedRange<Int> {
    pixels.lowerBound / spacing...(pixels.upperBound - 1) / spacing + 1
  }

  /// Computes pixels of row `y`.
  ///
  /// - Parameters:
  ///   - columns: The columns to compute.
  ///   - source: Contains the source rows of these pixels.
  ///   - channels: 1 or 3.
  ///   - ceiling: Upper limit of values. The lower limit is 0.
  ///   - places: Scratch memory.
  ///   - row: Receives the pixels, starting at its first.
  func apply(
    to y: Int, columns: Range<Int>, of source: WarpSource, channels: Int, ceiling: Float,
    places: inout [Double], into row: PlanarRow
  ) {
    precondition(columns.count <= row.capacity, "columns within the row")
    let across = cells(columns)
    let isShared = nodes.count == 1
    if places.count < 2 * across.count {
      places = [Double](repeating: 0, count: 2 * across.count)
    }
    let above = y / spacing * self.columns + across.lowerBound
    let share = Double(y % spacing) / Double(spacing)
    for channel in 0..<(isShared ? 1 : channels) {
      let nodes = nodes[channel]
      for i in 0..<across.count {
        let (upper, lower) = (nodes[above + i], nodes[above + self.columns + i])
        let node = upper + share * (lower - upper)
        places[i] = node.x
        places[across.count + i] = node.y
      }
      unsafe places.withUnsafeBufferPointer { places in
        let x = places.baseAddress!
        unsafe source.withRows { rows, top in
          var warp = unsafe bromide_warp(
            x: x, y: x + across.count, first_node: across.lowerBound, spacing: Int32(spacing),
            width: shown.width, height: shown.height, rows: rows, top: top,
            left: source.region.x - channel * source.planeStride, plane: source.planeStride,
            planes: Int32(isShared ? channels : 1), ceiling: ceiling)
          unsafe bromide_warp_row(
            instructionSet.code, &warp, columns.lowerBound, columns.count, row.plane(channel),
            row.planeStride)
        }
      }
    }
    edges?.darken(row, y: y, columns: columns)
  }

  /// The bounds of a set of positions.
  private struct Bounds {
    private var low = SIMD2(repeating: Double.infinity)
    private var high = SIMD2(repeating: -Double.infinity)

    mutating func add(_ place: SIMD2<Double>) {
      low = pointwiseMin(low, place)
      high = pointwiseMax(high, place)
    }

    /// Returns bounds interpolated between these and others.
    func mixed(with other: Bounds, _ share: Double) -> Bounds {
      var bounds = self
      bounds.low += share * (other.low - low)
      bounds.high += share * (other.high - high)
      return bounds
    }

    /// Returns the samples that the cubic reads along an axis with `count` samples, with a reserve
    /// for rounding. Contains at least one.
    func samples(
      _ count: Int, _ axis: KeyPath<SIMD2<Double>, Double>, reserve: Int
    ) -> Range<Int> {
      func sample(_ place: Double) -> Int {
        Int(min(max(place - 0.5, -1), Double(count)).rounded(.down))
      }
      let first = max(0, min(count - 1, sample(low[keyPath: axis]) - 1 - reserve))
      let end = min(count, sample(high[keyPath: axis]) + 3 + reserve)
      return first..<max(first + 1, end)
    }
  }
}

extension WarpKernel.Edges {
  /// Makes pixels outside black. Edges are one pixel soft.
  fileprivate func darken(_ row: PlanarRow, y: Int, columns: Range<Int>) {
    let step = (across * across).sum().squareRoot()
    func share(_ x: Int) -> Double {
      let place = origin + Double(x) * across + Double(y) * down
      let ways = pointwiseMin(place, size - place) / step + 0.5
      let shares = ways.clamped(lowerBound: SIMD2(0, 0), upperBound: SIMD2(1, 1))
      return shares.x * shares.y
    }
    // If both ends of a line are inside, all of it is.
    guard share(columns.lowerBound) < 1 || share(columns.upperBound - 1) < 1 else { return }
    for (i, x) in columns.enumerated() {
      let share = share(x)
      if share < 1 { row[i] *= Float(share) }
    }
  }
}
