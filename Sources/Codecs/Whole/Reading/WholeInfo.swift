package import BromideValues

/// The contents of a JPEG XL, AVIF or WebP except its pixels.
package struct WholeInfo: Sendable, Hashable, Codable {
  /// The stored size in pixels, before orientation. AVIF's clean aperture is applied.
  package var size: Size
  /// The format of the decoded pixels. Colours are not multiplied by alpha.
  package var format: PixelFormat
  /// The bits of a sample in the file. The decoded pixels can have more.
  package var bitDepth: Int
  /// The orientation from the codestream of a JPEG XL, the properties `irot` and `imir` of an AVIF,
  /// or the Exif block of a WebP. Other Exif blocks do not count.
  package var orientation: Orientation
  /// The code points of the samples, or `nil` if the file has none.
  package var cicp: CICP?
  /// The ICC profile of the samples. It has priority over the code points.
  package var profile: [UInt8]?
  /// The Exif block, starting at its byte-order mark.
  package var exif: [UInt8]?
}

extension WholeInfo {
  /// The space of the code points, or `nil` if they are missing or unknown.
  ///
  /// H.273 gives the transfer functions 1, 6, 14 and 15 the same formula, and writers prefer 1, also
  /// for Rec. 2020.
  package var codedSpace: RGBSpace? {
    guard var cicp else { return nil }
    if cicp.primaries == 9, [1, 6, 14].contains(cicp.transfer) { cicp.transfer = 15 }
    return RGBSpace.of(cicp)
  }

  /// Unknown code points as `primaries/transfer`, or `nil`.
  package var unusedCICP: String? {
    guard let cicp, codedSpace == nil else { return nil }
    return "\(cicp.primaries)/\(cicp.transfer)"
  }
}
