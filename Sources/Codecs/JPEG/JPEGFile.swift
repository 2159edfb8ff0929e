internal import BromideSystem
internal import CBromideCodecs
package import SystemPackage

/// Reads parts of a JPEG without decoding it.
package enum JPEGFile {
  /// Returns the XMP packet of a JPEG if it is in one of the first segments, otherwise `nil`.
  /// Bromide writes it after the segment of Exif or JFIF.
  package static func xmp(of path: FilePath) -> [UInt8]? {
    var offset = 2
    for _ in 0..<mostSegments {
      guard let head = try? FileSystem.bytes(of: path, at: offset, count: 4), head.count == 4,
        head[0] == 0xFF, (0xE0...0xEF).contains(head[1])
      else { return nil }
      let count = Int(head[2]) << 8 | Int(head[3])
      guard count >= 2 else { return nil }
      if head[1] == 0xE1,
        let data = try? FileSystem.bytes(of: path, at: offset + 4, count: count - 2),
        data.starts(with: JPEGSegments.xmpMark)
      {
        return Array(data.dropFirst(JPEGSegments.xmpMark.count))
      }
      offset += 2 + count
    }
    return nil
  }

  /// The number of segments to search.
  private static let mostSegments = 4

  /// The marker that ends a JPEG.
  package static let end = JPEGSegments.end
}

/// The libjpeg at compile time. libjpeg does not provide its version at run time.
public enum JPEGVersion {
  /// `libjpeg-turbo 2.1.5`, or for another libjpeg the number of its interface: `libjpeg 90`.
  public static var text: String {
    let code = Int(bromide_jpeg_turbo_version())
    guard code > 0 else { return "libjpeg \(bromide_jpeg_interface())" }
    return "libjpeg-turbo \(code / 1_000_000).\(code / 1000 % 1000).\(code % 1000)"
  }
}
