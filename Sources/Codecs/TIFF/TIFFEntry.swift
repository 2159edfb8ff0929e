/// One entry of a directory (TIFF 6.0, section 2): a tag, and its values as little-endian bytes.
struct TIFFEntry: Sendable, Hashable {
  /// A field's type. The raw value is the code in the file.
  enum Kind: UInt16, Sendable {
    case byte = 1
    case ascii = 2
    case short = 3
    case long = 4
    case rational = 5
    case signedByte = 6
    case undefined = 7
    case signedShort = 8
    case signedLong = 9
    case signedRational = 10
    case float = 11
    case double = 12
    case directory = 13
    case long8 = 16
    case directory8 = 18

    var byteCount: Int {
      switch self {
      case .byte, .ascii, .signedByte, .undefined: 1
      case .short, .signedShort: 2
      case .long, .signedLong, .float, .directory: 4
      case .rational, .signedRational, .double, .long8, .directory8: 8
      }
    }
  }

  var tag: UInt16
  var kind: Kind
  var bytes: [UInt8]

  /// The number of values.
  var count: Int { bytes.count / kind.byteCount }

  static func shorts(_ tag: UInt16, _ values: Int...) -> TIFFEntry {
    TIFFEntry(tag: tag, kind: .short, bytes: values.flatMap { littleEndian(UInt16($0)) })
  }

  static func shorts(_ tag: UInt16, repeating value: Int, count: Int) -> TIFFEntry {
    let one = littleEndian(UInt16(value))
    return TIFFEntry(tag: tag, kind: .short, bytes: (0..<count).flatMap { _ in one })
  }

  static func longs(_ tag: UInt16, _ values: [Int]) -> TIFFEntry {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * values.count)
    for value in values { bytes += littleEndian(UInt32(value)) }
    return TIFFEntry(tag: tag, kind: .long, bytes: bytes)
  }

  /// Creates a field of offsets in the file.
  static func offsets(_ tag: UInt16, _ values: [Int], isBig: Bool) -> TIFFEntry {
    guard isBig else { return longs(tag, values) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 * values.count)
    for value in values { bytes += littleEndian(UInt64(value)) }
    return TIFFEntry(tag: tag, kind: .long8, bytes: bytes)
  }

  static func rational(_ tag: UInt16, _ value: Int) -> TIFFEntry {
    TIFFEntry(
      tag: tag, kind: .rational, bytes: littleEndian(UInt32(value)) + littleEndian(UInt32(1)))
  }

  static func ascii(_ tag: UInt16, _ text: String) -> TIFFEntry {
    TIFFEntry(tag: tag, kind: .ascii, bytes: text.utf8.filter { $0 != 0 } + [0])
  }

  static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
