package import BromideValues

/// The requested part of a picture (section 4.1 of the IIIF Image API 3.0).
package enum ImageRegion: Sendable, Hashable {
  case full
  /// The central square with the length of the short edge.
  case square
  case pixels(x: Int, y: Int, width: Int, height: Int)
  case percent(x: Double, y: Double, width: Double, height: Double)

  /// Reads `full`, `square`, `x,y,w,h` or `pct:x,y,w,h`, or returns `nil` for other text.
  package init?(_ text: String) {
    switch text {
    case "full": self = .full
    case "square": self = .square
    default:
      if text.hasPrefix("pct:") {
        let numbers = ImageNumbers.decimals(text.dropFirst(4))
        guard numbers.count == 4 else { return nil }
        self = .percent(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      } else {
        let numbers = ImageNumbers.wholes(text)
        guard numbers.count == 4 else { return nil }
        self = .pixels(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      }
    }
  }

  /// Returns the pixels within the picture, or `nil` if the region is outside.
  package func region(in size: Size) -> Region? {
    let requested: Region
    switch self {
    case .full: requested = Region(size)
    case .square:
      let side = size.shortEdge
      requested = Region(
        x: (size.width - side) / 2, y: (size.height - side) / 2, width: side, height: side)
    case .pixels(let x, let y, let width, let height):
      requested = Region(x: x, y: y, width: width, height: height)
    case .percent(let x, let y, let width, let height):
      func pixels(_ percent: Double, _ length: Int) -> Int {
        Int((min(percent, 1e6) * Double(length) / 100).rounded())
      }
      guard width > 0, height > 0 else { return nil }
      requested = Region(
        x: pixels(x, size.width), y: pixels(y, size.height),
        width: max(1, pixels(width, size.width)), height: max(1, pixels(height, size.height)))
    }
    let region = requested.intersection(Region(size))
    return region.isEmpty ? nil : region
  }
}

/// Reads numbers of IIIF parameters: digits, with an optional decimal point. Signs and exponents
/// are invalid.
enum ImageNumbers {
  /// Reads comma-separated whole numbers of up to nine digits, or returns an empty array for other
  /// text.
  static func wholes(_ text: some StringProtocol) -> [Int] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { whole($0) }
    return numbers.count == parts.count ? numbers : []
  }

  static func whole(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy(isDigit) else { return nil }
    return Int(text)
  }

  /// Reads comma-separated decimals, or returns an empty array for other text.
  static func decimals(_ text: some StringProtocol) -> [Double] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { decimal($0) }
    return numbers.count == parts.count ? numbers : []
  }

  static func decimal(_ text: some StringProtocol) -> Double? {
    let sides = text.split(separator: ".", omittingEmptySubsequences: false)
    guard sides.count <= 2, text.utf8.count <= 20, sides.contains(where: { !$0.isEmpty }),
      sides.allSatisfy({ $0.utf8.allSatisfy(isDigit) })
    else { return nil }
    return Double("0\(text)" + (sides.count == 2 ? "0" : ""))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
