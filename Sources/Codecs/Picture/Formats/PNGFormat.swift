extension PNGBandEncoder: BandEncoder {}

extension PNGWriter: BandWriter {}

extension PictureBand {
  /// The band of a PNG, or `nil` for other formats.
  package var png: PNGBand? { band as? PNGBand }
}

extension PNGDescription {
  /// The keyword of the fingerprint's text.
  package static let fingerprintKeyword = "Bromide"
  /// The keyword of an XMP packet (XMP Specification Part 3, 1.1.5).
  package static let packetKeyword = "XML:com.adobe.xmp"
  /// The keyword of the text after the pixels.
  package static let pixelsKeyword = "Bromide pixels"

  /// Creates the chunks for a picture's description.
  package init(_ picture: PictureDescription) {
    self.init(size: picture.size, format: picture.format, space: picture.space)
    profile = picture.profile
    exif = picture.metadata.map { ExifBlock.bytes(for: $0) }
    pixelsPerMetre = picture.dotsPerInch.map { dots in
      let metre = Int((Double(dots) / 0.0254).rounded())
      return (metre, metre)
    }
    texts = picture.texts
    if let fingerprint = picture.fingerprint {
      texts.append(PictureText(keyword: Self.fingerprintKeyword, text: fingerprint))
      sumKeyword = Self.pixelsKeyword
    }
    // Exif cannot contain the rating of a rejected photo.
    let isRejected = picture.metadata?.rating == -1
    guard picture.properties?.isEmpty == false || isRejected else { return }
    let packet = XMPPacket(
      fingerprint: nil, software: nil, rating: picture.metadata?.rating,
      properties: picture.properties, identity: picture.fingerprint)
    if let bytes = packet.bytes {
      texts.append(
        PictureText(keyword: Self.packetKeyword, text: String(decoding: bytes, as: UTF8.self)))
    }
  }
}
