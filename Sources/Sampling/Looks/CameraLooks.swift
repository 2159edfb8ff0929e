public import BromideDevelop
public import BromidePhotos
internal import BromideSystem
public import BromideValues
public import SystemPackage

/// Where photos get the looks of their cameras' pictures from.
public enum CameraLooks: Sendable, Hashable, Codable {
  /// Fit each photo to its preview when it is loaded.
  case each
  /// From looks that were fitted before.
  case fitted(FittedLooks)
  /// From the looks of a file, by the camera and settings of each photo.
  case listed(LookList)
}

/// Looks that were fitted before photos are developed, and the look of each photo.
public struct FittedLooks: Sendable, Hashable, Codable {
  /// The looks, in the order of the first photos that they are for.
  public let looks: [CameraLook]
  /// The index in `looks` for each path, with non-UTF-8 bytes escaped.
  private let places: [String: Int]

  /// - Parameter groups: Looks, each with the photos that have it.
  public init(_ groups: [(look: CameraLook, photos: [FilePath])]) {
    looks = groups.map(\.look)
    places = Dictionary(
      groups.enumerated().flatMap { index, group in group.photos.map { ($0.data, index) } }
    ) { first, _ in first }
  }

  /// The look of a photo, or `nil` if the photo could not be opened.
  public subscript(path: FilePath) -> CameraLook? { places[path.data].map { looks[$0] } }
}

extension PhotoSettings {
  /// Returns the look fitted to the photo's preview, or `nil` if all photos use the recipe's look.
  ///
  /// If a look cannot be fitted or is missing in a list, the photo keeps the standard look, with the
  /// reason as `obstacle`.
  ///
  /// - Parameter loaded: The photo. It must be completely loaded if each photo has a separate look.
  /// - Throws: `DevelopError.unsupported` if there is no look and guesses are errors.
  public func cameraLook(
    of photo: OpenedPhoto, _ loaded: LoadedPhoto
  ) throws(DevelopError) -> CameraLook? {
    let look: CameraLook
    switch cameraLooks {
    case nil: return nil
    case .each: look = photo.cameraLook(of: loaded)
    case .fitted(let looks):
      guard let fitted = looks[photo.path] else { return nil }
      look = fitted
    case .listed(let list): look = list.look(of: photo)
    }
    if let failure = look.failure, loading.rejectsGuessedColors { throw .unsupported(failure) }
    return look
  }

  /// These settings with a camera's look in the recipe.
  public func with(_ look: CameraLook?) -> PhotoSettings {
    guard let look else { return self }
    var settings = self
    settings.recipe.look = look.look
    return settings
  }

  /// Returns the settings for one photo, with its fitted or listed look in the recipe.
  public func settled(for path: FilePath) -> PhotoSettings {
    let look: CameraLook?
    switch cameraLooks {
    case .each?, nil: return self
    case .fitted(let looks)?: look = looks[path]
    case .listed(let list)?:
      guard let photo = try? OpenedPhoto(path: path, settings: loading) else { return self }
      look = list.look(of: photo)
    }
    var settings = with(look)
    settings.cameraLooks = nil
    return settings
  }

  /// Uses the looks of a look file.
  public mutating func use(_ saved: SavedLook) {
    switch saved {
    case .single(let look): (recipe.look, cameraLooks) = (look, nil)
    case .list(let list): (recipe.look, cameraLooks) = (.standard, .listed(list))
    }
  }
}

/// The part of a fingerprint that identifies the fitted looks of pictures, for any set of photos.
public struct LookIdentity: Sendable, Hashable, Encodable {
  /// The look that all photos share, of no origin.
  public let shared: Look
  /// The separate looks of photos, in their order, or of a list. `nil` for a common look.
  let others: [Look]?
  /// Set if each photo has a separate look.
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
    // The origins choose the photos.
    case .listed(let list): others = list.curves.map { .fitted($0) }
    }
    self.shared = shared.withoutOrigin
    self.others = others
    self.mode = mode
  }

  /// This identity if the recipe's look does not imply it, or `nil`.
  public var rest: LookIdentity? { others == nil && mode == nil ? nil : self }
}
