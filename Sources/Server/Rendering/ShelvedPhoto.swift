package import BromideDevelop
internal import BromidePhotos
internal import BromideRuns
internal import BromideSampling
package import BromideValues
internal import Synchronization
internal import SystemPackage

/// A photo decoded completely or in part, which you can develop repeatedly.
package final class ShelvedPhoto: Sendable {
  /// The linear light, with measurements of the entire photo that all developments use.
  package let source: DevelopSource
  /// Whether it is a finished picture instead of a raw.
  package let isStill: Bool
  /// The full size of the upright picture.
  package let size: Size
  /// The white balance from the camera, or Bromide's estimate.
  let balance: ResolvedWhiteBalance
  /// Bytes in memory.
  let bytes: Int
  /// Counts the values of the sensor. It is `nil` for a finished picture.
  let sensor: @Sendable () -> SensorHistogram?
  private let lost: @Sendable () -> String?
  private let warn: @Sendable (PhotoSettings) -> [Warning]
  /// The group that selects a look of a list, or `nil` for a finished picture.
  private let group: LookGroup?
  private let automatic = Mutex<WhiteBalance?>(nil)

  /// - Throws: `Rejection` if the picture is damaged, or `DevelopError`.
  convenience init(_ still: StillPhoto.Loaded, bytes: Int) throws {
    if let damage = still.damage { throw Rejection(422, "it is damaged: \(damage)") }
    try self.init(
      still.source, isStill: true, bytes: bytes, sensor: { nil }, lost: { nil },
      warn: { $0.warnings(about: still) })
  }

  convenience init(
    _ photo: LoadedPhoto, _ path: FilePath, _ group: LookGroup, bytes: Int
  ) throws(DevelopError) {
    try self.init(
      photo.source, isStill: false, bytes: bytes, sensor: { SensorHistogram(photo) },
      lost: { photo.lostPixels },
      warn: { $0.warnings(about: photo, path, look: $0.listedLook(of: group)) }, group: group)
  }

  private init(
    _ source: DevelopSource, isStill: Bool, bytes: Int,
    sensor: @escaping @Sendable () -> SensorHistogram?, lost: @escaping @Sendable () -> String?,
    warn: @escaping @Sendable (PhotoSettings) -> [Warning], group: LookGroup? = nil
  ) throws(DevelopError) {
    self.source = source
    self.isStill = isStill
    self.bytes = bytes
    self.sensor = sensor
    self.lost = lost
    self.warn = warn
    self.group = group
    let plain = try DevelopQuery.plain.recipe(isStill: isStill)
    let developer = try Developer(source, recipe: plain)
    size = developer.outputSize
    balance = developer.whiteBalance
  }

  /// Whether only some parts are decoded.
  var isPartial: Bool { source.isPartial }

  /// Whether you must decode the entire photo, because a clipped pixel was recovered. Recovery
  /// needs the light of all pixels.
  var needsWhole: Bool { isPartial && source.measures.hasHighlightField }

  /// Returns whether a request needs the entire photo, because its exposure must be found from the
  /// preview.
  func needsWhole(for query: DevelopQuery) -> Bool {
    (try? recipe(for: query)).map { source.lacksExposure(for: $0) } ?? false
  }

  /// Returns the recipe of a query with the look of this photo's camera, if looks come from a list.
  func recipe(for query: DevelopQuery) throws(DevelopError) -> DevelopRecipe {
    var recipe = try query.recipe(isStill: isStill)
    if let group, let look = query.settings.listedLook(of: group) { recipe.look = look.look }
    return recipe
  }

  /// The error if the file changed while its pixels are read from it, or `nil` if they are still
  /// valid.
  var lostPixels: String? { lost() }

  /// Returns the warnings about a picture of this file that was developed for a query.
  func warnings(_ file: ServedFile, for query: DevelopQuery) -> [String] {
    file.sentences(warn(query.settings), query.settings)
  }

  /// Returns the result of `auto` white balance. The first call measures it.
  ///
  /// - Parameter profile: The profile for all pictures of the photo.
  func automaticBalance(_ profile: ProfileChoice) throws(DevelopError) -> WhiteBalance {
    if let known = automatic.withLock({ $0 }) { return known }
    var recipe = try DevelopQuery.plain.recipe(isStill: isStill)
    recipe.whiteBalance = .auto
    recipe.profile = profile
    let m = try Developer(source, recipe: recipe).multipliers
    let found = WhiteBalance.multipliers(m.x, m.y, m.z)
    automatic.withLock { $0 = found }
    return found
  }
}

extension PhotoSettings {
  /// Returns the look of a group of photos, or `nil` unless looks come from a list.
  fileprivate func listedLook(of group: LookGroup) -> CameraLook? {
    guard case .listed(let list)? = cameraLooks else { return nil }
    return list.look(of: group)
  }
}

extension DevelopQuery {
  /// A development without parameters.
  package static let plain: DevelopQuery = {
    guard let plain = try? DevelopQuery([]) else { preconditionFailure("nothing is accepted") }
    return plain
  }()

  /// Returns the recipe for a raw or a finished picture.
  func recipe(isStill: Bool) throws(DevelopError) -> DevelopRecipe {
    guard isStill else { return settings.recipe }
    if let needsRaw {
      throw .unsupported("\(needsRaw): a finished picture has no \(needsRaw)")
    }
    return StillPhoto.recipe(settings.recipe)
  }
}
