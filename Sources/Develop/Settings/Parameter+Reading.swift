internal import BromideValues

extension Parameter {
  /// Parses values. Returns `nil` if the parameter does not accept them.
  public func values(of text: String) -> [Double]? {
    if case .color = form, text.hasPrefix("#") { return Self.color(text.dropFirst()) }
    if case .groups(let groups, let members) = form {
      return Self.numbers(text, groups, members).flatMap { accepts($0) ? $0 : nil }
    }
    let parts = text.split(omittingEmptySubsequences: false) {
      form == .points ? $0 == "," || $0 == " " || $0 == ";" : $0 == ","
    }
    let values = parts.compactMap { Double($0) }
    return values.count == parts.count && accepts(values) ? values : nil
  }

  /// Parses a value from an earlier version and limits it to the current range. Returns `nil` if it
  /// was never accepted.
  package func formerValues(of text: String) -> [Double]? {
    guard let formerRange, form == .number, let value = Double(text), formerRange.contains(value)
    else { return nil }
    return [min(max(value, range.lowerBound), range.upperBound)]
  }

  /// The message for values that are not accepted.
  public var rejection: String { "expected \(form == .number ? "numbers from " : "")\(accepted)" }

  /// Returns whether values have the parameter's form and are in its range.
  public func accepts(_ values: [Double]) -> Bool {
    guard values.allSatisfy({ $0.isFinite && range.contains($0) }) else { return false }
    switch form {
    case .number: return values.count == 1
    case .numbers(let names): return values.count == names.count
    case .color: return values.count == 3
    case .groups(let groups, let members):
      return values.count == groups.count * members.count
        && values.indices.allSatisfy {
          members[$0 % members.count].range.contains(values[$0])
        }
    case .window:
      guard values.count == 4, values[2] > 0, values[3] > 0 else { return false }
      // With rounding, a sum like 0.7 + 0.3 can end slightly outside the picture.
      return values[0] + values[2] <= 1 + 1e-9 && values[1] + values[3] <= 1 + 1e-9
    case .points:
      let across = stride(from: 0, to: values.count, by: 2).map { values[$0] }
      return values.count >= 4 && values.count.isMultiple(of: 2)
        && zip(across, across.dropFirst()).allSatisfy { $0 < $1 }
    }
  }

  /// Returns whether a development accepts these values. Values from a curve can exceed the range
  /// if the parameter allows it.
  func allows(_ values: [Double]) -> Bool {
    accepts(values) || form == .window && CropShape(values) != nil
      || (overshoot == .allow && form == .number && values.count == 1 && values[0].isFinite)
  }

  /// Returns the values with every number limited to the range, if the parameter clamps.
  public func clamped(_ values: [Double]) -> [Double] {
    guard overshoot == .clamp else { return values }
    if case .groups(_, let members) = form {
      return values.indices.map {
        let range = members[$0 % members.count].range
        return min(max(values[$0], range.lowerBound), range.upperBound)
      }
    }
    guard form == .window, values.count == 4 else {
      return values.map { min(max($0, range.lowerBound), range.upperBound) }
    }
    // A window keeps its proportions and moves back inside the picture. Its size has priority over
    // its position.
    let scale = 1 / max(values[2], values[3], 1)
    let (width, height) = (max(values[2] * scale, 1e-6), max(values[3] * scale, 1e-6))
    let (x, y) = (values[0] + (values[2] - width) / 2, values[1] + (values[3] - height) / 2)
    return [min(max(x, 0), 1 - width), min(max(y, 0), 1 - height), width, height]
  }

  /// Parses `NAME: MEMBER NUMBER MEMBER NUMBER; NAME: …`. Returns `nil` for an unknown or repeated
  /// name. `none` sets all to 0.
  private static func numbers(
    _ text: String, _ groups: [String], _ members: [Member]
  ) -> [Double]? {
    var values = [Double](repeating: 0, count: groups.count * members.count)
    if text == "none" { return values }
    var seen: Set<Int> = []
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      let sides = part.split(separator: ":", omittingEmptySubsequences: false)
      let words = sides.last?.split(whereSeparator: { " ,=".contains($0) }) ?? []
      guard sides.count == 2, let group = groups.firstIndex(of: sides[0].trimmed),
        !words.isEmpty, words.count.isMultiple(of: 2)
      else { return nil }
      for i in stride(from: 0, to: words.count, by: 2) {
        guard
          let member = members.firstIndex(where: { $0.name == words[i] || $0.short == words[i] }),
          let value = Double(words[i + 1]), seen.insert(group * members.count + member).inserted
        else { return nil }
        values[group * members.count + member] = value
      }
    }
    return values
  }

  private static func color(_ digits: Substring) -> [Double]? {
    guard digits.count == 6, let codes = HexColor.codes(digits) else { return nil }
    return (0..<3).map { Double(codes[$0]) / 255 }
  }
}

extension Substring {
  /// Without spaces at both ends.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
