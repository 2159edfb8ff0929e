internal import JPEGCoding
internal import PhotoLoading
internal import Platform
package import SystemPackage
internal import TIFFCoding

/// What can be learnt of a picture file without its pixels, whatever its name says.
package enum PictureFile {
  /// The fingerprint that Bromide wrote into a picture; nil for other files.
  package static func fingerprint(of path: FilePath) -> String? {
    switch format(of: path) {
    case .png?: PNGPicture.fingerprint(of: path)
    case .jpeg?: JPEGPicture.fingerprint(of: path)
    case .tiff?: TIFFPicture.fingerprint(of: path)
    case nil: nil
    }
  }

  /// Whether a file ends as one of its format does. A copy that was cut short does not.
  package static func isWhole(_ path: FilePath, size: Int) -> Bool {
    switch format(of: path) {
    case .png?: ends(path, size: size, with: PNGPicture.end)
    case .jpeg?: ends(path, size: size, with: JPEGFile.end)
    case .tiff?: TIFFReader.isWhole(path: path)
    case nil: false
    }
  }

  /// The format that a file begins as.
  package static func format(of path: FilePath) -> PictureFormat? {
    guard let start = try? FileSystem.bytes(of: path, at: 0, count: FileKind.startLength) else {
      return nil
    }
    switch FileKind.of(stream: start).reading {
    case .png: return .png
    case .jpeg: return .jpeg
    // In Bromide's byte order.
    case .tiff where start[0] == 0x49: return .tiff
    default: return nil
    }
  }

  private static func ends(_ path: FilePath, size: Int, with end: [UInt8]) -> Bool {
    size >= end.count
      && (try? FileSystem.bytes(of: path, at: size - end.count, count: end.count)) == end
  }
}
