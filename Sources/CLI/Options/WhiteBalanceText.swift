internal import ArgumentParser
internal import BromideDevelop
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues

/// A white balance, or the point in the photo to measure it.
enum BalanceChoice: Sendable, Hashable {
  case named(WhiteBalance)
  case at(BalancePlace)
  /// A mode for the photos of a sequence, based on their recorded values.
  case sequence(LapseOptions.Balance)
}

/// Reads white balances.
enum WhiteBalanceText {
  static let accepted =
    "expected \(WhiteBalance.acceptedForms), or \(BalancePlace.acceptedForm)"

  static func read(_ text: String) throws -> BalanceChoice {
    switch LapseOptions.Balance(rawValue: text) {
    case .smooth?: return .sequence(.smooth)
    case .lock?: return .sequence(.lock)
    case .camera?, nil: break
    }
    guard text.hasPrefix("at:") else { return .named(try balance(text)) }
    do throws(ValueTextError) {
      return .at(try BalancePlace(parsing: text))
    } catch {
      throw ValidationError(error.reason)
    }
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
