/// Compares names of cameras and lenses like a person.
package enum LensName {
  /// Returns letters, digits and signs without case and spaces. The slash of `f/2.8` is also
  /// removed, because some makers omit it.
  static func plain(_ name: String) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(name.utf8.count)
    for byte in name.utf8 {
      switch byte {
      case 0x20, 0x09, 0x0a, 0x0d, 0x00: continue
      case UInt8(ascii: "/") where plain.last == UInt8(ascii: "f"): continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): plain.append(byte + 0x20)
      default: plain.append(byte)
      }
    }
    return plain
  }

  /// Returns whether two plain names are equal, with or without a maker's name before them.
  static func isSame(_ one: [UInt8], _ other: [UInt8], makers: [[UInt8]]) -> Bool {
    bare(one, makers) == bare(other, makers)
  }

  /// Returns a name without its maker, unless it consists only of the maker.
  private static func bare(_ name: [UInt8], _ makers: [[UInt8]]) -> ArraySlice<UInt8> {
    let longest = makers.filter { !$0.isEmpty && name.starts(with: $0) }.map(\.count).max() ?? 0
    return longest < name.count ? name[longest...] : name[...]
  }

  /// Returns the words of a lens's name as a set, because programs order them differently: `… VR
  /// Zoom-Nikkor 18-55mm f/3.5-5.6G` is `… Zoom-Nikkor 18-55mm f/3.5-5.6G VR`.
  ///
  /// A name is split at blanks and commas, and before a letter after an aperture.
  static func words(_ name: String) -> Set<String> {
    var words: Set<String> = []
    for word in name.lowercased().split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" }) {
      let number = word.hasPrefix("f/") ? word.dropFirst(2) : word.dropFirst()
      guard word.first == "f", number.first?.isNumber == true else {
        words.insert(String(word))
        continue
      }
      let aperture = number.prefix { $0.isNumber || $0 == "." || $0 == "-" }
      words.insert("f/" + aperture)
      if aperture.endIndex < number.endIndex { words.insert(String(number[aperture.endIndex...])) }
    }
    return words
  }

  /// Returns the shortest and the longest focal length in a name, which are the first numbers
  /// before `mm`: `18-55mm`, `50 mm`. Returns `nil` if a name lacks them.
  package static func focalLengths(_ name: String) -> (least: Double, most: Double)? {
    let lower = name.lowercased()
    for unit in lower.ranges(of: "mm") {
      let text = lower[..<unit.lowerBound].reversed().drop { $0 == " " }
      let numbers = text.prefix { $0.isNumber || $0 == "." || $0 == "-" }
      // “Summilux” has the letters too.
      if !numbers.isEmpty { return range(numbers.reversed()) }
    }
    return nil
  }

  /// Returns the widest apertures at both ends of a zoom lens, or twice the same one, in a name:
  /// `f/3.5-5.6`, `F2`, `35mmF2`. Returns `nil` if a name lacks them or has several.
  static func apertures(_ name: String) -> (least: Double, most: Double)? {
    let texts = words(name.lowercased().replacing("mmf", with: "mm f")).filter { word in
      // “F012” is a model number.
      word.hasPrefix("f/") && (word.dropFirst(2).first != "0" || word.hasPrefix("f/0."))
    }
    guard texts.count == 1, let text = texts.first else { return nil }
    return range(text.dropFirst(2))
  }

  /// Returns the numbers of `18-55` or twice the number of `50`.
  private static func range(_ text: some Sequence<Character>) -> (least: Double, most: Double)? {
    let numbers = String(text).split(separator: "-", omittingEmptySubsequences: false)
      .map { Double($0) }
    switch numbers.count {
    case 1: return numbers[0].map { ($0, $0) }
    case 2:
      guard let least = numbers[0], let most = numbers[1] else { return nil }
      return (least, most)
    default: return nil
    }
  }

  /// Returns the first word of a maker's name in plain form, so that “NIKON CORPORATION” equals
  /// “Nikon”.
  static func maker(_ name: String) -> [UInt8] {
    plain(String(name.split(whereSeparator: { $0 == " " || $0 == "," }).first ?? ""))
  }
}
