internal import ArgumentParser
internal import BatchConversion
internal import Color
internal import Develop

/// A white balance as text.
enum WhiteBalanceText {
  static let accepted =
    "accepted are camera, auto, daylight, KELVIN[,TINT] (5200 or 5200,-4), or multipliers R,G,B (2.1,1,1.5)"

  static func read(_ text: String) throws -> WhiteBalance {
    switch text {
    case "camera": return .camera
    case "auto": return .auto
    case "daylight": return .daylight
    default: break
    }
    if text.hasPrefix("at:") {
      throw ValidationError("at:X,Y samples a point, which this version cannot do yet; \(accepted)")
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
    guard numbers.count == parts.count else {
      throw ValidationError(
        accepted + Suggestion.text(for: text, among: ["camera", "auto", "daylight"]))
    }
    let (kelvin, tint) = (Parameter.temperature, Parameter.tint)
    switch numbers.count {
    case 1, 2:
      guard kelvin.range.contains(numbers[0]) else {
        throw ValidationError("a temperature is \(kelvin.accepted); \(accepted)")
      }
      let second = numbers.count == 2 ? numbers[1] : 0
      guard tint.range.contains(second) else {
        throw ValidationError("a tint is \(tint.accepted); \(accepted)")
      }
      return .temperature(numbers[0], tint: second)
    case 3:
      guard numbers.allSatisfy({ $0 > 0 && $0 < 1e6 }) else {
        throw ValidationError("multipliers are above 0; \(accepted)")
      }
      return .multipliers(numbers[0], numbers[1], numbers[2])
    default:
      throw ValidationError(accepted)
    }
  }
}
