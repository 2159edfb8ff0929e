public import Foundation

/// A DNG of one uncompressed 16-bit strip, written by hand so that every field is known.
public struct TinyDNG {
  /// The values of a field, one case per TIFF type.
  public enum Value: Sendable {
    case bytes([UInt8])
    case undefined([UInt8])
    case ascii(String)
    case short([UInt16])
    case long([UInt32])
    case rational([(UInt32, UInt32)])
    case signedRational([(Int32, Int32)])
    case float([Float])

    /// The code of the type (TIFF 6.0, section 2).
    public var type: UInt16 {
      switch self {
      case .bytes: 1
      case .undefined: 7
      case .ascii: 2
      case .short: 3
      case .long: 4
      case .rational: 5
      case .signedRational: 10
      case .float: 11
      }
    }

    /// The number of values, and their bytes, the lowest first.
    public var encoded: (count: UInt32, bytes: [UInt8]) {
      switch self {
      case .bytes(let values), .undefined(let values): (UInt32(values.count), values)
      case .ascii(let text): (UInt32(text.utf8.count + 1), Array(text.utf8) + [0])
      case .short(let values): (UInt32(values.count), values.flatMap(TinyDNG.little))
      case .long(let values): (UInt32(values.count), values.flatMap(TinyDNG.little))
      case .rational(let values):
        (UInt32(values.count), values.flatMap { TinyDNG.little($0.0) + TinyDNG.little($0.1) })
      case .signedRational(let values):
        (UInt32(values.count), values.flatMap { TinyDNG.little($0.0) + TinyDNG.little($0.1) })
      case .float(let values):
        (UInt32(values.count), values.flatMap { TinyDNG.little($0.bitPattern) })
      }
    }
  }

