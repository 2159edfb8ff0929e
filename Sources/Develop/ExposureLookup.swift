public import Color
internal import Synchronization

/// The exposure of a photo of which neither its file nor the table of camera models states one. It is found once, when a
/// development first asks for it; copies of a photo share it.
public final class ExposureLookup: Sendable {
  private enum State {
    case pending(@Sendable () -> PhotoExposure?)
    case found(PhotoExposure?)
  }

  /// Held while it is found, so that others wait.
  private let state: Mutex<State>

  /// - Parameter find: Finds the exposure; nil if it remains unknown.
  public init(find: @escaping @Sendable () -> PhotoExposure?) { state = Mutex(.pending(find)) }

  /// - Parameter exposure: The exposure; nil if it remains unknown.
  public init(_ exposure: PhotoExposure?) { state = Mutex(.found(exposure)) }

  /// The exposure; nil if it remains unknown.
  public var exposure: PhotoExposure? {
    state.withLock { state in
      switch state {
      case .found(let exposure): return exposure
      case .pending(let find):
        let exposure = find()
        // Lets go of what the search needed.
        state = .found(exposure)
        return exposure
      }
    }
  }
}

extension DevelopSource {
  /// The stops that the photo has under a recipe before those of the recipe, and their source.
  ///
  /// If neither the file nor the table of camera models states the exposure, looks that follow the camera take it from
  /// `unknownExposure`. Linear light, `classic` and looks that were fitted to a preview do not.
  public func exposure(for recipe: DevelopRecipe) -> PhotoExposure {
    let stated = profile.applying(recipe.profile).exposure(for: recipe.look)
    guard stated.isUnknown, recipe.asksForExposure, let found = unknownExposure?.exposure else {
      return stated
    }
    var sum = found
    // A mode in which the camera exposes less on purpose counts besides.
    sum.stops += stated.stops
    return sum
  }

  /// Whether a recipe asks for an exposure that only the whole photo tells, of which parts were decoded.
  package func lacksExposure(for recipe: DevelopRecipe) -> Bool {
    isPartial && unknownExposure == nil && recipe.asksForExposure
      && profile.applying(recipe.profile).exposure(for: recipe.look).isUnknown
  }
}

extension DevelopRecipe {
  /// Whether the picture has the brightness of the camera's, as far as it is known, but not by a fitted look.
  package var asksForExposure: Bool {
    rendering.map { $0.followsCamera && !$0.includesModel } ?? false
  }
}
