internal import BromideCodecs
internal import BromidePhotos
internal import SystemPackage

/// The marks of a photo from its sidecars, its XMP and its Exif, the first source that has them.
///
/// The sidecar's settings do not matter, so this does not require `--sidecar`.
struct MarkReading {
  /// The source of a rating.
  enum Source: String {
    case sidecar, xmp, exif
  }

  /// The properties of the sidecars, then of the file's XMP.
  let description: PhotoDescription
  /// The rating from 0 to 5 stars, or −1 for rejected, with its source, or `nil` without one.
  let rating: (stars: Int, source: Source)?
  /// Warnings about sidecars and a rating that cannot be used.
  let warnings: [Warning]

  /// Reads the sidecars of a photo.
  ///
  /// - Parameter metadata: The metadata in the photo's file.
  init(of path: FilePath, _ metadata: PhotoMetadata) {
    var (sidecars, warnings) = (PhotoDescription(), [Warning]())
    for (path, contents) in SidecarFile.readAll(for: path) {
      switch contents {
      case .success(let sidecar) where sidecar.otherExtension == nil:
        sidecars = sidecars.merged(over: sidecar.metadata)
      case .success: break
      case .failure(let error):
        warnings.append(
          Warning("\(path) cannot be used: \(error); Bromide uses the marks in the photo"))
      }
    }
    let embedded =
      metadata.packet.flatMap { try? PhotoDescription(bytes: Array($0.utf8)) }
      ?? PhotoDescription()
    if sidecars.rating == nil, let remark = embedded.ratingRemark {
      warnings.append(Warning("\(path): \(remark)"))
    }
    description = sidecars.merged(over: embedded)
    rating =
      sidecars.rating.map { ($0, .sidecar) } ?? embedded.rating.map { ($0, .xmp) }
      ?? metadata.rating.map { ($0, .exif) }
    self.warnings = warnings
  }
}
