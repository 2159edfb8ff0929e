internal import ArgumentParser
internal import BatchConversion
internal import Color
internal import Develop
internal import Pixels
internal import Platform
internal import Sampling

/// A white balance, or the place to take one from.
enum BalanceChoice: Sendable, Hashable {
  case named(WhiteBalance)
  case at(BalancePlace)
}

/// A white balance as text.
enum WhiteBalanceText {
  static let accepted =
    "accepted are camera, auto, daylight, KELVIN[,TINT] (5200 or 5200,-4), multipliers R,G,B (2.1,1,1.5), or at:X,Y[,WINDOW] (at:0.5,0.5,15)"

  static func read(_ text: String) throws -> BalanceChoice {
    if text.hasPrefix("at:") { return .at(try place(String(text.dropFirst(3)))) }
    return .named(try balance(text))
  }

  /// `X,Y` or `X,Y,WINDOW`.
  private static func place(_ text: String) throws -> BalancePlace {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let x = Double(parts[0]), let y = Double(parts[1])
    else { throw ValidationError("at: takes X,Y or X,Y,WINDOW; \(accepted)") }
    let point = NormalizedPoint(x: x, y: y)
    guard point.isInside else {
      throw ValidationError("at:\(text): X and Y are 0 to 1, from the top left corner")
    }
    guard parts.count == 3 else { return BalancePlace(point: point) }
    return BalancePlace(point: point, side: try WindowText.read(String(parts[2])))
  }

  private static func balance(_ text: String) throws -> WhiteBalance {
    switch text {
    case "camera": return .camera
    case "auto": return .auto
    case "daylight": return .daylight
    default: break
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
