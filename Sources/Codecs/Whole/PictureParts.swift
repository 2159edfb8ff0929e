package import BromideSystem
package import SystemPackage

/// The parts of a JPEG XL, AVIF or WebP that Bromide reads without decoding them.
package struct PictureParts: Sendable, Hashable {
  /// The bytes that determine the pixels, in the order of the file.
  package var pixels: [Range<Int>] = []
  /// The XMP packet.
  package var packet: Range<Int>?
}

/// A file's bytes at any position, from memory or from a disk.
protocol RandomBytes {
  var size: Int { get }
  /// Returns at most `count` bytes. There are fewer only at the end.
  func bytes(at offset: Int, count: Int) throws(PictureFileError) -> [UInt8]
}

extension RandomBytes {
  /// Returns the checksum of ranges in order.
  func sum(of ranges: [Range<Int>]) throws(PictureFileError) -> CRC64 {
    var sum = CRC64()
    for range in ranges {
      for start in stride(from: range.lowerBound, to: range.upperBound, by: 1 << 18) {
        sum.add(try bytes(at: start, count: min(1 << 18, range.upperBound - start)))
      }
    }
    return sum
  }

  /// Returns a packet from Bromide in the parts, or `nil` if there is none of a plausible size.
  func packet(_ parts: PictureParts) throws(PictureFileError) -> [UInt8]? {
    guard let range = parts.packet, range.count <= 4 << 20 else { return nil }
    return try bytes(at: range.lowerBound, count: range.count)
  }
}

/// The bytes of a file on a disk.
struct FileBytes: RandomBytes {
  let path: FilePath
  let size: Int

  init(_ path: FilePath) throws(SystemError) {
    self.path = path
    size = try FileSystem.status(path).size
  }

  func bytes(at offset: Int, count: Int) throws(PictureFileError) -> [UInt8] {
    try PictureFileError.calling { () throws(SystemError) in
      try FileSystem.bytes(of: path, at: offset, count: count)
    }
  }
}

extension EncodedFile: RandomBytes {
  var size: Int { unsafe bytes.count }

  func bytes(at offset: Int, count: Int) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(rebasing: bytes[offset..<min(offset + count, size)]))
  }
}

/// The result of reading a complete JPEG XL, AVIF or WebP without decoding it.
package struct WholeCheck: Sendable {
  /// The XMP packet, or `nil` without one.
  package let packet: [UInt8]?
  /// The checksum of the bytes that determine the pixels, or `nil` if the structure is damaged.
  package let sum: CRC64?

  /// - Parameter sums: Whether to read the pixels also.
  /// - Returns: `nil` for other formats.
  /// - Throws: `PictureFileError.io` if the file cannot be read.
  package init?(_ path: FilePath, _ format: PictureFormat, sums: Bool) throws(PictureFileError) {
    guard let coder = format.wholeCoder else { return nil }
    let file = try PictureFileError.calling { () throws(SystemError) in try FileBytes(path) }
    let parts = try Self.parts(coder, file)
    packet = try parts.map { parts throws(PictureFileError) in try file.packet(parts) } ?? nil
    guard let parts, !parts.pixels.isEmpty else {
      sum = nil
      return
    }
    sum = sums ? try file.sum(of: parts.pixels) : CRC64()
  }

  private static func parts(
    _ coder: any WholeCoder.Type, _ file: FileBytes
  ) throws(PictureFileError) -> PictureParts? { try coder.parts(of: file) }
}

extension PictureFormat {
  /// The coder of a format whose library needs all pixels at once, or `nil`.
  var wholeCoder: (any WholeCoder.Type)? {
    switch self {
    case .png, .jpeg, .tiff: nil
    case .jxl: JXLCoder.self
    case .avif: AVIFCoder.self
    case .webp: WebPCoder.self
    }
  }
}
