package import BromideCodecs
internal import BromideSystem
package import SystemPackage

/// Reads properties of a picture file without its pixels. The file's name does not matter.
package enum PictureFile {
  /// Returns the fingerprint that Bromide wrote into a picture, or `nil` for other files.
  package static func fingerprint(of path: FilePath, context: RunContext) -> String? {
    switch format(of: path) {
    case .png?:
      (try? PictureReading.pngInfo(path, context: context))?
        .text(PNGDescription.fingerprintKeyword)
    case .jpeg?: JPEGFile.xmp(of: path).flatMap { XMPPacket.fingerprint(in: $0) }
    case .tiff?: TIFFReader.packet(path: path).flatMap { XMPPacket.fingerprint(in: $0) }
    case let format?:
      (try? WholeCheck(path, format, sums: false))?.packet
        .flatMap { XMPPacket.fingerprint(in: $0) }
    case nil: nil
    }
  }

  /// Returns whether the end of a file is correct for its format. The result is false for an
  /// incomplete copy.
  package static func isWhole(_ path: FilePath, size: Int) -> Bool {
    switch format(of: path) {
    case .png?: ends(path, size: size, with: pngEnd)
    case .jpeg?: ends(path, size: size, with: JPEGFile.end)
    case .tiff?: TIFFReader.isWhole(path: path)
    case let format?: (try? WholeCheck(path, format, sums: false))?.sum != nil
    case nil: false
    }
  }

  /// Returns the format from the first bytes of a file.
  package static func format(of path: FilePath) -> PictureFormat? {
    guard let start = try? FileSystem.bytes(of: path, at: 0, count: FileKind.startLength) else {
      return nil
    }
    let kind = FileKind.of(stream: start)
    switch kind.reading {
    case .png: return .png
    case .jpeg: return .jpeg
    // Bromide writes only this byte order.
    case .tiff where start[0] == 0x49: return .tiff
    // Bromide does not write these, but they are intact.
    case .video where kind.name == FileKind.animatedWebP.name: return .webp
    default: return kind.wholeFormat
    }
  }

  /// The chunk that ends a PNG (ISO/IEC 15948, 11.2.5): no data, its name, its checksum.
  private static let pngEnd: [UInt8] = [
    0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  private static func ends(_ path: FilePath, size: Int, with end: [UInt8]) -> Bool {
    size >= end.count
      && (try? FileSystem.bytes(of: path, at: size - end.count, count: end.count)) == end
  }
}
