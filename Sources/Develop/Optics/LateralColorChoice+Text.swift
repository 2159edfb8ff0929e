extension OpticsSettings.LateralColorChoice {
  /// The texts that `init(_:)` accepts.
  public static let acceptedForms =
    "auto, none, or magnifications of red and blue against green, R,B of 0.99…1.01"

  /// Magnifications that are accepted: no lens has others.
  public static let magnifications = 0.99...1.01

  /// Parses a choice. Returns `nil` if the text is not one of the accepted forms.
  public init?(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "none": self = .none
    default:
      let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
        Double(part.filter { $0 != " " }).flatMap { Self.magnifications.contains($0) ? $0 : nil }
      }
      guard parts.count == 2, let red = parts[0], let blue = parts[1] else { return nil }
      self = .fixed(red: red, blue: blue)
    }
  }

  /// The text that `init(_:)` reads as this choice.
  public var text: String {
    switch self {
    case .auto: "auto"
    case .none: "none"
    case .fixed(let red, let blue): "\(red),\(blue)"
    }
  }
}
