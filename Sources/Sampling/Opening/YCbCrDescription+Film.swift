package import Color

extension YCbCrDescription {
  /// The description of a film's or a stream's frame: as `video`, but SDR codes are those of pictures, sRGB's.
  ///
  /// Players and browsers show the codes of SDR video as they are, beside pictures whose codes they show as they are. So a film
  /// of pictures has their codes, tagged as BT.709, and codes that are read mean what a picture's would: a film of a film is as
  /// bright as the first. A file's tags cannot tell a camera's film from such a one, so BT.1886, for a camera's light on a
  /// reference display, is left to a statement. Tags of PQ, HLG and other curves count as ever.
  /// - Parameters: See `video`.
  package static func film(
    _ size: (width: Int, height: Int), isRGB: Bool = false, flags: YCbCrStatement = .init(),
    tags: YCbCrStatement = .init()
  ) -> YCbCrDescription {
    var tags = tags
    if tags.transfer == .bt1886 { tags.transfer = nil }
    var description = video(size, isRGB: isRGB, flags: flags, tags: tags)
    if description.transfer.source == .rule { description.transfer = Stated(.srgb, .rule) }
    return description
  }
}
