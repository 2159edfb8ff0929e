internal import BromideCodecs
internal import BromidePhotos
internal import BromideSampling

/// The metadata of a photo from all sources: flags, its sidecar, the XMP, IPTC-IIM and Exif in its
/// file. For each property, the first source that has it wins.
struct MergedMetadata {
  /// The values for the Exif block. They equal the ones of `properties`.
  private(set) var photo: PhotoMetadata
  /// The properties for the XMP packet.
  private(set) var properties = XMPProperties()
  /// Sentences about metadata that is skipped.
  private(set) var warnings: [String] = []
  /// The result for reports, or `nil` if the photo has only Exif.
  private(set) var report: MetadataReport?

  init(_ photo: PhotoMetadata, _ settings: PictureSettings) {
    self.photo = photo
    (self.photo.packet, self.photo.iptc) = (nil, nil)
    let embedded = embedded(photo.packet)
    let sidecar = settings.photo.sidecarMetadata ?? PhotoDescription()
    let all = sidecar.merged(over: embedded)
    properties = all.properties.merged(over: photo.iptc ?? XMPProperties())
    sidecar.correct(&self.photo)
    self.photo.rating = settings.photo.rating ?? embedded.rating ?? self.photo.rating
    if settings.photo.rating == nil, let remark = embedded.ratingRemark { warnings.append(remark) }
    let count = properties.count
    choose(settings.metadata)
    var dropped = all.dropped
    let left = count - properties.count
    if left > 0 { dropped["metadata " + settings.metadata.rawValue] = left }
    if settings.metadata == .all || settings.metadata == .noPlace { addOrigin(embedded) }
    for change in settings.allChanges { change.apply(to: &properties, &self.photo) }
    writeTexts()
    properties.removeEmpty()
    let isJPEG = settings.encoding.format == .jpeg
    let lost = properties.limit(to: isJPEG ? Self.mostOfJPEG : Self.most)
    if !lost.isEmpty {
      dropped["size"] = lost.count
      warnings.append(
        "its metadata is too large for \(isJPEG ? "a JPEG" : "a picture"): without "
          + lost.joined(separator: ", "))
    }
    if !properties.isEmpty || !dropped.isEmpty {
      report = MetadataReport(copied: properties.names, dropped: dropped)
    }
  }

  /// A JPEG's segment contains 65 502 bytes of XMP. The rest is for the fingerprint and the index
  /// of a gain map.
  private static let mostOfJPEG = 58_500
  private static let most = 1 << 20

  private mutating func embedded(_ packet: String?) -> PhotoDescription {
    guard let packet else { return PhotoDescription() }
    do throws(SidecarError) {
      return try PhotoDescription(bytes: Array(packet.utf8))
    } catch {
      warnings.append("its embedded XMP cannot be used: \(error); written without it")
      return PhotoDescription()
    }
  }

  /// Removes the metadata that the user does not want.
  private mutating func choose(_ choice: MetadataChoice) {
    switch choice {
    case .all: break
    case .noPlace:
      photo = photo.withoutPlace()
      properties.keep { !$0.isPlace }
    case .copyright:
      var kept = PhotoMetadata()
      (kept.artist, kept.copyright) = (photo.artist, photo.copyright)
      kept.editorCopyright = photo.editorCopyright
      photo = kept
      properties.keep(\.isRights)
    case .none:
      photo = PhotoMetadata()
      properties = XMPProperties()
    }
  }

  /// Adds the identifiers of the photo in the file, so that programs find the original.
  private mutating func addOrigin(_ embedded: PhotoDescription) {
    guard !properties.isEmpty else { return }
    if let original = embedded.originalDocumentID ?? embedded.documentID, !original.isEmpty {
      properties["xmpMM:OriginalDocumentID"] = .text(original)
    }
    if let document = embedded.documentID, !document.isEmpty {
      properties["xmpMM:DerivedFrom"] = .structure([
        XMPField(name: "stRef:documentID", value: .text(document))
      ])
    }
  }

  /// Copies the texts of the packet to Exif, so that both say the same.
  private mutating func writeTexts() {
    func text(_ node: XMPNode) -> String? { node.isEmpty ? nil : node.plainText }
    if let description = properties["dc:description"] { photo.imageDescription = text(description) }
    if let creator = properties["dc:creator"] { photo.artist = text(creator) }
    if let rights = properties["dc:rights"] {
      (photo.copyright, photo.editorCopyright) = (text(rights), nil)
    }
  }
}

/// The metadata that a picture keeps of its photo, for reports.
public struct MetadataReport: Sendable, Hashable, Codable {
  /// The names of the properties in the picture's XMP packet.
  public let copied: [String]
  /// The number of properties that are not kept, by the prefix of their names. `other` are unknown
  /// namespaces, `size` did not fit, and `metadata no-place` and others follow the flag.
  public let dropped: [String: Int]
}
