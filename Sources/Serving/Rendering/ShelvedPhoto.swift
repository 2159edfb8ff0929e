internal import Color
package import Develop
package import Pixels
internal import Sampling
internal import Synchronization

/// A photo that was decoded, whole or in part, to be developed again and again.
package final class ShelvedPhoto: Sendable {
  /// The light, with the measures of the whole photo that its developments share.
  package let source: DevelopSource
  /// Whether it is a finished picture rather than a raw.
  package let isStill: Bool
  /// The upright picture at full size.
  package let size: Size
  /// The white balance that the camera recorded, or that was found for it.
  let balance: ResolvedWhiteBalance
  /// Bytes that it takes.
  let bytes: Int
  private let lost: @Sendable () -> String?
  private let automatic = Mutex<WhiteBalance?>(nil)

  init(
    _ source: DevelopSource, isStill: Bool, bytes: Int, lost: @escaping @Sendable () -> String?
  ) throws(DevelopError) {
    self.source = source
    self.isStill = isStill
    self.bytes = bytes
    self.lost = lost
    let plain = try DevelopQuery.plain.recipe(isStill: isStill)
    let developer = try Developer(source, recipe: plain)
    size = developer.outputSize
    balance = developer.whiteBalance
  }

  /// Whether only the parts that were asked for are decoded.
  var isPartial: Bool { source.isPartial }

  /// Whether pixels were made of which others decide: a clipped one was recovered, for which the light of the whole photo is
  /// measured.
  var needsWhole: Bool { isPartial && source.measures.hasHighlightField }

  /// Whether a request needs all of the photo from the start: its exposure is told by its preview alone.
  func needsWhole(for query: DevelopQuery) -> Bool {
    (try? query.recipe(isStill: isStill)).map { source.lacksExposure(for: $0) } ?? false
  }

  /// Why pixels that stay in the file are no longer what they were; nil if they are.
  var lostPixels: String? { lost() }

  /// The balance that `auto` finds in the photo, found once.
  ///
  /// - Parameter profile: The profile that all pictures of the photo have.
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

extension DevelopQuery {
  /// Nothing asked for.
  package static let plain: DevelopQuery = {
    guard let plain = try? DevelopQuery([]) else { preconditionFailure("nothing is accepted") }
    return plain
  }()

  /// The recipe for a photo or a finished picture.
  func recipe(isStill: Bool) throws(DevelopError) -> DevelopRecipe {
    guard isStill else { return settings.recipe }
    if let statesRaw {
      throw .unsupported("\(statesRaw): a finished picture has no \(statesRaw)")
    }
    return StillPhoto.recipe(settings.recipe)
  }
}
