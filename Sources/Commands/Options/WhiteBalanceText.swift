internal import ArgumentParser
internal import Color
internal import Develop
internal import Pixels
internal import Platform
internal import Sampling

/// A white balance, or the place in the photo to measure it at.
enum BalanceChoice: Sendable, Hashable {
  case named(WhiteBalance)
  case at(BalancePlace)
}

/// Reads white balances.
enum WhiteBalanceText {
  static let accepted =
    "expected \(WhiteBalance.acceptedForms), or at:X,Y[,WINDOW] (at:0.5,0.5,15)"

  static func read(_ text: String) throws -> BalanceChoice {
    if text.hasPrefix("at:") { return .at(try place(String(text.dropFirst(3)))) }
    return .named(try balance(text))
  }

  /// Reads `X,Y` or `X,Y,WINDOW`.
  private static func place(_ text: String) throws -> BalancePlace {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let x = Double(parts[0]), let y = Double(parts[1])
    else { throw ValidationError("at: takes X,Y or X,Y,WINDOW; \(accepted)") }
    let point = NormalizedPoint(x: x, y: y)
    guard point.isInside else {
      throw ValidationError("at:\(text): X and Y run from 0 to 1, from the top left corner")
    }
    guard parts.count == 3 else { return BalancePlace(point: point) }
    return BalancePlace(point: point, side: try WindowText.read(String(parts[2])))
  }

  private static func balance(_ text: String) throws -> WhiteBalance {
    do throws(ValueTextError) {
      return try WhiteBalance(parsing: text)
    } catch {
      let prefix = error.reason.isEmpty ? "" : error.reason + "; "
      throw ValidationError(prefix + accepted + Suggestion.text(for: text, among: error.words))
    }
  }
}
