internal import BromideSystem

extension TIFFBandEncoder: BandEncoder {}

extension TIFFWriter: BandWriter {}

extension TIFFDescription {
  /// Creates the tags for a picture's description.
  package init(_ picture: PictureDescription, _ compression: TIFFCompression) {
    self.init(
      size: picture.size, format: picture.format, compression: compression, space: picture.space)
    profile = picture.profile
    exif = picture.metadata.map { ExifBlock.bytes(for: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    pixelsPerInch = picture.dotsPerInch ?? pixelsPerInch
    software = picture.texts.first { $0.keyword == PictureText.software }?.text
    xmp =
      XMPPacket(
        fingerprint: picture.fingerprint, sum: PixelSum.unknown, software: software,
        rating: picture.metadata?.rating, properties: picture.properties
      ).bytes
    sumOffset = xmp.flatMap(XMPPacket.sumOffset)
  }
}
