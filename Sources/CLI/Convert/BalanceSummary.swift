internal import BromidePhotos
internal import BromideRuns

/// Reports the photos without a recorded white balance, and the replacement.
enum BalanceSummary {
  /// Returns one line for each replacement and reason, such as `developed for daylight because no
  /// white balance is recorded, and …: a.dng and 1 more`.
  ///
  /// - Parameter outcomes: The outcomes of all photos, in the order of the plan.
  static func lines(_ outcomes: [Outcome]) -> [String] {
    var groups: [(title: String, first: Outcome, count: Int)] = []
    for outcome in outcomes {
      guard
        let source = outcome.facts.whiteBalanceFrom.flatMap(PhotoBalance.Source.init(rawValue:)),
        let reason = outcome.facts.whiteBalanceReason
      else { continue }
      let title = "\(text(source)) because \(reason)"
      if let known = groups.firstIndex(where: { $0.title == title }) {
        groups[known].count += 1
      } else {
        groups.append((title, outcome, 1))
      }
    }
    return groups.map { title, first, count in
      "\(title): \(first.visibleInput)" + (count > 1 ? " and \(count - 1) more" : "")
    }
  }

  private static func text(_ source: PhotoBalance.Source) -> String {
    switch source {
    case .preview: "balanced like the camera's preview"
    case .auto: "balanced by an estimate"
    case .daylight: "developed for daylight"
    }
  }
}
