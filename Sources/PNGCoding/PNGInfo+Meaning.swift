public import Color

extension PNGInfo {
  /// The space of cICP; nil without one, and if its code points are unspecified, reserved or not known here, or its
  /// matrix is not that of RGB. Then the next chunk counts (PNG third edition, 4.3): iCCP, sRGB, then gAMA with cHRM.
  public var codedSpace: RGBSpace? {
    cicp.flatMap { $0.matrix == 0 ? RGBSpace.of($0) : nil }
  }

  /// A cICP that does not count, as `primaries/transfer/matrix`; nil if there is none.
  public var unusedCICP: String? {
    guard let cicp, codedSpace == nil else { return nil }
    return "\(cicp.primaries)/\(cicp.transfer)/\(cicp.matrix)"
  }
}

extension PNGInfo {
  /// The Exif block: that of the chunk, else that of a text in which programs kept it before there was such a chunk.
  ///
  /// - Parameter chunk: The bytes of eXIf; empty without one.
  func exifBlock(inChunk chunk: [UInt8]) -> [UInt8]? {
    let stated =
      [chunk] + ["exif", "APP1"].compactMap { Self.profile(text("Raw profile type " + $0)) }
    let prefix = Array("Exif\0\0".utf8)
    return stated.lazy
      .map { $0.starts(with: prefix) ? Array($0[prefix.count...]) : $0 }
      .first { $0.starts(with: [0x49, 0x49]) || $0.starts(with: [0x4D, 0x4D]) }
  }

  /// The bytes in a text by ImageMagick's form: a name, the number of bytes, and the bytes in base 16, in lines of their own.
  /// nil for another form.
  private static func profile(_ text: String?) -> [UInt8]? {
    guard let lines = text?.split(separator: "\n"), lines.count > 2 else { return nil }
    let digits = lines.dropFirst(2).joined().utf8.compactMap { byte in
      Character(Unicode.Scalar(byte)).hexDigitValue
    }
    guard digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
