package import BromideValues

extension YCbCrDescription {
  /// Returns the description of a film's or stream's frame. It is `video`, except that SDR uses
  /// sRGB codes like pictures.
  ///
  /// Players and browsers show codes of SDR video unchanged, just as they show codes of pictures. A
  /// film made from pictures therefore keeps their codes, tagged as BT.709, and codes in a film
  /// mean the same as in a picture. A film rendered from a film keeps its brightness. File tags
  /// cannot distinguish a camera's film from a rendered one, so BT.1886, for camera light on a
  /// reference display, must be set. Tags of PQ, HLG and other curves apply as usual.
  /// - Parameters: See `video`.
  package static func film(
    _ size: (width: Int, height: Int), isRGB: Bool = false, flags: YCbCrProperties = .init(),
    tags: YCbCrProperties = .init()
  ) -> YCbCrDescription {
    var tags = tags
    if tags.transfer == .bt1886 { tags.transfer = nil }
    var description = video(size, isRGB: isRGB, flags: flags, tags: tags)
    if description.transfer.source == .rule { description.transfer = Sourced(.srgb, .rule) }
    return description
  }
}
