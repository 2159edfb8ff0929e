/// A crop by its proportions: the largest rectangle of a shape in the upright picture.
///
/// In `FilterSettings`, it is the value of `crop` with five numbers instead of four. So it travels
/// through recipes, timelines and fingerprints like a window, and a window replaces it.
public struct CropShape: Sendable, Hashable {
  /// Parts of the width in the ratio, above 0.
  public var width: Double
  /// Parts of the height in the ratio, above 0.
  public var height: Double
  /// The point in the upright picture on which to centre the rectangle, 0…1 from the left. Near an
  /// edge, the rectangle touches the edge.
  public var x = 0.5
  /// The vertical position of this point, 0…1 from the top.
  public var y = 0.5
  /// Whether to swap the sides if the picture is upright and the ratio is wide, or vice versa.
  public var turns = false

  /// Creates a shape around the middle of the picture.
  public init(width: Double, height: Double) {
    (self.width, self.height) = (width, height)
  }

  /// The accepted forms, for messages.
  public static let acceptedForms =
    "a ratio such as 3:2, 4:5@top, 1:1@.5,.3 or 3:2,turn, or original"

  /// Reads `3:2`, `3:2,turn`, `4:5@top` or `1:1@.5,.3`. Returns `nil` for other texts.
  public init?(_ text: String) {
    let sides = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let words = sides[0].split(separator: ",", omittingEmptySubsequences: false)
    let ratio = words[0].split(separator: ":", omittingEmptySubsequences: false)
    guard ratio.count == 2, let width = Double(ratio[0]), let height = Double(ratio[1]),
      Self.parts.contains(width), Self.parts.contains(height),
      words.count == 1 || words.count == 2 && words[1] == "turn"
    else { return nil }
    self.init(width: width, height: height)
    turns = words.count == 2
    guard sides.count == 2 else { return }
    if let anchor = Self.anchors.first(where: { $0.name == sides[1] }) {
      (x, y) = (anchor.x, anchor.y)
      return
    }
    let point = sides[1].split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard point.count == 2, let x = point[0], let y = point[1], (0...1).contains(x),
      (0...1).contains(y)
    else { return nil }
    (self.x, self.y) = (x, y)
  }

  /// Creates a shape from the values of `crop`, or returns `nil` for a window.
  public init?(_ values: [Double]) {
    guard values.count == 5, Self.parts.contains(values[0]), Self.parts.contains(values[1]),
      values[2...4].allSatisfy({ (0...1).contains($0) })
    else { return nil }
    (width, height, x, y, turns) = (values[0], values[1], values[2], values[3], values[4] != 0)
  }

  /// The shape as values of `crop`.
  public var values: [Double] { [width, height, x, y, turns ? 1 : 0] }

  /// The text that `init(_:)` reads as this shape.
  public var text: String {
    let shape = "\(Parameter.plain(width)):\(Parameter.plain(height))" + (turns ? ",turn" : "")
    if let anchor = Self.anchors.first(where: { $0.x == x && $0.y == y }) {
      return anchor.name == "center" ? shape : "\(shape)@\(anchor.name)"
    }
    return "\(shape)@\(Parameter.plain(x)),\(Parameter.plain(y))"
  }

  /// Returns the rectangle in pixels: the largest one with this shape.
  ///
  /// The shorter side is a whole number, and the longer one is its product with the ratio, rounded.
  /// So a crop of 3:2 has exactly these proportions if a side allows it.
  ///
  /// - Parameters:
  ///   - across: Width of the upright picture in pixels.
  ///   - down: Height of the upright picture in pixels.
  func rectangle(in across: Int, _ down: Int) -> (x: Int, y: Int, width: Int, height: Int) {
    var ratio = width / height
    if turns, (across < down) != (ratio < 1), across != down { ratio = 1 / ratio }
    let (long, short) = ratio >= 1 ? (across, down) : (down, across)
    let stretch = max(ratio, 1 / ratio)
    // The tolerance keeps a side of 3375 at 3375 although 6000 / (16 / 9) is slightly less.
    let less = max(1, Int(min(Double(short), Double(long) / stretch) + 1e-6))
    let more = min(long, max(1, Int((Double(less) * stretch).rounded())))
    let (width, height) = ratio >= 1 ? (more, less) : (less, more)
    func start(_ share: Double, _ side: Int, _ whole: Int) -> Int {
      let place = share * Double(whole) - Double(side) / 2
      return Int(min(max(place, 0), Double(whole - side)).rounded(.down))
    }
    return (start(x, width, across), start(y, height, down), width, height)
  }

  private static let parts = 0.001...100_000.0

  private static let anchors: [(name: Substring, x: Double, y: Double)] = [
    ("center", 0.5, 0.5), ("top", 0.5, 0), ("bottom", 0.5, 1), ("left", 0, 0.5), ("right", 1, 0.5),
  ]
}

extension Parameter {
  /// Parses values for a photo that does not move. In addition to `values(of:)`, `crop` accepts a
  /// `CropShape`, and `original`. Returns `nil` if the parameter does not accept the text.
  public func constants(of text: String) -> [Double]? {
    if let values = values(of: text) { return values }
    guard form == .window else { return nil }
    return text == "original" ? standard : CropShape(text)?.values
  }

  /// The message for values that `constants(of:)` does not accept.
  public var constantsRefusal: String {
    form == .window ? "\(rejection), or \(CropShape.acceptedForms)" : rejection
  }
}

extension FilterSettings {
  /// The crop's shape, or `nil` if the crop is a window.
  public var cropShape: CropShape? { self[.crop].flatMap { CropShape($0) } }
}
