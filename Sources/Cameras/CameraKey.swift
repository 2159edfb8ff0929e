/// The names of a camera in the form in which they are compared: without blanks, punctuation, case and company forms.
///
/// `NIKON CORPORATION`, `NIKON Z 6_2` is `nikon/z62`. Keys are compared as a whole and never by their beginning: a camera
/// whose name begins like another's is another camera.
public struct CameraKey: Sendable, Hashable {
  /// The maker: lower-case words.
  public let maker: String
  /// The model: lower-case letters, digits and `+` (Phase One's P45 and P45+ differ).
  public let model: String

  /// The key of the names that a file states.
  public init(make: String, model: String) {
    let model = Self.words(model)
    var maker = Self.words(make)
    for form in Self.companyForms where maker.hasSuffix(form) && maker.count > form.count {
      maker = Self.words(String(maker.dropLast(form.count)))
    }
    maker = Self.makers[maker] ?? maker
    if maker == "ricoh imaging", model.hasPrefix("pentax") { maker = "pentax" }
    self.maker = maker
    self.model = Self.plain(
      model.hasPrefix(maker + " ") ? String(model.dropFirst(maker.count + 1)) : model)
  }

  /// Maker and model without anything between them, as when they stand in one text.
  package var joined: String { Self.plain(maker) + model }

  private static let companyForms = [
    "corporation", "imaging corp.", "camera ag", "company, ltd.", "a/s", "digital solutions",
  ]

  private static let makers = ["om": "om system"]

  /// Lower-case words with one blank between them; NULs count as blanks.
  static func words(_ text: String) -> String {
    let words = text.utf8.split { $0 <= 32 || $0 == 127 }.map { $0.map(lowered) }
    return String(decoding: Array(words.joined(separator: [32])), as: UTF8.self)
  }

  /// Letters, digits and `+` of ASCII only, in lower case.
  package static func plain(_ text: String) -> String {
    String(
      decoding: text.utf8.lazy.map(lowered).filter {
        (97...122).contains($0) || (48...57).contains($0) || $0 == 43
      }, as: UTF8.self)
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte + 32 : byte
  }
}
