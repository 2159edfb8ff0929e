/// The rendering of scene-linear light as a picture: a tone curve and related settings.
///
/// A look does not depend on the photo's content, unless the user fitted it to pictures. For
/// example, two photos of a scene that differ in a bright spot are equal elsewhere.
public enum Look: Sendable, Hashable, Codable {
  /// The brightness and contrast of cameras' pictures, with a smooth transition to white and strong
  /// colours that keep their detail.
  case standard
  /// Low contrast, as a start for grading.
  case flat
  /// Bromide's first rendering: only a curve, which is darker.
  case classic
  /// As `standard`, by a curve that was fitted to pictures of a camera.
  case fitted(LookCurve)

  /// All named looks, in the order for lists.
  public static let all: [Look] = [.standard, .flat, .classic]

  /// The name on the command line, in timelines and in reports.
  public var name: String {
    switch self {
    case .standard: "standard"
    case .flat: "flat"
    case .classic: "classic"
    case .fitted: "camera"
    }
  }

  /// The curve from scene-linear to display-linear light as a formula, or `nil` for a fitted curve.
  public var curve: ToneCurve? {
    switch self {
    case .standard: .standard
    case .flat: .flat
    case .classic: .classic
    case .fitted: nil
    }
  }

  /// Whether bright light moves towards white.
  public var whitens: Bool { self != .classic }

  /// Whether colours outside the output space are compressed into it rather than clipped.
  public var compressesGamut: Bool { self != .classic }

  /// The way from the scene's white to the output's for a camera with a single matrix.
  public var adaptation: CameraAdaptation { self == .classic ? .bradford : .blended }

  /// Whether to apply the exposure of the camera model or of a camera mode.
  public var followsCamera: Bool { self != .classic }

  /// The look without the origin of a fitted curve. Pixels do not depend on the origin.
  public var withoutOrigin: Look {
    guard case .fitted(let curve) = self else { return self }
    return .fitted(curve.withoutOrigin)
  }

  /// Whether the curve includes the exposure that belongs to a camera model.
  public var includesModel: Bool {
    if case .fitted = self { true } else { false }
  }
}

/// The mode for fitting looks to the pictures that cameras made.
public enum CameraLookMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// One curve for all photos of a camera with the same settings, fitted to the first photo.
  case camera
  /// A curve for each photo.
  case each = "camera:each"
}
