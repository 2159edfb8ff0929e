internal import CKernels
public import Pixels

/// Shows a picture from other places, each channel from its own, by Catmull-Rom's cubic in both directions;
/// the picture's edges repeat beyond it.
///
/// Places are given at the nodes of a square grid over the result and bilinear between them: for a lens whose
/// distortion is k, nodes at 1/375 of the long edge leave 10⁻⁵·k of that edge, which is 0.005 pixels of 6000
/// for a strong one of 0.1.
@safe
public struct WarpKernel: Sendable {
  /// Pixels from node to node.
  private let spacing: Int
  private let columns: Int
  /// Places by channel, row and column of nodes; one channel if all share them.
  private let nodes: [[SIMD2<Double>]]
  /// The picture's turned edges, beyond which the result is black; nil if there are none.
  private let edges: Edges?

  /// A rectangle that turned places may lie outside of.
  public struct Edges: Sendable {
    /// Where the middle of the result's first pixel lies, and the ways to the next one in its row and below, in
    /// pixels of the rectangle.
    public var origin, across, down: SIMD2<Double>
    /// The rectangle begins at 0.
    public var size: SIMD2<Double>

    /// A rectangle and the result's place on it.
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
  ///   - size: The result's.
  ///   - channels: 1 if all channels share their places, otherwise 3.
  ///   - edges: What lies beyond is black.
  ///   - place: The place in the picture that a place of the result shows, for a channel; whole numbers are edges
  ///     of pixels.
  public init(
    size: Size, channels: Int, edges: Edges?,
    place: (SIMD2<Double>, Int) -> SIMD2<Double>
  ) {
    var spacing = 4
    while spacing < 16, size.longEdge > 375 * spacing { spacing *= 2 }
    let columns = (size.width - 1) / spacing + 2
    let rows = (size.height - 1) / spacing + 2
    self.spacing = spacing
    self.columns = columns
    self.edges = edges
    nodes = (0..<channels).map { channel in
      (0..<rows * columns).map { i in
        let node = SIMD2(Double(i % columns * spacing), Double(i / columns * spacing))
        return place(node + 0.5, channel)
      }
    }
  }

  /// Computes the first `count` pixels of row `y`.
  public func apply(to y: Int, of input: CodedPicture, count: Int, into row: PlanarRow) {
    precondition(count <= row.capacity, "a count within the row")
    let isShared = nodes.count == 1
    let far = Double.infinity
    let plane = input.size.area
    let upper = y / spacing * columns
    let share = Double(y % spacing) / Double(spacing)
    for channel in 0..<(isShared ? 1 : input.channels) {
      let nodes = nodes[channel]
      func node(_ column: Int) -> SIMD2<Double> {
        let above = nodes[upper + column]
        return above + share * (nodes[upper + columns + column] - above)
      }
      var left = node(0)
      for column in 0..<(count + spacing - 1) / spacing {
        let right = node(column + 1)
        let step = (right - left) / Double(spacing)
        let first = column * spacing
        var values = unsafe bromide_rotation(
          codes: input.base + channel * plane, width: input.size.width,
          height: input.size.height, channels: Int32(isShared ? input.channels : 1),
          scale: input.ceiling / (65535 * 65535), step_x: step.x, step_y: step.y, left: -far,
          top: -far, right: far, bottom: far)
        let red = unsafe row.plane(channel) + first
        unsafe bromide_rotate_row(
          &values, left.x, left.y, min(spacing, count - first), red, row.green + first,
          row.blue + first)
        left = right
      }
    }
    edges?.darken(row, y: y, count: count, channels: input.channels)
  }
}

extension WarpKernel.Edges {
  /// Pixels outside become black; edges are one pixel soft.
  fileprivate func darken(_ row: PlanarRow, y: Int, count: Int, channels: Int) {
    let step = (across * across).sum().squareRoot()
    for x in 0..<count {
      let place = origin + Double(x) * across + Double(y) * down
      let ways = pointwiseMin(place, size - place) / step + 0.5
      let shares = ways.clamped(lowerBound: SIMD2(0, 0), upperBound: SIMD2(1, 1))
      let share = shares.x * shares.y
      if share < 1 { row[x] *= Float(share) }
    }
  }
}
