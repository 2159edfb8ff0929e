internal import BromideCodecs
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
