internal import BromideCodecs
internal import BromideValues

/// The properties that photos with one look have in common.
public struct LookGroup: Sendable, Hashable {
  /// The camera's maker.
  public let make: String
  /// The camera's model.
  public let model: String
  /// The software and the picture style. Empty if they are unknown.
  public let style: String
  /// The modes that change tones. Empty if they are unknown.
  public let mode: String

  /// The group of a photo.
  public init(_ photo: OpenedPhoto) {
    make = photo.metadata.make ?? ""
    model = photo.metadata.model ?? ""
    style = photo.previewStyle
    mode = photo.previewMode
  }

  /// The group of the photo that a curve was fitted to.
  init(_ origin: LookCurve.Origin) {
    (make, model, style, mode) = (origin.make, origin.model, origin.style, origin.mode)
  }

  /// The camera, style and mode for people.
  var text: String {
    let settings = [style, mode].filter { !$0.isEmpty }.joined(separator: ", ")
    let camera = CameraName.text(make: make, model: model)
    return settings.isEmpty ? camera : "\(camera) (\(settings))"
  }
}

extension LookCurve.Origin {
  /// The origin of a curve that is fitted to a photo.
  init(_ group: LookGroup, photo: String) {
    self.init(
      make: group.make, model: group.model, style: group.style, mode: group.mode, photo: photo)
  }
}
