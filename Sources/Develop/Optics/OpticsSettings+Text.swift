extension OpticsSettings.Sharpening {
  /// The texts that `init(_:)` accepts.
  public static let acceptedForms = "auto, none or 0…3"

  /// Parses a setting. Returns `nil` if the text is not one of the accepted forms.
  public init?(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "none": self = .none
    default:
      guard let amount = Double(text), Self.amounts.contains(amount) else { return nil }
      self = .amount(amount)
    }
  }

  /// The text that `init(_:)` reads as this sharpening.
  public var text: String {
    switch self {
    case .auto: "auto"
    case .none: "none"
    case .amount(let amount): "\(amount)"
    }
  }
}

extension OpticsSettings.NoiseReduction {
  /// Its words.
  public static let words = ["light", "auto", "best", "none"]

  /// Parses a word. Returns `nil` for unknown words.
  public init?(word: String) {
    switch word {
    case "light": self = .light
    case "auto": self = .auto
    case "best": self = .best
    case "none": self = .none
    default: return nil
    }
  }

  /// Its word, or its strength.
  public var text: String {
    switch self {
    case .light: "light"
    case .auto: "auto"
    case .best: "best"
    case .none: "none"
    case .strength(let strength): "\(strength)"
    }
  }
}
