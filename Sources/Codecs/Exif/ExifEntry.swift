/// One entry of an Exif block: its directory, its type, and its value as little-endian bytes.
///
/// Each factory method returns `nil` for a value out of the type's range, so that the entry is
/// omitted.
struct ExifEntry {
  enum Directory {
    case image
    case photo
    case position
  }

  enum Kind {
    case byte
    case ascii
    case short
    case long
    case rational
    case undefined
    case signedRational
  }

  var directory: Directory
  var tag: UInt16
  var kind: Kind
  var components: Int
  var bytes: [UInt8]

  static func byte(_ directory: Directory, _ tag: UInt16, _ values: [UInt8]) -> ExifEntry {
    ExifEntry(
      directory: directory, tag: tag, kind: .byte, components: values.count, bytes: values)
  }

  static func undefined(_ directory: Directory, _ tag: UInt16, _ values: [UInt8]) -> ExifEntry {
    ExifEntry(
      directory: directory, tag: tag, kind: .undefined, components: values.count, bytes: values)
  }

  /// Returns text up to its first NUL as UTF-8. EXIF requires ASCII, but readers accept UTF-8, and
  /// ASCII does not contain ©.
  static func text(_ directory: Directory, _ tag: UInt16, _ value: String?) -> ExifEntry? {
    value.flatMap { texts(directory, tag, [$0]) }
  }

  /// Returns several texts, each up to its first NUL and with a NUL at its end, or `nil` if a text
  /// is empty.
  static func texts(_ directory: Directory, _ tag: UInt16, _ values: [String]) -> ExifEntry? {
    var bytes: [UInt8] = []
    for value in values {
      let text = value.utf8.prefix { $0 != 0 }
      guard !text.isEmpty else { return nil }
      bytes += text + [0]
    }
    return ExifEntry(
      directory: directory, tag: tag, kind: .ascii, components: bytes.count, bytes: bytes)
  }

  static func short(_ directory: Directory, _ tag: UInt16, _ value: Int?) -> ExifEntry? {
    guard let value, let number = UInt16(exactly: value) else { return nil }
    return ExifEntry(
      directory: directory, tag: tag, kind: .short, components: 1, bytes: littleEndian(number))
  }

  static func long(_ directory: Directory, _ tag: UInt16, _ value: Int?) -> ExifEntry? {
    guard let value, let number = UInt32(exactly: value) else { return nil }
    return ExifEntry(
      directory: directory, tag: tag, kind: .long, components: 1, bytes: littleEndian(number))
  }

  static func rational(_ directory: Directory, _ tag: UInt16, _ value: Rational?) -> ExifEntry? {
    guard let value else { return nil }
    return rationals(directory, tag, [value])
  }

  /// Returns several unsigned ratios, or `nil` if one is negative. 0/0 stands for an unknown number.
  static func rationals(
    _ directory: Directory, _ tag: UInt16, _ values: [Rational?]
  ) -> ExifEntry? {
    var bytes: [UInt8] = []
    for value in values {
      guard let value else {
        bytes += [UInt8](repeating: 0, count: 8)
        continue
      }
      guard let (isNegative, top, bottom) = value.fitted(to: UInt64(UInt32.max)),
        !isNegative || top == 0
      else { return nil }
      bytes += littleEndian(UInt32(top)) + littleEndian(UInt32(bottom))
    }
    return ExifEntry(
      directory: directory, tag: tag, kind: .rational, components: values.count, bytes: bytes)
  }

  static func signedRational(
    _ directory: Directory, _ tag: UInt16, _ value: Rational?
  ) -> ExifEntry? {
    guard let (isNegative, top, bottom) = value?.fitted(to: UInt64(Int32.max)) else { return nil }
    let numerator = isNegative ? -Int32(top) : Int32(top)
    return ExifEntry(
      directory: directory, tag: tag, kind: .signedRational, components: 1,
      bytes: littleEndian(numerator) + littleEndian(Int32(bottom)))
  }

  private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

extension Rational {
  /// Returns sign and magnitudes, or `nil` if the denominator is or becomes 0. If a magnitude
  /// exceeds `limit`, the fraction is reduced exactly, then both numbers are halved.
  func fitted(to limit: UInt64) -> (isNegative: Bool, top: UInt64, bottom: UInt64)? {
    var top = UInt64(numerator.magnitude)
    var bottom = UInt64(denominator.magnitude)
    if max(top, bottom) > limit {
      var (a, b) = (top, bottom)
      while b != 0 { (a, b) = (b, a % b) }
      top /= a
      bottom /= a
    }
    while max(top, bottom) > limit {
      top /= 2
      bottom /= 2
    }
    guard bottom != 0 else { return nil }
    return ((numerator < 0) != (denominator < 0), top, bottom)
  }
}
