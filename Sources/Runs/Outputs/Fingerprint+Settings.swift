package import BromideCodecs
internal import BromidePhotos
internal import BromideRaw
internal import BromideSampling
package import BromideSystem
package import SystemPackage

extension Fingerprint {
  /// Returns the text for an input and settings, without the checksum of the input. See
  /// `text(_:whole:)`.
  package static func text(input: FilePath, settings: PictureSettings) throws(SystemError) -> String
  {
    let content = try ContentHash.file(input)
    var settings = settings
    settings.photo = settings.photo.settled(for: input)
    return "v1 input \(content) settings \(digest(of: settings)) with "
      + BromideVersion.number + coding(settings.encoding)
  }

  /// Returns the text for a drawing, which depends only on the request.
  package static func text(
    drawing request: String, encoding: PictureEncoding, isWhole: Bool
  ) -> String {
    var hash = ContentHash()
    hash.add([UInt8](request.utf8))
    return "v1 \(isWhole ? "drawing" : draft) \(hash.text) with " + BromideVersion.number
      + coding(encoding)
  }

  /// Returns a format and its options for a frame's hash.
  package static func words(_ encoding: PictureEncoding) -> String {
    switch encoding {
    case .png(let compression): compression.rawValue
    case .jpeg(let options):
      "\(JPEGVersion.text) \(options.quality) \(options.effectiveSubsampling.rawValue)"
    case .tiff(let compression): "tiff \(compression.rawValue)"
    case .jxl(let options): coded(encoding, options.quality, options.effort)
    case .avif(let options):
      coded(encoding, options.quality, options.effort)
        + " \(options.bits) \(options.effectiveSubsampling.rawValue)"
    case .webp(let options):
      coded(encoding, options.quality, nil) + (options.isLossless ? " lossless" : "")
    }
  }

  private static func coded(
    _ encoding: PictureEncoding, _ quality: Int, _ effort: CodingEffort?
  ) -> String {
    [encoding.format.library, "\(quality)", effort?.rawValue].compactMap(\.self)
      .joined(separator: " ")
  }

  /// Returns the library version that affects the bytes of the format, or an empty string if
  /// Bromide encodes it.
  private static func coding(_ encoding: PictureEncoding) -> String {
    encoding.format.library.map { ", \($0)" } ?? ""
  }

  package static func digest(of settings: PictureSettings) -> String {
    var hash = ContentHash()
    hash.add(settingsJSON(settings))
    return hash.text
  }

  /// Returns the settings that a picture depends on, as text.
  package static func settingsText(_ settings: PictureSettings) -> String {
    String(decoding: settingsJSON(settings), as: UTF8.self)
  }

  private static func settingsJSON(_ settings: PictureSettings) -> [UInt8] {
    PhotoIdentity(settings.photo).json { SettingsText(photo: $0, file: FileText(settings)) }
  }

  /// The settings in the digest, in one object.
  private struct SettingsText: Encodable {
    let photo: PhotoIdentity
    let file: FileText

    func encode(to encoder: any Encoder) throws {
      try photo.encode(to: encoder)
      try file.encode(to: encoder)
    }
  }

  /// The settings that only the file of a picture depends on.
  private struct FileText: Encodable {
    // Only the options of the picture's format are present.
    let compression: CodingEffort?
    let jpeg: JPEGOptions?
    let tiff: TIFFCompression?
    let jxl: JXLOptions?
    let avif: AVIFOptions?
    let webp: WebPOptions?
    let metadata: MetadataChoice
    let copyright: String?
    let artist: String?
    // Missing unless they are set.
    let dotsPerInch: Int?
    let border: Border?
    let watermark: Watermark.Identity?
    let changes: [MetadataChange]?
    // The unpacker does not change pixels, so any value counts as up to date.
    let unpacker = Unpacker.auto

    init(_ settings: PictureSettings) {
      compression =
        if case .png(let compression) = settings.encoding { compression } else { nil }
      // Use the effective value of `auto`, so that pictures with an equal explicit value are up to
      // date.
      jpeg =
        if case .jpeg(let options) = settings.encoding {
          JPEGOptions(
            quality: options.quality, subsampling: options.effectiveSubsampling,
            headroom: options.headroom)
        } else { nil }
      tiff = if case .tiff(let compression) = settings.encoding { compression } else { nil }
      jxl = if case .jxl(let options) = settings.encoding { options } else { nil }
      avif =
        if case .avif(let options) = settings.encoding {
          options.withEffectiveSubsampling
        } else { nil }
      webp = if case .webp(let options) = settings.encoding { options } else { nil }
      metadata = settings.metadata
      copyright = settings.copyright
      artist = settings.artist
      dotsPerInch = settings.dotsPerInch
      border = settings.border
      watermark = settings.watermark?.identity
      changes = settings.changes.isEmpty ? nil : settings.changes
    }
  }
}
