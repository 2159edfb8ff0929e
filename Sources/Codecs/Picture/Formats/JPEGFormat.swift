internal import BromideSystem
internal import BromideValues

extension JPEGBandEncoder: BandEncoder {}

extension JPEGWriter: BandWriter {}

extension JPEGDescription {
  /// Creates the segments for a picture's description. sRGB also gets a profile, because readers
  /// treat untagged JPEGs differently. Texts without an Exif tag are omitted.
  init(_ picture: PictureDescription) throws(PictureFileError) {
    self.init(size: picture.size, format: picture.format)
    let own = picture.space.map { ICCProfile($0, channels: picture.format.channels) }
    profile = (picture.profile ?? own)?.bytes
    // EXIF does not contain Rating, and validators report it in a JPEG, so write it to XMP.
    let rating = picture.metadata?.rating
    exif = picture.metadata.map { metadata in
      var metadata = metadata
      metadata.rating = nil
      return ExifBlock.bytes(
        for: metadata,
        of: ExifPicture(
          size: picture.size, isSRGB: picture.isSRGB, dotsPerInch: picture.dotsPerInch))
    }
    dotsPerInch = picture.dotsPerInch
    // The Exif block contains the program itself.
    if let map = picture.gainMap { gainMap = try GainMapSegments.file(map) }
    let software = picture.texts.first { $0.keyword == PictureText.software }?.text
    xmp =
      XMPPacket(
        fingerprint: picture.fingerprint, sum: PixelSum.unknown,
        software: exif == nil ? software : nil, rating: rating, properties: picture.properties,
        more: gainMap.map { GainMapXMP.ofPicture(mapBytes: $0.count) }
      ).bytes
    sumOffset = xmp.flatMap(XMPPacket.sumOffset)
  }
}
