/// A choice with a name, aliases, and usually a code of H.273.
protocol CodedName {
  var name: String { get }
  var codePoint: UInt8? { get }
  static var all: [Self] { get }
  /// Other names, in lower case.
  static var aliases: [String: Self] { get }
}

extension CodedName {
  /// Returns the choice with a name, alias or code, ignoring case, or `nil` if it is unknown.
  static func named(_ text: String) -> Self? {
    let word = text.lowercased()
    return all.first { $0.name == word } ?? aliases[word]
      ?? UInt8(word).flatMap { code in all.first { $0.codePoint == code } }
  }
}
