public import BromideValues
internal import Synchronization

/// Looks up the exposure of a photo if it is in neither the file nor the table of camera models.
///
/// The search runs when a development first needs the exposure. Copies of a photo use the same
/// result.
public final class ExposureLookup: Sendable {
  private enum State {
    case pending(@Sendable () -> PhotoExposure?)
    case found(PhotoExposure?)
  }

  /// Held while it is found, so that others wait.
  private let state: Mutex<State>

  /// - Parameter find: Returns the exposure, or `nil` if it remains unknown.
  public init(find: @escaping @Sendable () -> PhotoExposure?) { state = Mutex(.pending(find)) }

  /// - Parameter exposure: The exposure, or `nil` if it remains unknown.
  public init(_ exposure: PhotoExposure?) { state = Mutex(.found(exposure)) }

  /// The exposure, or `nil` if it remains unknown.
  public var exposure: PhotoExposure? {
    state.withLock { state in
      switch state {
      case .found(let exposure): return exposure
      case .pending(let find):
        let exposure = find()
        // Release the values that the search captured.
        state = .found(exposure)
        return exposure
      }
    }
  }
}

extension DevelopSource {
  /// Returns the photo's baseline exposure under a recipe and its source, without the recipe's
  /// exposure.
  ///
  /// If the exposure is in neither the file nor the table of camera models, looks that follow the
  /// camera take it from `unknownExposure`. Linear light, `classic` and looks fitted to a preview
  /// do not use it.
  public func exposure(for recipe: DevelopRecipe) -> PhotoExposure {
    let given = profile.applying(recipe.profile).exposure(for: recipe.look)
    guard given.isUnknown, recipe.needsExposure, let found = unknownExposure?.exposure else {
      return given
    }
    var sum = found
    // Add the stops of camera modes that underexpose on purpose.
    sum.stops += given.stops
    return sum
  }

  /// Whether a recipe needs an exposure that can only be found in the entire photo, but only parts
  /// were decoded.
  package func lacksExposure(for recipe: DevelopRecipe) -> Bool {
    isPartial && unknownExposure == nil && recipe.needsExposure
      && profile.applying(recipe.profile).exposure(for: recipe.look).isUnknown
  }
}

extension DevelopRecipe {
  /// Whether the picture follows the camera's brightness and does not use a fitted look.
  package var needsExposure: Bool {
    rendering.map { $0.followsCamera && !$0.includesModel } ?? false
  }
}
