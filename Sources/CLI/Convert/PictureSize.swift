internal import ArgumentParser
internal import BromideDevelop
internal import BromideRuns
internal import BromideValues

/// The value of `--size`: pixels, or the size of a print.
enum PictureSize: Sendable, Hashable {
  case pixels(SizeRequest.Bounds)
  /// Width and height in inches.
  case inches(Double, Double)

  /// Pixels per inch unless `--dpi` sets them.
  static let dotsPerInch = PictureMetadata.dotsPerInch

  /// Reads the forms of `SizeRequest.Bounds`, `30x20cm` or `12x8in`.
  init(typed text: String) throws {
    if let bounds = SizeRequest.Bounds(text) {
      self = .pixels(bounds)
      return
    }
    for (unit, perInch) in [("cm", 2.54), ("in", 1)] where text.hasSuffix(unit) {
      let sides = text.dropLast(2).split(separator: "x", omittingEmptySubsequences: false)
        .map { Double($0) }
      guard sides.count == 2, let width = sides[0], let height = sides[1],
        Self.lengths.contains(width), Self.lengths.contains(height)
      else { break }
      self = .inches(width / perInch, height / perInch)
      return
    }
    throw ValidationError("expected \(SizeRequest.Bounds.accepted), 30x20cm or 12x8in")
  }

  /// Returns the size in pixels.
  func bounds(dotsPerInch: Int) -> SizeRequest.Bounds {
    switch self {
    case .pixels(let bounds): return bounds
    case .inches(let width, let height):
      func pixels(_ inches: Double) -> Int {
        let sides = SizeRequest.Bounds.sides
        return min(
          max(Int((inches * Double(dotsPerInch)).rounded()), sides.lowerBound), sides.upperBound - 1
        )
      }
      return .box(Size(width: pixels(width), height: pixels(height)))
    }
  }

  /// Pixels per inch. No printer has more.
  static let densities = 1...9600
  private static let lengths = 0.01...10_000.0
}

extension SizeRequest.Bounds {
  /// Whether the bounds are neither a box nor the long edge.
  var isNew: Bool {
    switch self {
    case .box: !isBox
    case .longEdge: false
    case .shortEdge, .megapixels, .fraction: true
    }
  }
}
