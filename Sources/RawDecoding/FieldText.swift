/// Text as cameras write it: ends at a NUL, padded with blanks, UTF-8 or else Latin-1.
enum FieldText {
  static func decode(_ bytes: some Collection<UInt8>) -> String? {
    let content = Array(bytes.prefix { $0 != 0 })
    guard let first = content.firstIndex(where: { !isBlank($0) }),
      let last = content.lastIndex(where: { !isBlank($0) })
    else { return nil }
    let text = content[first...last]
    return String(validating: text, as: UTF8.self)
      ?? String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte <= 32 }
}
