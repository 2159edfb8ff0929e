internal import BromideKernels
internal import BromideValues

/// Maps positions of a corrected picture to the recorded picture.
///
/// It applies the file's warps in order, at the scale that hides empty corners.
struct LensGeometry: Sendable, Hashable {
  /// The maps from the last warp to the first, for each channel or for all. Each warp applies to
  /// the result of the warps before it.
  private let maps: [[WarpMap]]
  /// Width and height of a pixel of the demosaic's output, in sensor pixels.
  private var pixel: Double
  /// The middle of the shown part, in pixels of the demosaic's output.
  private var middle: SIMD2<Double>
  /// How much the corrected picture is enlarged about that.
  private(set) var fill = 1.0

  /// Returns `nil` if no warp moves a pixel by a fiftieth of an output pixel.
  ///
  /// - Parameters:
  ///   - warps: The warps in order.
  ///   - pixel: Width and height of a pixel of the demosaic's output, in sensor pixels.
  ///   - whole: The demosaic's complete output.
  ///   - shown: The part that is shown.
  ///   - scale: Output pixels per pixel of the demosaic's output.
  ///   - fills: Whether to avoid positions outside. Otherwise edges repeat, which is invisible for
  ///     lateral colour.
  init?(
    _ warps: [OpcodeWarp], pixel: Double, whole: Region, shown: Region, scale: Double,
    fills: Bool = true
  ) {
    guard !warps.isEmpty else { return nil }
    maps = (0..<(warps.contains(where: \.movesPlanesApart) ? 3 : 1)).map { channel in
      warps.reversed().map { WarpMap($0, plane: channel) }
    }
    self.pixel = pixel
    middle = shown.center
    guard mostMove(over: shown) * scale >= Self.leastMove else { return nil }
    if fills, !isInside(whole, shown) {
      // Bisected between a scale that leaves black and one that does not.
      var (low, high) = (1.0, 1.0)
      repeat {
        low = high
        high *= 1.25
        fill = high
      } while !isInside(whole, shown) && high < Self.mostFill
      while high - low > 1e-5 {
        fill = (low + high) / 2
        if isInside(whole, shown) { high = fill } else { low = fill }
      }
      fill = high
    }
  }

  /// The same geometry for an output with pixels of 2×2 of these pixels.
  var inCells: LensGeometry {
    var geometry = self
    geometry.pixel *= 2
    geometry.middle /= 2
    return geometry
  }

  /// Whether channels are moved differently.
  var movesChannelsApart: Bool { maps.count > 1 }

  /// Returns the position on the demosaic's output for a position on the corrected output.
  func source(of place: SIMD2<Double>, channel: Int) -> SIMD2<Double> {
    var source = (middle + (place - middle) / fill) * pixel
    let channel = min(channel, maps.count - 1)
    // By index: a loop over the elements would copy each one and retain its references.
    for index in maps[channel].indices { source = maps[channel][index].source(of: source) }
    source /= pixel
    // Several warps together can map to any position outside the picture, even to NaN.
    let isNear = source.x.magnitude + source.y.magnitude < Self.farthest
    return isNear ? source : SIMD2(repeating: -Self.farthest)
  }

  private var channels: Range<Int> { maps.indices }

  /// The farthest that anything is moved, in pixels of the demosaic's output.
  private func mostMove(over shown: Region) -> Double {
    var most = 0.0
    for place in shown.grid(16) {
      for channel in channels {
        let way = source(of: place, channel: channel) - place
        most = max(most, (way * way).sum().squareRoot())
      }
    }
    return most
  }

  /// Returns whether the entire border of the shown part maps to positions inside.
  private func isInside(_ whole: Region, _ shown: Region) -> Bool {
    // Half a hundredth of a pixel for rounding.
    let low = SIMD2(Double(whole.x), Double(whole.y)) - 0.005
    let high = SIMD2(Double(whole.endX), Double(whole.endY)) + 0.005
    return shown.border(200).allSatisfy { place in
      channels.allSatisfy { channel in
        let source = source(of: place, channel: channel)
        return all(source .>= low) && all(source .<= high)
      }
    }
  }

  /// A distance in pixels that is larger than any sensor.
  private static let farthest = 1e6
  /// In output pixels.
  private static let leastMove = 0.02
  /// The maximum enlargement to hide corners. Above it, edges repeat, because real lenses need
  /// less.
  private static let mostFill = 4.0
}

extension Region {
  /// Returns `count` + 1 positions from edge to edge, across and down.
  func grid(_ count: Int) -> [SIMD2<Double>] {
    (0...count).flatMap { row in (0...count).map { share($0, row, count) } }
  }

  /// Returns `count` positions on every edge.
  fileprivate func border(_ count: Int) -> [SIMD2<Double>] {
    (0..<count).flatMap { i in
      [
        share(i, 0, count), share(count, i, count), share(count - i, count, count),
        share(0, count - i, count),
      ]
    }
  }

  private func share(_ column: Int, _ row: Int, _ count: Int) -> SIMD2<Double> {
    SIMD2(
      Double(x) + Double(width) * Double(column) / Double(count),
      Double(y) + Double(height) * Double(row) / Double(count))
  }
}

extension OutputGeometry {
  /// Returns the warp from the canvas to the output, or `nil` if they are the same.
  func warp(_ instructionSet: InstructionSet) -> WarpKernel? {
    guard isWarped else { return nil }
    let (canvas, size) = canvas
    let corner = SIMD2(Double(source.x) + canvas.x, Double(source.y) + canvas.y)
    let scale = SIMD2(
      Double(size.width) / canvas.width, Double(size.height) / canvas.height)
    let (origin, across, down) = places
    var edges: WarpKernel.Edges?
    if rotation != 0 {
      let shown = shown ?? source
      edges = WarpKernel.Edges(
        origin: origin - SIMD2(Double(shown.x), Double(shown.y)), across: across, down: down,
        size: SIMD2(Double(shown.width), Double(shown.height)))
    }
    return WarpKernel(
      size: storedOutput, shown: size, channels: lens?.movesChannelsApart == true ? 3 : 1,
      edges: edges, instructionSet: instructionSet
    ) { place, channel in
      let shown = origin + (place.x - 0.5) * across + (place.y - 0.5) * down
      return ((lens?.source(of: shown, channel: channel) ?? shown) - corner) * scale
    }
  }

  /// Returns the bounds of all positions that the output shows through its lens, from the source's
  /// origin.
  func lensBounds(_ lens: LensGeometry) -> (low: SIMD2<Double>, high: SIMD2<Double>) {
    let (origin, across, down) = places
    var low = SIMD2(repeating: Double.infinity)
    var high = -low
    for place in Region(storedOutput).grid(48) {
      let shown = origin + (place.x - 0.5) * across + (place.y - 0.5) * down
      for channel in 0..<(lens.movesChannelsApart ? 3 : 1) {
        let recorded = lens.source(of: shown, channel: channel)
        low = pointwiseMin(low, recorded)
        high = pointwiseMax(high, recorded)
      }
    }
    let corner = SIMD2(Double(source.x), Double(source.y))
    return (low - corner, high - corner)
  }
}
