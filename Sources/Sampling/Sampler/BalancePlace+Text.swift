public import BromideDevelop
internal import BromideValues

extension BalancePlace {
  /// Reads `at:X,Y` or `at:X,Y,WINDOW`.
  ///
  /// - Throws: `ValueTextError` with the mistake and the accepted forms.
  public init(parsing text: String) throws(ValueTextError) {
    let parts = text.dropFirst(3).split(separator: ",", omittingEmptySubsequences: false)
    guard text.hasPrefix("at:"), parts.count == 2 || parts.count == 3, let x = Double(parts[0]),
      let y = Double(parts[1])
    else {
      throw ValueTextError(
        "at: takes X,Y or X,Y,WINDOW; expected \(WhiteBalance.acceptedForms), or \(Self.acceptedForm)"
      )
    }
    self.init(point: NormalizedPoint(x: x, y: y))
    guard point.isInside else {
      throw ValueTextError("\(text): X and Y run from 0 to 1, from the top left corner")
    }
    guard parts.count == 3 else { return }
    guard let side = SampleWindow.Side(String(parts[2])) else {
      throw ValueTextError("\(text): \(SampleWindow.Side.accepted)")
    }
    self.side = side
  }

  /// The form that `init(parsing:)` reads, for messages.
  public static let acceptedForm = "at:X,Y[,WINDOW] (at:0.5,0.5,15)"

  /// The text of this place, which `init(parsing:)` accepts.
  public var text: String { "at:\(point.x),\(point.y),\(side.text)" }
}

extension SampleWindow.Side {
  /// Parses pixels, `15`, or a percentage of the short edge, `2%`. Returns `nil` for other texts.
  public init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let share = Double(text.dropLast()) else { return nil }
      self = .fraction(share / 100)
    } else {
      guard let side = Int(text) else { return nil }
      self = .pixels(side)
    }
    guard isAccepted else { return nil }
  }

  /// The texts that `init(_:)` reads, for messages.
  public static let accepted =
    "expected a side in pixels (15, at most \(mostPixels)) or % of the short edge (2%, at most 25%)"

  /// The text that `init(_:)` reads as this side.
  var text: String {
    switch self {
    case .pixels(let count): "\(count)"
    case .fraction(let share):
      // The shortest percentage that becomes the same share again.
      (["\(share * 100)"] + [-1.0, 1].map { "\((share * 100) + $0 * (share * 100).ulp)" })
        .first { Double($0).map { $0 / 100 } == share }.map { $0 + "%" } ?? "\(share * 100)%"
    }
  }
}

extension SampleWindow {
  /// Parses a side, or width and height, such as `40x20`. Returns `nil` for other texts.
  package init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map {
      Side(String($0))
    }
    guard sides.count <= 2, let side = sides[0], let height = sides.last ?? side else { return nil }
    self.init(side: side, height: sides.count == 2 ? height : nil)
  }

  /// The texts that `init(_:)` reads, for messages.
  package static let accepted = Side.accepted + ", or width and height: 40x20"
}
