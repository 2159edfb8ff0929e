internal import ArgumentParser
internal import Develop

/// A flag for every parameter of the table.
///
/// ArgumentParser finds options by reflection and reads them by name; both are answered from the table here, so that
/// a new parameter needs no line.
struct FilterOptions: ParsableArguments, CustomReflectable {
  private(set) var settings = FilterSettings()

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for parameter in ParameterTable.all {
      let option = try container.decode(
        Option<[Double]?>.self, forKey: Key(stringValue: parameter.name))
      settings[parameter] = option.wrappedValue
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: ParameterTable.all.map { ($0.name, $0.option) })
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
  fileprivate var option: Option<[Double]?> {
    Option(
      name: .customLong(name), parsing: .unconditional,
      help: ArgumentHelp("\(help).", valueName: valueName),
      transform: { text in
        guard let values = values(of: text) else {
          throw ValidationError("accepted are \(form == .number ? "numbers from " : "")\(accepted)")
        }
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
