/// The total memory that photos in progress can use.
public enum MemoryLimit: Sendable, Hashable, Codable {
  /// A number of bytes, which does not depend on free memory.
  case bytes(Int)
  /// A fraction of the memory that is free at the start, 0 … 1.
  case share(Double)

  /// Half of the free memory.
  public static let standard = MemoryLimit.share(0.5)

  /// The accepted forms, for messages.
  public static let accepted = "bytes with K, M, G or T (2G), or a percentage (50%)"

  /// Reads `2G`, `1.5g`, `800M`, `1073741824` or `50%`, or returns `nil` for other texts.
  public init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let percent = Double(text.dropLast()), percent > 0, percent <= 100 else { return nil }
      self = .share(percent / 100)
      return
    }
    var number = text[...]
    var factor = 1.0
    let units: [Character: Double] = [
      "k": 1024, "m": 1_048_576, "g": 1_073_741_824, "t": 1_099_511_627_776,
    ]
    if number.last == "B" || number.last == "b" { number = number.dropLast() }
    if number.hasSuffix("i") { number = number.dropLast() }
    if let unit = number.last.flatMap({ units[Character($0.lowercased())] }) {
      factor = unit
      number = number.dropLast()
    }
    guard let value = Double(number), value.isFinite, value * factor >= 1, value * factor < 1e18,
      number.allSatisfy({ $0.isNumber || $0 == "." })
    else { return nil }
    self = .bytes(Int(value * factor))
  }

  /// Returns the limit in bytes if `free` bytes are free.
  public func bytes(free: Int) -> Int {
    switch self {
    case .bytes(let count): count
    case .share(let share): Int(Double(free) * share)
    }
  }
}
