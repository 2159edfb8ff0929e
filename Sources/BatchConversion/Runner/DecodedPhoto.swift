internal import Develop
internal import Outputs
internal import PhotoLoading
internal import Sampling

/// A photo whose pixels are in memory: a raw, or a finished picture in its place.
enum DecodedPhoto: Sendable {
  case raw(LoadedPhoto)
  case still(DevelopSource, damage: String?)

  /// The pixels, and what they are developed with.
  var source: DevelopSource {
    switch self {
    case .raw(let photo): photo.source
    case .still(let source, _): source
    }
  }

  /// Damage found in the data, as a sentence; nil for a sound photo.
  var damageReason: String? {
    switch self {
    case .raw(let photo): photo.damageReason
    case .still(_, let damage): damage.map { "damaged: \($0)" }
    }
  }

  /// See ``LoadedPhoto/lostPixels``.
  var lostPixels: String? {
    if case .raw(let photo) = self { photo.lostPixels } else { nil }
  }
}

extension ConvertJob {
  /// The `PictureOrigin` of the photo; nil for a picture or a photo without a place.
  ///
  /// - Parameter file: The opened photo; nil to open it.
  func origin(_ file: PhotoFile? = nil) -> String? {
    guard case .file(let path) = output, shown == input,
      let file = try? file ?? PhotoFile(path: input, settings: settings.photo.loading)
    else { return nil }
    return PictureOrigin.text(input: input, output: path, size: file.size, file.metadata)
  }

  /// What was asked for that a finished picture does not have; nil if there is nothing.
  var stillComplaint: String? {
    guard rawOptions.isEmpty else {
      return rawOptions.joined(separator: ", ") + (rawOptions.count == 1 ? " works" : " work")
        + " on raw photos, and this is a finished picture"
    }
    return StillPhoto.complaint(about: settings.photo)
  }
}
