internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import SystemPackage

/// A photo with its pixels in memory: a raw, or a finished picture.
enum DecodedPhoto: Sendable {
  case raw(LoadedPhoto)
  case still(StillPhoto.Loaded)

  /// The pixels, with the data for developing them.
  var source: DevelopSource {
    switch self {
    case .raw(let photo): photo.source
    case .still(let still): still.source
    }
  }

  /// The damage in the data as a sentence, or `nil` if the photo is intact.
  var damageReason: String? {
    switch self {
    case .raw(let photo): photo.damageReason
    case .still(let still): still.damage.map { "damaged: \($0)" }
    }
  }

  /// Returns the warnings about the photo after it was developed with these settings.
  ///
  /// The report describes a replaced white balance in other fields.
  func warnings(
    _ settings: PhotoSettings, _ path: FilePath, look: CameraLook?
  ) -> [Warning] {
    switch self {
    case .raw(let photo): settings.warnings(about: photo, path, look: look, includesBalance: false)
    case .still(let still): settings.warnings(about: still)
    }
  }

  /// See ``LoadedPhoto/lostPixels``.
  var lostPixels: String? {
    if case .raw(let photo) = self { photo.lostPixels } else { nil }
  }
}

extension ConvertJob {
  /// Returns the `PictureOrigin` of the photo, or `nil` if the photo or the picture does not have a
  /// path.
  ///
  /// - Parameter file: The opened photo, or `nil` to open it.
  func origin(_ file: PhotoFile? = nil) -> String? {
    guard case .file(let path) = output, shown == input,
      let file = try? file ?? PhotoFile(path: input, settings: settings.photo.loading)
    else { return nil }
    return PictureOrigin.text(input: input, output: path, size: file.size, file.metadata)
  }

  /// The reason why the file cannot be opened with these settings, or `nil` if it can.
  var openingFailure: String? {
    do throws(PhotoError) {
      let file = try PhotoFile(path: input, settings: settings.photo.loading)
      guard case .still = file else { return nil }
      return stillComplaint
    } catch {
      return error.reason
    }
  }

  /// The settings that finished pictures do not support, as a sentence, or `nil` if all settings
  /// are supported.
  var stillComplaint: String? {
    guard rawOptions.isEmpty else {
      return rawOptions.joined(separator: ", ") + (rawOptions.count == 1 ? " works" : " work")
        + " on raw photos, and this is a finished picture"
    }
    return StillPhoto.complaint(about: settings.photo)
  }
}
