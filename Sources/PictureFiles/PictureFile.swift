internal import JPEGCoding
internal import PhotoLoading
internal import Platform
package import SystemPackage
internal import TIFFCoding

/// Reads properties of a picture file without its pixels. The file's name does not matter.
package enum PictureFile {
  /// Returns the fingerprint that Bromide wrote into a picture, or `nil` for other files.
  package static func fingerprint(of path: FilePath) -> String? {
    switch format(of: path) {
    case .png?: PNGPicture.fingerprint(of: path)
    case .jpeg?: JPEGPicture.fingerprint(of: path)
    case .tiff?: TIFFPicture.fingerprint(of: path)
    case nil: nil
    }
  }

  /// Returns whether the end of a file is correct for its format. The result is false for an
  /// incomplete copy.
  package static func isWhole(_ path: FilePath, size: Int) -> Bool {
    switch format(of: path) {
    case .png?: ends(path, size: size, with: PNGPicture.end)
    case .jpeg?: ends(path, size: size, with: JPEGFile.end)
    case .tiff?: TIFFReader.isWhole(path: path)
    case nil: false
    }
  }

  /// Returns the format from the first bytes of a file.
  package static func format(of path: FilePath) -> PictureFormat? {
    guard let start = try? FileSystem.bytes(of: path, at: 0, count: FileKind.startLength) else {
      return nil
    }
    switch FileKind.of(stream: start).reading {
    case .png: return .png
    case .jpeg: return .jpeg
    // Bromide writes only this byte order.
    case .tiff where start[0] == 0x49: return .tiff
    default: return nil
    }
  }

  private static func ends(_ path: FilePath, size: Int, with end: [UInt8]) -> Bool {
    size >= end.count
      && (try? FileSystem.bytes(of: path, at: size - end.count, count: end.count)) == end
  }
}
