internal import BromideSystem
internal import SystemPackage

/// The data in a WebP container other than its pixels (RFC 9649, 2.7).
struct WebPChunks {
  /// The ICC profile, or an empty list without a profile.
  private(set) var profile: [UInt8] = []
  /// The Exif block starting at its TIFF header, or an empty list without Exif.
  private(set) var exif: [UInt8] = []

  init(_ path: FilePath) throws(Unreadable) {
    let size = try Unreadable.unless { () throws(SystemError) in
      try FileSystem.status(path).size
    }
    try read(path, size)
  }

  private mutating func read(_ path: FilePath, _ size: Int) throws(Unreadable) {
    func part(_ place: Int, _ count: Int) throws(Unreadable) -> [UInt8] {
      try Unreadable.unless { () throws(SystemError) in
        try FileSystem.bytes(of: path, at: place, count: count)
      }
    }
    var place = 12
    while place + 8 <= size {
      let head = try part(place, 8)
      guard head.count == 8 else { return }
      let count = (4..<8).reversed().reduce(0) { $0 << 8 | Int(head[$1]) }
      guard count <= size - place - 8 else { return }
      let name = String(decoding: head[..<4], as: UTF8.self)
      if name == "ICCP" || name == "EXIF", count <= 1 << 24 {
        let bytes = try part(place + 8, count)
        if name == "ICCP" { profile = bytes } else { exif = Self.block(bytes) }
      }
      // Chunks start at even offsets.
      place += 8 + count + count % 2
    }
  }

  /// An Exif block without the words that JPEGs put before it.
  private static func block(_ bytes: [UInt8]) -> [UInt8] {
    let prefix = Array("Exif".utf8) + [0, 0]
    return bytes.starts(with: prefix) ? Array(bytes.dropFirst(prefix.count)) : bytes
  }
}
