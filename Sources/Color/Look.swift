/// The rendering of scene-linear light as a picture: a tone curve, and what goes with it.
///
/// A look depends on no photo's content, except one that was fitted to pictures because somebody
/// asked for that: two photos of one scene that differ in a bright spot are equal elsewhere.
public enum Look: Sendable, Hashable, Codable {
  /// The brightness and contrast of cameras' own pictures, with white that is reached smoothly and
  /// strong colours that keep their drawing.
  case standard
  /// Low contrast, as a start for grading.
  case flat
  /// Bromide's first rendering: a darker curve, and nothing else.
  case classic
  /// As `standard`, by a curve that was fitted to pictures of a camera.
  case fitted(LookCurve)

  /// All looks that have names of their own, in the order in which they are listed.
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

  /// The curve from scene-linear to display-linear light as a formula; nil for a fitted one.
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

  /// Whether the exposure that belongs to a camera model or to a mode of the camera counts.
  public var followsCamera: Bool { self != .classic }

  /// The look as far as pixels depend on it: without what a curve was fitted to.
  public var withoutOrigin: Look {
    guard case .fitted(let curve) = self else { return self }
    return .fitted(curve.withoutOrigin)
  }

  /// Whether the curve includes the exposure that belongs to a camera model.
  public var includesModel: Bool {
    if case .fitted = self { true } else { false }
  }
}

/// The wish that photos get the look of the pictures that their cameras made of them.
public enum CameraLookMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// One curve for all photos of a camera with the same settings, fitted to the first of them.
  case camera
  /// A curve for each photo.
  case each = "camera:each"
}
