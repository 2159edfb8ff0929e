internal import BromideValues

extension SizeRequest.Bounds {
  /// The accepted pixels per side. PNG allows more, but the picture would not fit in memory.
  public static let sides = 1...100_000

  /// The forms that `init(_:)` reads, for messages.
  public static let accepted =
    "WIDTHxHEIGHT (1920x1080), the long edge (2048), 10MP, 50%, short:1080, width:1600 or height:900, sides of 1 to \(sides.upperBound)"

  /// Parses `1920x1080`, `2048`, `10MP`, `50%`, `short:1080`, `width:1600` or `height:900`. Returns
  /// `nil` for other texts.
  public init?(_ text: String) {
    guard let bounds = Self.named(text) ?? Self.plain(text), bounds.isSound else { return nil }
    self = bounds
  }

  private static func plain(_ text: String) -> Self? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    switch sides.count {
    case 1: return sides[0].map { .longEdge($0) }
    case 2:
      guard let width = sides[0], let height = sides[1] else { return nil }
      return .box(Size(width: width, height: height))
    default: return nil
    }
  }

  private static func named(_ text: String) -> Self? {
    if text.hasSuffix("%") { return Double(text.dropLast()).map { .fraction($0 / 100) } }
    if text.lowercased().hasSuffix("mp") {
      return Double(text.dropLast(2)).map { .megapixels($0) }
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let edge = Int(parts[1]) else { return nil }
    switch parts[0] {
    case "short": return .shortEdge(edge)
    case "width": return .width(edge)
    case "height": return .height(edge)
    default: return nil
    }
  }

  /// The text that `init(_:)` reads as these bounds.
  public var text: String {
    switch self {
    case .box(let size) where size.height == Self.sides.upperBound: "width:\(size.width)"
    case .box(let size) where size.width == Self.sides.upperBound: "height:\(size.height)"
    case .box(let size): "\(size.width)x\(size.height)"
    case .longEdge(let edge): "\(edge)"
    case .shortEdge(let edge): "short:\(edge)"
    case .megapixels(let millions): Parameter.plain(millions) + "MP"
    case .fraction(let share): Parameter.plain(share * 100) + "%"
    }
  }

  /// Whether the bounds have two sides, so that a picture can fit inside or fill them.
  public var isBox: Bool {
    guard case .box(let size) = self else { return false }
    return max(size.width, size.height) < Self.sides.upperBound
  }

  /// Whether the picture must not be larger than the bounds by a fraction of a pixel.
  var isLimit: Bool { if case .megapixels = self { true } else { false } }

  /// Whether the numbers are in their ranges.
  var isSound: Bool {
    switch self {
    case .box(let size): Self.sides.contains(size.width) && Self.sides.contains(size.height)
    case .longEdge(let edge), .shortEdge(let edge): Self.sides.contains(edge)
    case .megapixels(let millions): (0.000_001...10_000).contains(millions)
    case .fraction(let share): (0.000_01...100).contains(share)
    }
  }

  /// Returns the scale of a picture with this width and height, or `nil` if the bounds are a box or
  /// the long edge.
  func scale(of picture: (width: Double, height: Double)) -> Double? {
    switch self {
    case .box, .longEdge: nil
    case .shortEdge(let edge): Double(edge) / min(picture.width, picture.height)
    case .megapixels(let millions):
      (1e6 * millions / (picture.width * picture.height)).squareRoot()
    case .fraction(let share): share
    }
  }
}
