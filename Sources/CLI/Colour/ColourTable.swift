internal import BromideSampling
internal import BromideSystem
internal import BromideValues

/// Colours in numbers, and how they differ from the first one.
struct ColourTable {
  private let colours: [NamedColour]
  private let readouts: [SampleReadout]
  private let hex = SampleReadout(.hex, from: ColourText.space)
  private let lab = SampleReadout(.lab, from: ColourText.space)
  private let xyz = SampleReadout(.xyz, from: ColourText.space)

  /// - Parameters:
  ///   - colours: At least one.
  ///   - isUnclipped: Whether codes may leave 0…255.
  init(_ colours: [NamedColour], _ spaces: [SampleSpace], isUnclipped: Bool) {
    self.colours = colours
    readouts = spaces.map { SampleReadout($0, from: ColourText.space, isUnclipped: isUnclipped) }
  }

  /// A line a colour, and two lines for each comparison.
  func text(showsColor: Bool) -> String {
    var text = ""
    for colour in colours {
      let shown = hex.value(light: colour.light)
      let patch = showsColor ? SampleWriter.patch(shown) + " " : ""
      let parts = readouts.filter { $0.space != .hex }.map {
        "  \($0.space.name) \(numbers($0, colour).joined(separator: " "))"
      }
      text +=
        patch + SampleReadout.hex(shown) + parts.joined()
        + (isInside(colour) ? "" : "  outside sRGB") + "\n"
    }
    for (index, comparison) in comparisons.enumerated() {
      let differences = ColorDifference.allCases.map {
        "\($0.title) \(Formatted.decimal(comparison.difference($0), digits: 2))"
      }
      let contrast = Formatted.decimal(comparison.contrast, digits: 2)
      text +=
        "\(colours[0].text) and \(colours[index + 1].text): \(differences.joined(separator: ", "))\n"
        + "  contrast \(contrast):1, \(comparison.grade)\n"
    }
    return text
  }

  /// A row a colour under a row of titles.
  var csv: String {
    var titles = ["colour"]
    for readout in readouts {
      titles +=
        readout.space == .hex
        ? ["hex"] : readout.space.components.map { "\(readout.space.name).\($0)" }
    }
    if colours.count > 1 { titles += ColorDifference.allCases.map(\.column) + ["contrast"] }
    var text = titles.joined(separator: ",") + "\n"
    let comparisons = comparisons
    for (index, colour) in colours.enumerated() {
      var fields = [CSVText.quoted(colour.text)] + readouts.flatMap { numbers($0, colour) }
      if colours.count > 1 {
        fields +=
          index == 0
          ? [String](repeating: "", count: ColorDifference.allCases.count + 1)
          : comparisons[index - 1].numbers
      }
      text += fields.joined(separator: ",") + "\n"
    }
    return text
  }

  /// An object a colour, one per line.
  var json: String {
    let comparisons = comparisons
    return colours.enumerated().map { index, colour in
      var fields: [(String, JSONValue)] = [("colour", .text(colour.text))]
      for readout in readouts {
        let numbers = numbers(readout, colour)
        fields.append(
          (
            readout.space.name,
            readout.space == .hex
              ? .text(numbers[0])
              : .object(zip(readout.space.components, numbers).map { ($0, .number($1)) })
          ))
      }
      fields.append(("insideSRGB", .number(isInside(colour) ? "true" : "false")))
      if index > 0 {
        let names = ColorDifference.allCases.map(\.column) + ["contrast"]
        fields += zip(names, comparisons[index - 1].numbers).map { ($0, .number($1)) }
      }
      return JSONValue.object(fields).text + "\n"
    }.joined()
  }

  private func numbers(_ readout: SampleReadout, _ colour: NamedColour) -> [String] {
    let value = readout.value(light: colour.light)
    return readout.space == .hex
      ? [SampleReadout.hex(value)]
      : readout.space.components.indices.map {
        Formatted.decimal(value[$0], digits: readout.space.decimals)
      }
  }

  /// Whether sRGB shows the colour, to the last digit of rounded numbers.
  private func isInside(_ colour: NamedColour) -> Bool {
    colour.light.min() > -1e-4 && colour.light.max() < 1 + 1e-4
  }

  private var comparisons: [Comparison] {
    colours.dropFirst().map { Comparison(of: colours[0], colours: $0, lab, xyz) }
  }

  /// How far a colour is from the first one.
  private struct Comparison {
    private let labs: (Lab, Lab)
    let contrast: Double

    init(
      of first: NamedColour, colours second: NamedColour, _ lab: SampleReadout,
      _ xyz: SampleReadout
    ) {
      func read(_ colour: NamedColour) -> Lab {
        let value = lab.value(light: colour.light)
        return Lab(l: value.x, a: value.y, b: value.z)
      }
      labs = (read(first), read(second))
      contrast = ColorContrast.wcag(
        xyz.value(light: first.light).y, xyz.value(light: second.light).y)
    }

    func difference(_ formula: ColorDifference) -> Double { formula(labs.0, labs.1) }

    /// The differences and the contrast, as columns contain them.
    var numbers: [String] {
      ColorDifference.allCases.map { Formatted.decimal(difference($0), digits: 4) }
        + [Formatted.decimal(contrast, digits: 4)]
    }

    /// The best level of WCAG 2.2 (1.4.3 and 1.4.6) for text.
    var grade: String {
      switch contrast {
      case 7...: "AAA for text"
      case 4.5...: "AA for text, AAA for large text"
      case 3...: "AA for large text only"
      default: "too low for text"
      }
    }
  }
}
