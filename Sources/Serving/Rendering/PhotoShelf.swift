internal import Color
package import Develop
internal import PhotoLoading
package import Pixels
internal import Platform
internal import Sampling
package import Scheduling
internal import Synchronization

/// A photo that was decoded, to be developed again and again.
package final class ShelvedPhoto: Sendable {
  /// The light, with the measures of the whole photo that its developments share.
  package let source: DevelopSource
  /// Whether it is a finished picture rather than a raw.
  package let isStill: Bool
  /// The upright picture at full size.
  package let size: Size
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
    size = try Developer(source, recipe: plain).outputSize
  }

  /// Why pixels that stay in the file are no longer what they were; nil if they are.
  var lostPixels: String? { lost() }

  /// The balance that `auto` finds in the photo, found once.
  func automaticBalance() throws(DevelopError) -> WhiteBalance {
    if let known = automatic.withLock({ $0 }) { return known }
    var recipe = try DevelopQuery.plain.recipe(isStill: isStill)
    recipe.whiteBalance = .auto
    let m = try Developer(source, recipe: recipe).multipliers
    let found = WhiteBalance.multipliers(m.x, m.y, m.z)
    automatic.withLock { $0 = found }
    return found
  }
}

extension DevelopQuery {
  /// Nothing asked for.
  static let plain: DevelopQuery = {
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

/// Decoded photos, the least recently used of which go.
package final class PhotoShelf: Sendable {
  private typealias Slot = SharedResource<ShelvedPhoto, Refusal>

  private let photos: ByteCache<ShelvedPhoto>
  /// Photos that are being decoded: whoever wants one meanwhile helps.
  private let pending = Mutex<[String: Slot]>([:])
  private let crew: Crew

  package init(limit: Int, crew: Crew) {
    photos = ByteCache(limit: limit)
    self.crew = crew
  }

  /// Bytes of the photos on the shelf.
  package var bytes: Int { photos.bytes }

  /// The photo of a file, from the shelf or decoded now.
  ///
  /// - Throws: A refusal with the reason why it cannot be decoded.
  package func photo(_ file: ServedFile) throws(Refusal) -> ShelvedPhoto {
    let key = file.state
    if let known = photos.value(key) {
      if known.lostPixels == nil { return known }
      photos.drop(key)
    }
    let slot = pending.withLock { pending in
      if let slot = pending[key] { return slot }
      let slot = Slot(
        uses: 1, open: { crew throws(Refusal) in try Self.load(file, crew) }, close: { _ in })
      pending[key] = slot
      return slot
    }
    defer { pending.withLock { if $0[key] === slot { $0[key] = nil } } }
    let photo = try slot.value(crew: crew)
    photos.keep(photo, for: key, bytes: photo.bytes)
    return photo
  }

  /// A reason that tells nothing of where the folder lies.
  private static func unnamed(_ reason: String, _ file: ServedFile) -> String {
    reason.contains("\(file.path)") ? "damaged, or not what its name says" : reason
  }

  private static func load(_ file: ServedFile, _ crew: Crew) throws(Refusal) -> ShelvedPhoto {
    do {
      var settings = LoadSettings()
      settings.profile = .embedded
      let opened = try PhotoFile(path: file.path, settings: settings)
      let bytes = opened.expectedMemory
      switch opened {
      case .raw(let raw):
        let loaded = try raw.load(crew: { crew($0) }, leavesSamplesInFile: true)
        return try ShelvedPhoto(
          loaded.source, isStill: false, bytes: bytes, lost: { loaded.lostPixels })
      case .still(let still):
        let (source, damage) = try still.load()
        if let damage { throw Refusal(422, "it is damaged: \(damage)") }
        return try ShelvedPhoto(source, isStill: true, bytes: bytes, lost: { nil })
      }
    } catch let error as PhotoError {
      throw Refusal(422, unnamed(error.reason, file))
    } catch let error as DevelopError {
      throw Refusal(422, error.description)
    } catch let error as Refusal {
      throw error
    } catch {
      throw Refusal(422, "\(error)")
    }
  }
}
