/// A camera's names in a form for comparison: without blanks, punctuation, case and company forms.
///
/// `NIKON CORPORATION`, `NIKON Z 6_2` becomes `nikon/z62`. Always compare complete keys, because
/// different cameras can have names with the same beginning.
public struct CameraKey: Sendable, Hashable {
  /// The maker in lower-case words.
  public let maker: String
  /// The model in lower-case letters, digits and `+` (Phase One's P45 and P45+ differ).
  public let model: String

  /// Creates the key for the names in a file.
  public init(make: String, model: String) { self.init(maker: Self.maker(make), model: model) }

  /// - Parameter maker: The maker in the form of a key.
  init(maker: String, model: String) {
    let model = Self.words(model)
    let isPentax = maker == "ricoh imaging" && model.hasPrefix("pentax")
    let maker = isPentax ? "pentax" : maker
    self.maker = maker
    self.model = Self.plain(
      model.hasPrefix(maker + " ") ? String(model.dropFirst(maker.count + 1)) : model)
  }

  /// Returns a maker in the form of a key.
  static func maker(_ make: String) -> String {
    var maker = Self.words(make)
    for form in Self.companyForms where maker.hasSuffix(form) && maker.count > form.count {
      maker = Self.words(String(maker.dropLast(form.count)))
    }
    return Self.makers[maker] ?? maker
  }

  /// The maker and model joined, for a text that contains both.
  package var joined: String { Self.plain(maker) + model }

  private static let companyForms = [
    "corporation", "imaging corp.", "camera ag", "company, ltd.", "a/s", "digital solutions",
  ]

  private static let makers = ["om": "om system"]

  /// Returns lower-case words with single blanks. NULs are treated as blanks.
  static func words(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var isBetween = false
    for byte in text.utf8 {
      if byte <= 32 || byte == 127 {
        isBetween = !bytes.isEmpty
      } else {
        if isBetween { bytes.append(32) }
        isBetween = false
        bytes.append(lowered(byte))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns only letters, digits and `+` of ASCII, in lower case.
  package static func plain(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      let byte = lowered(byte)
      let isKept = (97...122).contains(byte) || (48...57).contains(byte) || byte == 43
      if isKept { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte + 32 : byte
  }
}
