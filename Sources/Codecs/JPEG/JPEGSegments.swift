/// The segments of a JPEG that libjpeg does not write: Exif, XMP, ICC, JFIF.
enum JPEGSegments {
  /// The maximum bytes of a segment after its marker and length (ITU-T T.81, B.1.1.4).
  static let mostBytes = 65533

  static let start: [UInt8] = [0xFF, 0xD8]
  static let end: [UInt8] = [0xFF, 0xD9]
  static let exifMark = Array("Exif\0\0".utf8)
  static let xmpMark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let profileMark = Array("ICC_PROFILE\0".utf8)

  /// Returns everything before the tables, including SOI. The index of a gain map comes last.
  ///
  /// Exif and JFIF must both come first, so a file with Exif does not contain JFIF, as Exif
  /// requires.
  ///
  /// - Returns: The bytes, and the position of the checksum in them.
  static func all(
    _ description: JPEGDescription
  ) throws(PictureFileError) -> (bytes: [UInt8], sum: Int?) {
    var bytes = start
    var sum: Int?
    if let exif = description.exif {
      guard exifMark.count + exif.count <= mostBytes else {
        throw .unsupported(
          reason:
            "the metadata take \(exif.count) bytes, and a JPEG holds \(mostBytes - exifMark.count)")
      }
      bytes += segment(0xE1, exifMark + exif)
    } else {
      bytes += jfif(dotsPerInch: description.dotsPerInch)
    }
    if let packet = description.xmp {
      guard xmpMark.count + packet.count <= mostBytes else {
        throw .unsupported(
          reason:
            "the XMP packet takes \(packet.count) bytes, and a JPEG holds \(mostBytes - xmpMark.count)"
        )
      }
      let head = segment(0xE1, xmpMark + packet)
      sum = description.sumOffset.map { bytes.count + head.count - packet.count + $0 }
      bytes += head
    }
    if let profile = description.profile { bytes += try pieces(of: profile) }
    if description.gainMap != nil { bytes += GainMapSegments.ofPicture }
    return (bytes, sum)
  }

  static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    let count = data.count + 2
    return [0xFF, marker, UInt8(count >> 8), UInt8(count & 255)] + data
  }

  /// Returns JFIF 1.01, APP0: density in dots per inch, or only square pixels. The block does not
  /// contain a thumbnail.
  private static func jfif(dotsPerInch: Int?) -> [UInt8] {
    let density = UInt16(clamping: dotsPerInch ?? 1)
    let bytes = [UInt8(density >> 8), UInt8(density & 255)]
    return segment(
      0xE0, Array("JFIF\0".utf8) + [1, 1, dotsPerInch == nil ? 0 : 1] + bytes + bytes + [0, 0])
  }

  /// Returns a profile as several APP2 segments, numbered from 1 (ICC.1:2010, B.4).
  private static func pieces(of profile: [UInt8]) throws(PictureFileError) -> [UInt8] {
    let room = mostBytes - profileMark.count - 2
    let count = (profile.count + room - 1) / room
    guard count <= 255 else {
      throw .unsupported(reason: "a profile of \(profile.count) bytes is too long for a JPEG")
    }
    return (0..<count).flatMap { index in
      let piece = profile[index * room..<min((index + 1) * room, profile.count)]
      return segment(0xE2, profileMark + [UInt8(index + 1), UInt8(count)] + piece)
    }
  }
}
