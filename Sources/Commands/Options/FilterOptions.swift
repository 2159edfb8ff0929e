internal import ArgumentParser
internal import Develop
internal import Synchronization

/// What a command can do of the table of parameters.
protocol FilterUse: Sendable {
  static var accepted: [Parameter] { get }
  /// Why others are refused.
  static var refusal: String { get }
}

/// Whole pictures, which have all filters.
enum PictureFilters: FilterUse {
  static var accepted: [Parameter] { ParameterTable.all }
  static var refusal: String { "" }
}

/// Single pixels of the photo.
enum PixelFilters: FilterUse {
  static var accepted: [Parameter] { ParameterTable.ofPixels }
  static let refusal =
    "a sample is of the photo's own pixels, each for itself; convert the photo with it and sample the picture"
}

/// The parameters that have options: all, unless it is known which are typed.
enum FilterNames {
  private static let typed = Mutex<[Parameter]?>(nil)

  static var parameters: [Parameter] { typed.withLock { $0 } ?? ParameterTable.all }

  /// What `work` returns while only those parameters have options that stand among the arguments.
  static func limited<Result>(to arguments: [String], _ work: () -> Result) -> Result {
    let names = Set(
      arguments.lazy.filter { $0.hasPrefix("--") }.map { $0.dropFirst(2).prefix { $0 != "=" } })
    let parameters = ParameterTable.all.filter { names.contains($0.name[...]) }
    typed.withLock { $0 = parameters }
    defer { typed.withLock { $0 = nil } }
    return work()
  }
}

/// A flag for every parameter of the table.
///
/// ArgumentParser finds options by reflection and reads them by name; both are answered from the table here, so that
/// a new parameter needs no line.
struct FilterOptions<Use: FilterUse>: ParsableArguments, CustomReflectable {
  private(set) var settings = FilterSettings()

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for parameter in FilterNames.parameters {
      let option = try container.decode(
        Option<[Double]?>.self, forKey: Key(stringValue: parameter.name))
      settings[parameter] = option.wrappedValue
    }
  }

  var customMirror: Mirror {
    Mirror(
      self,
      children: FilterNames.parameters.map {
        ($0.name, $0.option(isHidden: !Use.accepted.contains($0)))
      })
  }

  mutating func validate() throws {
    for parameter in ParameterTable.all where !Use.accepted.contains(parameter) {
      guard settings[parameter] != nil else { continue }
      throw ValidationError("--\(parameter.name): \(Use.refusal)")
    }
  }

  /// Names of what the options decide, where they were given.
  var flags: Set<String> {
    var names = Set(ParameterTable.all.filter { settings[$0] != nil }.map(\.name))
    if !names.isDisjoint(with: ["temperature", "tint"]) { names.insert("white-balance") }
    return names
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension Parameter {
  /// This parameter as an option of a command.
  fileprivate func option(isHidden: Bool) -> Option<[Double]?> {
    Option(
      name: .customLong(name), parsing: .unconditional,
      help: ArgumentHelp(
        "\(help).", valueName: valueName, visibility: isHidden ? .hidden : .default),
      transform: { text in
        guard let values = values(of: text) else { throw ValidationError(refusal) }
        return values
      })
  }

  private var valueName: String {
    switch form {
    case .number: unit.isEmpty ? "number" : unit.lowercased()
    case .numbers: "numbers"
    case .window: "x,y,w,h"
    case .color: "color"
    case .points: "points"
    }
  }
}
