internal import Outputs

/// The stages of a conversion whose times are told.
enum ConvertCosts {
  /// Their names, and where an outcome has their times.
  static var stages: [(name: String, time: KeyPath<Outcome.Milliseconds, Double>)] {
    [
      ("open", \.open), ("decode", \.decode), ("develop", \.develop), ("encode", \.encode),
      ("write", \.write),
    ]
  }
}
