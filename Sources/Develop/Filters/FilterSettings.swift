/// The values of photographic parameters that are not at their defaults.
public struct FilterSettings: Sendable, Hashable, Codable {
  /// Values by parameter name.
  private var values: [String: [Double]] = [:]

  /// Settings with every parameter at its default.
  public init() {}

  /// The values of a parameter, or `nil` for the default. Setting the default removes the entry.
  public subscript(parameter: Parameter) -> [Double]? {
    get { values[parameter.name] }
    set { values[parameter.name] = newValue == parameter.standard ? nil : newValue }
  }

  /// Returns the value of a parameter that is one number and has a default.
  public func number(_ parameter: Parameter) -> Double { numbers(parameter)[0] }

  /// The values of a parameter that has a default.
  public func numbers(_ parameter: Parameter) -> [Double] {
    guard let values = values[parameter.name] ?? parameter.standard else {
      preconditionFailure("\(parameter.name) has no default")
    }
    return values
  }

  /// These settings, reduced to filters of single pixels: see `ParameterTable.ofPixels`.
  public var ofPixels: FilterSettings {
    var kept = FilterSettings()
    for parameter in ParameterTable.ofPixels { kept[parameter] = self[parameter] }
    return kept
  }

  /// Whether a parameter has its default.
  public func isStandard(_ parameter: Parameter) -> Bool { values[parameter.name] == nil }

  /// Decodes an object of numbers by name.
  public init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: [Double]].self)
  }

  /// Encodes an object of numbers by name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }
}
