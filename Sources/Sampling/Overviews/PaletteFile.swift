internal import BromideSystem

/// Colours in a file for drawing programs and style sheets, in sRGB.
package struct PaletteFile: Sendable {
  /// The file format. The name is also the suffix.
  package enum Form: String, Sendable {
    /// GIMP's palette, which Inkscape, Krita and Scribus also read.
    case gpl
    /// Adobe Swatch Exchange.
    case ase
    /// Custom properties of a style sheet.
    case css
  }

  private var colors: [(name: String?, rgb: SIMD3<Double>)] = []

  /// Creates an empty palette.
  package init() {}

  /// Adds a colour as sRGB code values from 0 to 255.
  package mutating func add(_ rgb: SIMD3<Double>, name: String?) { colors.append((name, rgb)) }

  /// Returns the file's content.
  ///
  /// - Parameter title: The palette's name.
  package func bytes(_ form: Form, title: String) -> [UInt8] {
    switch form {
    case .gpl: [UInt8](gpl(title).utf8)
    case .css: [UInt8](css.utf8)
    case .ase: ase
    }
  }

  private func gpl(_ title: String) -> String {
    var text = "GIMP Palette\nName: \(ByteText.visible(title))\nColumns: 0\n#\n"
    for (name, rgb) in colors {
      let codes = (0..<3).map { c in
        let number = "\(Self.code(rgb[c]))"
        return String(repeating: " ", count: 3 - number.count) + number
      }
      text +=
        "\(codes.joined(separator: " "))\t\(ByteText.visible(name ?? SampleReadout.hex(rgb)))\n"
    }
    return text
  }

  private var css: String {
    var taken: Set<String> = []
    var text = ":root {\n"
    for (index, (name, rgb)) in colors.enumerated() {
      var property = name.map(Self.identifier) ?? ""
      // Use a number if the name is invalid here or used twice.
      if property.isEmpty || !taken.insert(property).inserted {
        property = "color-\(index + 1)"
        taken.insert(property)
      }
      text += "  --\(property): \(SampleReadout.hex(rgb));\n"
    }
    return text + "}\n"
  }

  /// An Adobe Swatch Exchange file.
  ///
  /// Each colour is a block: the name in UTF-16 with a final zero, the model, three floats and the
  /// type (2 for a normal colour). All numbers are big-endian.
  private var ase: [UInt8] {
    var file = [UInt8]("ASEF".utf8)
    file.append(big: UInt16(1))
    file.append(big: UInt16(0))
    file.append(big: UInt32(colors.count))
    for (name, rgb) in colors {
      let units = Array((name ?? SampleReadout.hex(rgb)).utf16.prefix(Int(UInt16.max) - 1)) + [0]
      file.append(big: UInt16(1))
      file.append(big: UInt32(2 + 2 * units.count + 4 + 3 * 4 + 2))
      file.append(big: UInt16(units.count))
      for unit in units { file.append(big: unit) }
      file += [UInt8]("RGB ".utf8)
      for c in 0..<3 { file.append(big: Float(min(max(rgb[c] / 255, 0), 1)).bitPattern) }
      file.append(big: UInt16(2))
    }
    return file
  }

  private static func code(_ value: Double) -> Int { Int(min(max(value, 0), 255).rounded()) }

  /// Returns a name for a custom property: ASCII letters and digits, with single hyphens for other
  /// characters.
  private static func identifier(_ name: String) -> String {
    let parts = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return parts.joined(separator: "-")
  }
}

extension [UInt8] {
  /// Appends a number in big-endian order.
  fileprivate mutating func append<Number: FixedWidthInteger>(big number: Number) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }
}
