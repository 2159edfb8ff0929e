public import BromideValues

extension PNGInfo {
  /// The space of cICP, or `nil` if cICP is missing or not usable.
  ///
  /// A cICP is not usable if its code points are unspecified, reserved or unknown here, or if its
  /// matrix is not RGB. Then the next chunk applies (PNG third edition, 4.3): iCCP, sRGB, then gAMA
  /// with cHRM.
  public var codedSpace: RGBSpace? {
    cicp.flatMap { $0.matrix == 0 ? RGBSpace.of($0) : nil }
  }

  /// An unusable cICP as `primaries/transfer/matrix`, or `nil`.
  public var unusedCICP: String? {
    guard let cicp, codedSpace == nil else { return nil }
    return "\(cicp.primaries)/\(cicp.transfer)/\(cicp.matrix)"
  }
}

extension PNGInfo {
  /// Returns the Exif block of the chunk. Without the chunk, returns the Exif block of a text,
  /// because programs used texts before the chunk was standardised.
  ///
  /// - Parameter chunk: The bytes of eXIf. Empty if it is missing.
  func exifBlock(inChunk chunk: [UInt8]) -> [UInt8]? {
    let recorded =
      [chunk] + ["exif", "APP1"].compactMap { Self.profile(text("Raw profile type " + $0)) }
    let prefix = Array("Exif\0\0".utf8)
    return recorded.lazy
      .map { $0.starts(with: prefix) ? Array($0[prefix.count...]) : $0 }
      .first { $0.starts(with: [0x49, 0x49]) || $0.starts(with: [0x4D, 0x4D]) }
  }

  /// Returns the bytes in a text, or `nil` if it does not have ImageMagick's form: a name, the
  /// number of bytes, and the bytes in base 16, on separate lines.
  private static func profile(_ text: String?) -> [UInt8]? {
    guard let lines = text?.split(separator: "\n"), lines.count > 2 else { return nil }
    let digits = lines.dropFirst(2).joined().utf8.compactMap { byte in
      Character(Unicode.Scalar(byte)).hexDigitValue
    }
    guard digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
