public import BromideCodecs
public import BromideValues

/// Evidence for a frame's range: the fraction of its luma inside 16…235 (times 2^(depth − 8)).
public struct LumaEvidence: Sendable, Hashable {
  /// Share of luma inside the limited range, 0…1.
  public let shareInside: Double
  /// Whether the darkest or the brightest thousandth is at the edge of that range, like black and
  /// white of a limited picture.
  public let standsAtEdge: Bool

  /// Measures about 65 000 pixels on a regular grid.
  public init(_ frame: YCbCrFrame, _ converter: YCbCrConverter) {
    let unit = 1 << (frame.layout.depth - 8)
    let step = max(1, Int((Double(frame.size.area) / 65_536).squareRoot()))
    let reader = YCbCrPixelReader(frame, converter)
    var counts = [Int](repeating: 0, count: 256)
    for y in stride(from: 0, to: frame.size.height, by: step) {
      for x in stride(from: 0, to: frame.size.width, by: step) {
        counts[min(Int(reader.codes(x: x, y: y).x) / unit, 255)] += 1
      }
    }
    withExtendedLifetime(frame.owner) {}
    let total = counts.reduce(0, +)
    shareInside = Double(counts[16...235].reduce(0, +)) / Double(max(total, 1))
    func code(after share: Double) -> Int {
      var sum = 0
      return counts.firstIndex {
        sum += $0
        return Double(sum) > share * Double(total)
      } ?? 255
    }
    let (dark, bright) = (code(after: 0.001), code(after: 0.999))
    standsAtEdge = (16...20).contains(dark) || (231...235).contains(bright)
  }

  /// Returns whether the evidence contradicts a range.
  ///
  /// It contradicts full range if all but a thousandth of luma is inside and touches the edge.
  /// Without the edge, the scene could just lack contrast. It contradicts limited range if a
  /// hundredth is outside, because filters overshoot slightly.
  public func contradicts(_ range: YCbCrRange) -> Bool {
    range == .full ? shareInside >= 0.999 && standsAtEdge : shareInside < 0.99
  }
}
