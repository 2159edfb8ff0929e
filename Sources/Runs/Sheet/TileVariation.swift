public import BromideChoreography
public import BromideDevelop
internal import BromideLibc
internal import BromideSystem

/// Applies `custom` animations to the parameters of the filter table.
public enum TileVariation {
  /// Returns the current values of the parameters, clamped if the table requires it.
  static func filters(_ rest: FilterSettings, _ moves: [ParameterMove]) -> FilterSettings {
    var filters = rest
    for move in moves {
      guard let parameter = ParameterTable.named(move.name) else { continue }
      filters[parameter] = parameter.clamped([value(move, parameter.tweenSpace)])
    }
    return filters
  }

  /// Returns the values at the ends of each move, which suffice to prepare the negatives.
  public static func ends(_ script: Script, from rest: FilterSettings) -> [FilterSettings] {
    moves(script).flatMap { move in
      [move.start, move.end].map { value in
        var filters = rest
        if let parameter = ParameterTable.named(move.name) { filters[parameter] = [value] }
        return filters
      }
    }
  }

  /// Checks that each moving parameter is a single number within its range.
  ///
  /// - Returns: The problem and the accepted values, or `nil` if the script is valid.
  public static func complaint(_ script: Script) -> String? {
    for move in moves(script) {
      let single = ParameterTable.all.filter { $0.form == .number }
      guard let parameter = single.first(where: { $0.name == move.name }) else {
        let names = single.map(\.name)
        return "no numeric parameter “\(move.name)”"
          + Suggestion.text(for: move.name, among: names)
          + "; ‘bromide filters’ lists them"
      }
      for value in [move.start, move.end] where !parameter.accepts([value]) {
        return "\(parameter.name) \(parameter.text([value])); expected \(parameter.accepted)"
      }
    }
    return nil
  }

  private static func moves(
    _ script: Script
  ) -> [(name: String, start: Double, end: Double)] {
    [script.entrance, script.exit].compactMap { $0 }.flatMap(\.animations).compactMap {
      if case .custom(let name, let start, let end) = $0 { return (name, start, end) }
      return nil
    }
  }

  private static func value(_ move: ParameterMove, _ space: TweenSpace) -> Double {
    switch space {
    case .mired where move.start > 0 && move.end > 0:
      let mired = (1 / move.start) + (1 / move.end - 1 / move.start) * move.share
      return mired > 0 ? 1 / mired : .greatestFiniteMagnitude
    case .logarithm where move.start > 0 && move.end > 0:
      return move.start * pow(move.end / move.start, move.share)
    default: return move.value
    }
  }
}
