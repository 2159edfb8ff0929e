extension TimePoint {
  /// Reads `2s`, `1m30s`, `250ms`, `48f`, `50%`, `photo 120` and `photo night_120.dng`. A plain 0
  /// is the start.
  ///
  /// It returns `nil` for other text, more than 100 hours or 10 million frames, and percentages
  /// above 100.
  public init?(_ text: String) {
    if let seconds = Self.seconds(text) {
      self = .seconds(seconds)
    } else if text.hasSuffix("f"), let frames = Int(text.dropLast()),
      (0...Self.mostFrames).contains(frames)
    {
      self = .frames(frames)
    } else if text.hasSuffix("%"), let share = Double(text.dropLast()), (0...100).contains(share) {
      self = .share(share / 100)
    } else if text.hasPrefix("photo ") {
      let name = String(text.dropFirst(6).drop { $0 == " " })
      if let place = Int(name) {
        guard place >= 0 else { return nil }
        self = .photo(place)
      } else {
        guard !name.isEmpty else { return nil }
        self = .photoNamed(name)
      }
    } else {
      return nil
    }
  }

  /// The forms that `init(_:)` reads, for messages.
  static let accepted = "expected 2s, 1m30s, 48f, 50%, photo 120 or photo NAME"

  /// The maximum number of frames in a timeline.
  static let mostFrames = 10_000_000
  /// The maximum number of seconds, 100 hours.
  static let mostSeconds = 360_000.0

  /// Whether the point can be the length of a source, which percentages and photos cannot.
  var isLength: Bool {
    switch self {
    case .seconds, .frames: true
    case .share, .photo, .photoNamed: false
    }
  }

  /// Reads hours, minutes, seconds and milliseconds in this order, each at most once.
  private static func seconds(_ text: String) -> Double? {
    if text == "0" { return 0 }
    var rest = text[...]
    var total = 0.0
    var isAny = false
    for (unit, factor) in [("h", 3600.0), ("m", 60), ("s", 1), ("ms", 0.001)] {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      let behind = rest[digits.endIndex...]
      guard !digits.isEmpty, behind.prefix(while: \.isLetter) == unit, let count = Double(digits)
      else { continue }
      // 250 · 0.001 and 250 / 1000 differ in the last bit.
      total += factor < 1 ? count / 1000 : count * factor
      rest = behind.dropFirst(unit.count)
      isAny = true
    }
    return isAny && rest.isEmpty && total <= mostSeconds ? total : nil
  }
}

extension TimePoint: CustomStringConvertible {
  /// The point in the format of the document.
  public var description: String {
    func plain(_ value: Double) -> String {
      value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
    }
    return switch self {
    case .seconds(let seconds): plain(seconds) + "s"
    case .frames(let frames): "\(frames)f"
    case .share(let share): plain(share * 100) + "%"
    case .photo(let place): "photo \(place)"
    case .photoNamed(let name): "photo \(name)"
    }
  }
}
