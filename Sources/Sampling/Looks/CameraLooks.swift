public import Color
public import Develop
public import PhotoLoading
internal import Platform
public import SystemPackage

/// Where photos get the looks of their cameras' pictures from.
public enum CameraLooks: Sendable, Hashable, Codable {
  /// Each photo from its own preview, when it is loaded.
  case each
  /// From looks that were fitted before.
  case fitted(FittedLooks)
}

/// Looks that were fitted before photos are developed, and which photo has which.
public struct FittedLooks: Sendable, Hashable, Codable {
  /// The looks, in the order of the first photos that they are for.
  public let looks: [CameraLook]
  /// By path, bytes that are not UTF-8 escaped, the look's place in `looks`.
  private let places: [String: Int]

  /// - Parameter groups: Looks, each with the photos that have it.
  public init(_ groups: [(look: CameraLook, photos: [FilePath])]) {
    looks = groups.map(\.look)
    places = Dictionary(
      groups.enumerated().flatMap { index, group in group.photos.map { ($0.data, index) } }
    ) { first, _ in first }
  }

  /// The look of a photo; nil if it could not be opened.
  public subscript(path: FilePath) -> CameraLook? { places[path.data].map { looks[$0] } }
}

extension PhotoSettings {
  /// The look that a photo gets from its camera's picture; nil if all photos have the recipe's.
  ///
  /// A look that cannot be fitted is told once, for a group of photos as for a single one.
  /// - Parameter loaded: The photo, loaded whole if each photo has a look of its own.
  /// - Throws: `DevelopError.unsupported` if there is none and guesses are refused.
  public func cameraLook(
    of photo: OpenedPhoto, _ loaded: LoadedPhoto
  ) throws(DevelopError) -> CameraLook? {
    let look: CameraLook
    switch cameraLooks {
    case nil: return nil
    case .each:
      look = photo.cameraLook(of: loaded)
      if let sentence = look.sentence(about: photo.path) { look.tell(sentence) }
    case .fitted(let looks):
      guard let fitted = looks[photo.path] else { return nil }
      look = fitted
    }
    if let obstacle = look.obstacle, loading.refusesGuessedColors {
      throw .unsupported("the look cannot be fitted to \(look.photo), because \(obstacle)")
    }
    return look
  }

  /// These settings with a camera's look in the recipe.
  public func with(_ look: CameraLook?) -> PhotoSettings {
    guard let look else { return self }
    var settings = self
    settings.recipe.look = look.look
    return settings
  }

  /// These settings as they are for one photo, its fitted look in the recipe.
  public func settled(for path: FilePath) -> PhotoSettings {
    guard case .fitted(let looks)? = cameraLooks else { return self }
    var settings = with(looks[path])
    settings.cameraLooks = nil
    return settings
  }
}

/// What pictures depend on of their looks, whichever photos they are of.
public struct LookIdentity: Sendable, Hashable, Encodable {
  /// The look that all photos share, of no origin.
  public let shared: Look
  /// The looks of photos that share none, in their order; absent for a shared one.
  let others: [Look]?
  /// Present if each photo has its own.
  let mode: CameraLookMode?

  /// The identity of the looks that settings give.
  public init(_ settings: PhotoSettings) {
    var (shared, others, mode) = (settings.recipe.look, [Look]?.none, CameraLookMode?.none)
    switch settings.cameraLooks {
    case nil: break
    case .each: mode = .each
    case .fitted(let looks):
      let all = looks.looks.map(\.look.withoutOrigin)
      if Set(all).count == 1 { shared = all[0] } else { others = all }
    }
    self.shared = shared.withoutOrigin
    self.others = others
    self.mode = mode
  }

  /// What the recipe's look does not say; nil if that says all.
  public var rest: LookIdentity? { others == nil && mode == nil ? nil : self }
}

extension CameraLook {
  /// A sentence about a photo that keeps the standard look; nil if a look was fitted.
  func sentence(about path: FilePath) -> String? {
    obstacle.map {
      "\(path): the look cannot be fitted, because \($0). Bromide uses the standard look"
    }
  }
}