  /// The bytes of a number, the lowest first.
  public static func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    (0..<MemoryLayout<T>.size).map { UInt8(truncatingIfNeeded: value >> T($0 * 8)) }
  }

  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int
  /// Samples of a pixel: 1 for a mosaic or grey, 3 for linear RGB.
  public var channels = 1
  /// Rows of samples, 16 bits each.
  public var samples: [UInt16]
  /// Instead of `samples` where not empty: 32-bit floating point.
  public var floats: [Float] = []
  /// The bytes of the strip, in the form described by `fields`. If empty, `samples` are used.
  public var coded: [UInt8] = []
  /// Whether the file is a BigTIFF.
  public var isBigTIFF = false
  /// Colours of the CFA (0 red, 1 green, 2 blue), row by row. Empty omits the pattern.
  public var pattern: [UInt8] = [0, 1, 1, 2]
  /// Sites of the pattern on a side.
  public var patternSize: UInt16 = 2
  /// Additional fields of the main directory, without the fields for the picture.
  public var fields: [UInt16: Value] = [:]
  /// Fields of the Exif directory. Empty omits it.
  public var exif: [UInt16: Value] = [:]
  /// Fields of the GPS directory. Empty omits it.
  public var gps: [UInt16: Value] = [:]

  /// A picture of samples.
  public init(width: Int, height: Int, samples: [UInt16]) {
    self.width = width
    self.height = height
    self.samples = samples
  }

  /// A mosaic of one value a colour.
  public init(width: Int, height: Int, red: UInt16, green: UInt16, blue: UInt16) {
    self.init(width: width, height: height, samples: [])
    samples = (0..<width * height).map { i in
      let (x, y) = (i % width, i / width)
      return [red, green, green, blue][(y & 1) * 2 + (x & 1)]
    }
  }

  /// The bytes of the file.
  ///
  /// - Parameters:
  ///   - isDNG: Whether the fields that make a TIFF a DNG are there.
  ///   - hasMake: Whether it names its camera.
  public func data(isDNG: Bool = true, hasMake: Bool = true) -> Data {
    let isFloat = !floats.isEmpty
    let pixels =
      !coded.isEmpty
      ? coded
      : isFloat
        ? Self.stored(floats.flatMap { Self.little($0.bitPattern) })
        : samples.flatMap { Self.little($0) }
    var main: [UInt16: Value] = [
      254: .long([0]), 256: .long([UInt32(width)]), 257: .long([UInt32(height)]),
      258: .short(Array(repeating: isFloat ? 32 : 16, count: channels)),
      259: .short([isFloat ? 8 : 1]),
      262: .short([pattern.isEmpty ? 34892 : 32803]), 271: .ascii("Bromide"),
      272: .ascii("Test"), 274: .short([1]), 277: .short([UInt16(channels)]),
      278: .long([UInt32(height)]), 279: .long([UInt32(pixels.count)]), 284: .short([1]),
      50706: .bytes([1, 4, 0, 0]), 50708: .ascii("Bromide Test"),
      50721: .signedRational(Self.identity), 50778: .short([21]),
    ]
    if !pattern.isEmpty {
      main[33421] = .short([patternSize, patternSize])
      main[33422] = .bytes(pattern)
    }
    if isFloat { main[339] = .short(Array(repeating: 3, count: channels)) }
    if !isDNG { for tag: UInt16 in [50706, 50708, 50721, 50778] { main[tag] = nil } }
    if !hasMake { for tag: UInt16 in [271, 272] { main[tag] = nil } }
    main.merge(fields) { $1 }
    if !exif.isEmpty { main[34665] = .long([0]) }
    if !gps.isEmpty { main[34853] = .long([0]) }

    // Sizes first, then offsets: header, main directory, EXIF, GPS, pixels.
    let place: UInt16 = isFloat ? 324 : 273
    if isFloat {
      for tag: UInt16 in [278, 279] { main[tag] = nil }
      main[322] = .long([UInt32(width)])
      main[323] = .long([UInt32(height)])
      main[325] = .long([UInt32(pixels.count)])
    }
    let header: [UInt8] =
      isBigTIFF
      ? Array("II+\0".utf8) + [8, 0, 0, 0] + Self.little(UInt64(16))
      : Array("II*\0".utf8) + Self.little(UInt32(8))
    main[place] = .long([0])
    let mainPlace = header.count
    let exifPlace = mainPlace + directory(main, at: 0).count
    let gpsPlace = exifPlace + (exif.isEmpty ? 0 : directory(exif, at: 0).count)
    let pixelPlace = gpsPlace + (gps.isEmpty ? 0 : directory(gps, at: 0).count)
    main[place] = .long([UInt32(pixelPlace)])
    if !exif.isEmpty { main[34665] = .long([UInt32(exifPlace)]) }
    if !gps.isEmpty { main[34853] = .long([UInt32(gpsPlace)]) }
    var result = header + directory(main, at: mainPlace)
    if !exif.isEmpty { result += directory(exif, at: exifPlace) }
    if !gps.isEmpty { result += directory(gps, at: gpsPlace) }
    return Data(result + pixels)
  }

  /// A zlib stream (RFC 1950) of stored blocks.
  public static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65535)
      rest = rest.dropFirst(block.count)
      result.append(rest.isEmpty ? 1 : 0)
      result += little(UInt16(block.count)) + little(~UInt16(block.count)) + block
    } while !rest.isEmpty
    return result + little((b << 16 | a).byteSwapped)
  }

  static let identity: [(Int32, Int32)] = [
    (1, 1), (0, 1), (0, 1), (0, 1), (1, 1), (0, 1), (0, 1), (0, 1), (1, 1),
  ]

  private func directory(_ fields: [UInt16: Value], at offset: Int) -> [UInt8] {
    let sorted = fields.sorted { $0.key < $1.key }
    let (inside, entry, counter) = isBigTIFF ? (8, 20, 8) : (4, 12, 2)
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      Array(Self.little(UInt64(value)).prefix(count))
    }
    var entries = number(sorted.count, counter)
    var values: [UInt8] = []
    let valuesStart = offset + counter + sorted.count * entry + inside
    for (tag, value) in sorted {
      let (count, bytes) = value.encoded
      entries += Self.little(tag) + Self.little(value.type) + number(Int(count), inside)
      if bytes.count <= inside {
        entries += bytes + Array(repeating: 0, count: inside - bytes.count)
      } else {
        entries += number(valuesStart + values.count, inside)
        values += bytes + (bytes.count.isMultiple(of: 2) ? [] : [0])
      }
    }
    return entries + number(0, inside) + values
  }
}
