/// What has a name, other names, and mostly a code of H.273.
protocol CodedName {
  var name: String { get }
  var codePoint: UInt8? { get }
  static var all: [Self] { get }
  /// In lower case.
  static var aliases: [String: Self] { get }
}

extension CodedName {
  /// The one with that name, alias or code, without regard to case; nil: none.
  static func named(_ text: String) -> Self? {
    let word = text.lowercased()
    return all.first { $0.name == word } ?? aliases[word]
      ?? UInt8(word).flatMap { code in all.first { $0.codePoint == code } }
  }
}
