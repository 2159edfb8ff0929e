internal import BromideRuns

/// The stages of a conversion for `--costs`.
enum ConvertCosts {
  /// Their names and times.
  static var stages: [(name: String, time: KeyPath<Outcome.Milliseconds, Double>)] {
    [
      ("open", \.open), ("decode", \.decode), ("develop", \.develop), ("encode", \.encode),
      ("write", \.write),
    ]
  }
}
