internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// The code points of a HEIF's or AVIF's primary picture, from a colour information box of type
/// `nclx` (ISO/IEC 14496-12, 12.1.5; ISO/IEC 23008-12, 6.5.5).
///
/// libheif applies matrix and range when it makes RGB, but its PNG does not record the meaning of
/// R, G and B.
struct HEIFColors {
  /// The code points. Matrix and range refer to the file's YCbCr.
  let cicp: CICP

  /// Returns `nil` if the file has no code points.
  init?(_ path: FilePath) {
    guard let meta = Self.meta(path) else { return nil }
    self.init(meta: meta)
  }

  /// - Parameter meta: The content of the box `meta`.
  init?(meta: [UInt8]) {
    let boxes = ISOBox.all(in: meta[...].dropFirst(4))
    guard let iprp = boxes.first(named: "iprp") else { return nil }
    let parts = ISOBox.all(in: iprp)
    guard let ipco = parts.first(named: "ipco") else { return nil }
    let properties = ISOBox.all(in: ipco)
    let primary = boxes.first(named: "pitm").flatMap(Self.item)
    let own = parts.filter { $0.name == "ipma" }
      .flatMap { Self.properties(of: primary, in: $0.content) }
      .compactMap { properties.indices.contains($0 - 1) ? properties[$0 - 1] : nil }
      .compactMap(Self.codes)
    // A tiled picture can record them in its tiles.
    let all = Set(properties.compactMap(Self.codes))
    guard let cicp = own.first ?? (all.count == 1 ? all.first : nil) else { return nil }
    self.cicp = cicp
  }

  /// Returns the content of the file's `meta` box, or `nil` if it is missing or its size is
  /// implausible.
  private static func meta(_ path: FilePath) -> [UInt8]? {
    var place = 0
    // It comes early, after the file type and sometimes some free space.
    for _ in 0..<64 {
      guard let head = try? FileSystem.bytes(of: path, at: place, count: 16), head.count >= 8,
        let box = ISOBox.Head(head[...])
      else { return nil }
      if box.name == "meta" {
        let count = box.size.map { $0 - box.count } ?? mostBytes
        guard count <= mostBytes else { return nil }
        return try? FileSystem.bytes(of: path, at: place + box.count, count: count)
      }
      guard let size = box.size else { return nil }
      place += size
    }
    return nil
  }

  /// Lists of items and properties take some hundred bytes, of many tiles some hundred thousand.
  private static let mostBytes = 16 << 20

  /// The number of the primary item.
  private static func item(_ pitm: ArraySlice<UInt8>) -> Int? {
    pitm.number(at: 0, 1).flatMap { pitm.number(at: 4, $0 == 0 ? 2 : 4) }
  }

  /// The numbers, from 1, of the properties that an `ipma` gives to an item.
  private static func properties(of item: Int?, in ipma: ArraySlice<UInt8>) -> [Int] {
    guard let version = ipma.number(at: 0, 1), let flags = ipma.number(at: 3, 1),
      let count = ipma.number(at: 4, 4)
    else { return [] }
    let (idBytes, indexBytes) = (version == 0 ? 2 : 4, flags & 1 == 1 ? 2 : 1)
    var place = 8
    for _ in 0..<count {
      guard let id = ipma.number(at: place, idBytes),
        let associations = ipma.number(at: place + idBytes, 1)
      else { return [] }
      place += idBytes + 1
      if id == item {
        // The highest bit marks a property that readers must support.
        return (0..<associations).compactMap { index in
          ipma.number(at: place + index * indexBytes, indexBytes)
            .map { $0 & (1 << (8 * indexBytes - 1) - 1) }
        }
      }
      place += associations * indexBytes
    }
    return []
  }

  private static func codes(_ property: ISOBox) -> CICP? {
    let bytes = property.content
    guard property.name == "colr", bytes.starts(with: Array("nclx".utf8)),
      let numbers = [4, 6, 8].map({ bytes.number(at: $0, 2).flatMap { UInt8(exactly: $0) } })
        as? [UInt8], let range = bytes.number(at: 10, 1)
    else { return nil }
    return CICP(
      primaries: numbers[0], transfer: numbers[1], matrix: numbers[2], isFullRange: range >= 128)
  }
}

/// A box of the ISO base media file format (ISO/IEC 14496-12, 4.2).
struct ISOBox {
  let name: String
  let content: ArraySlice<UInt8>

  /// The header of a box.
  struct Head {
    let name: String
    /// Bytes of the head.
    let count: Int
    /// Bytes of the box including its header, or `nil` if it ends with the file.
    let size: Int?

    /// Returns `nil` if the bytes are not a header.
    init?(_ bytes: ArraySlice<UInt8>) {
      guard let size = bytes.number(at: 0, 4), bytes.count >= 8 else { return nil }
      name = String(decoding: bytes.dropFirst(4).prefix(4), as: UTF8.self)
      switch size {
      case 0: (count, self.size) = (8, nil)
      case 1:
        guard let long = bytes.number(at: 8, 8), long >= 16 else { return nil }
        (count, self.size) = (16, long)
      default:
        guard size >= 8 else { return nil }
        (count, self.size) = (8, size)
      }
    }
  }

  /// The boxes that fill bytes, up to the first one that does not end in them.
  static func all(in bytes: ArraySlice<UInt8>) -> [ISOBox] {
    var boxes: [ISOBox] = []
    var rest = bytes
    while let head = Head(rest), case let size = head.size ?? rest.count, size <= rest.count {
      boxes.append(ISOBox(name: head.name, content: rest.prefix(size).dropFirst(head.count)))
      rest = rest.dropFirst(size)
    }
    return boxes
  }
}

extension [ISOBox] {
  /// Returns the content of the first box with a name.
  fileprivate func first(named name: String) -> ArraySlice<UInt8>? {
    first { $0.name == name }?.content
  }
}

extension ArraySlice<UInt8> {
  /// Returns a big-endian number at an offset, or `nil` if it is outside the bytes or too large.
  fileprivate func number(at place: Int, _ count: Int) -> Int? {
    guard place >= 0, place <= self.count - count else { return nil }
    let bytes = dropFirst(place).prefix(count)
    return Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
