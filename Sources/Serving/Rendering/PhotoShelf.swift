internal import Color
internal import Develop
internal import Metadata
package import PhotoLoading
internal import Pixels
internal import Platform
internal import Sampling
package import Scheduling
internal import Synchronization

/// Decoded photos, the least recently used of which go.
///
/// The first pictures of a photo are made of the parts of it that they show; from then on it is decoded whole, and kept. A
/// picture has the same pixels either way.
package final class PhotoShelf: Sendable {
  private typealias Slot = SharedResource<ShelvedPhoto, Refusal>

  private let photos: ByteCache<ShelvedPhoto>
  /// What headers tell, sizes of photos that were looked at, and how many pictures were made of parts of each.
  private let outlines = ByteCache<PhotoOutline>(limit: PhotoShelf.mostKnown)
  private let sizes = ByteCache<Size>(limit: PhotoShelf.mostKnown)
  private let balances = ByteCache<ResolvedWhiteBalance>(limit: PhotoShelf.mostKnown)
  private let partsMade = ByteCache<Int>(limit: PhotoShelf.mostKnown)
  /// Photos that are being decoded: whoever wants one meanwhile helps.
  private let pending = Mutex<[String: Slot]>([:])
  let crew: Crew
  /// How files are opened.
  let loading: LoadSettings

  /// - Parameter exposure: The brightness of photos whose exposure is unknown.
  package init(limit: Int, exposure: UnknownExposure, crew: Crew) {
    photos = ByteCache(limit: limit)
    var loading = LoadSettings()
    loading.profile = .embedded
    loading.unknownExposure = exposure
    self.loading = loading
    self.crew = crew
  }

  /// Photos of which the size is remembered.
  private static let mostKnown = 10_000
  /// Pictures of a photo that are made of parts. The whole photo, decoded once, makes each further one cheaper; from
  /// which picture on that pays was guessed, not measured.
  private static let mostParts = 4
  /// A part larger than one in so many of the photo is not decoded alone: the whole takes little longer.
  private static let leastShares = 4

  /// Bytes of the photos on the shelf.
  package var bytes: Int { photos.bytes }

  // MARK: Photos

  /// The photo of a file, whole, from the shelf or decoded now.
  ///
  /// - Throws: A refusal with the reason why it cannot be decoded.
  package func photo(_ file: ServedFile) throws(Refusal) -> ShelvedPhoto {
    let key = file.pictureState
    if let known = kept(key) { return known }
    let slot = pending.withLock { pending in
      if let slot = pending[key] { return slot }
      let slot = Slot(
        uses: 1, open: { [self] crew throws(Refusal) in try load(file, crew) }, close: { _ in })
      pending[key] = slot
      return slot
    }
    defer { pending.withLock { if $0[key] === slot { $0[key] = nil } } }
    let photo = try slot.value(crew: crew)
    keep(photo, key)
    return photo
  }

  /// The photo of a file for one picture: whole, or decoded where the picture shows it.
  ///
  /// Whoever develops a part asks for `ShelvedPhoto.needsWhole` afterwards.
  ///
  /// - Parameter shown: What the picture shows of a photo of a size.
  /// - Throws: A refusal with the reason why it cannot be decoded.
  func photo(
    _ file: ServedFile, for query: DevelopQuery, mostPixels: Int,
    _ shown: (Size) throws(Refusal) -> ImageGeometry
  ) throws(Refusal) -> ShelvedPhoto {
    let key = file.pictureState
    if let known = kept(key) { return known }
    let made = partsMade.value(key) ?? 0
    guard made < Self.mostParts, !query.measuresPhoto, !query.readsNeighbors,
      !pending.withLock({ $0[key] != nil }), let raw = try opened(file)
    else { return try photo(file) }
    // By the header, before anything is decoded; the file itself tells more below.
    let crop = raw.userCrop ?? raw.defaultCrop
    let size = sizes.value(key) ?? raw.metadata.orientation.upright(crop.size)
    guard !raw.warps(.auto), let geometry = try? shown(size) else { return try photo(file) }
    let sites = PhotoPicture.probableSites(
      of: ProbablePhoto(
        size: raw.size, defaultCrop: crop, orientation: raw.metadata.orientation),
      geometry, query)
    guard sites.size.area * Self.leastShares < raw.size.area else { return try photo(file) }
    let part = try Self.decoded(file, raw, parts: [sites], crew)
    keep(part, key)
    guard part.isPartial else { return part }
    let picture = try PhotoPicture(of: part, try shown(part.size), query, mostPixels: mostPixels)
    guard let needed = picture.sites, sites.contains(needed) else { return try photo(file) }
    partsMade.keep(made + 1, for: key, bytes: 1)
    return part
  }

  /// What a file's header tells, without decoding.
  ///
  /// - Throws: A refusal with the reason why it cannot be opened.
  func outline(_ file: ServedFile) throws(Refusal) -> PhotoOutline {
    let key = file.pictureState
    if let known = outlines.value(key) { return known }
    let outline = try Self.refusing(file) { () throws -> PhotoOutline in
      PhotoOutline(try PhotoFile(path: file.path, settings: loading), key)
    }
    outlines.keep(outline, for: key, bytes: 1)
    // A finished picture is as large as its header says. The pixels of a raw decide about its size.
    if outline.isStill { sizes.keep(outline.size, for: key, bytes: 1) }
    return outline
  }

  /// The size of a file's upright picture. For a raw, the smallest possible part is decoded.
  ///
  /// - Throws: A refusal with the reason why it cannot be decoded.
  func size(_ file: ServedFile) throws(Refusal) -> Size {
    if let known = knownSize(file) { return known }
    guard let raw = try opened(file) else { return try outline(file).size }
    let middle = Region(x: raw.size.width / 2, y: raw.size.height / 2, width: 1, height: 1)
    let part = try Self.decoded(file, raw, parts: [middle], crew)
    keep(part, file.pictureState)
    return part.size
  }

  /// The white balance as the camera recorded it, if it is known already.
  func knownBalance(_ file: ServedFile) -> ResolvedWhiteBalance? {
    balances.value(file.pictureState)
  }

  /// The size, if it is known already.
  func knownSize(_ file: ServedFile) -> Size? { sizes.value(file.pictureState) }

  private func kept(_ key: String) -> ShelvedPhoto? {
    guard let known = photos.value(key) else { return nil }
    if known.lostPixels == nil { return known }
    photos.drop(key)
    return nil
  }

  private func keep(_ photo: ShelvedPhoto, _ key: String) {
    sizes.keep(photo.size, for: key, bytes: 1)
    balances.keep(photo.balance, for: key, bytes: 1)
    if !photo.isPartial { photos.keep(photo, for: key, bytes: photo.bytes) }
  }

  // MARK: Files

  /// A raw, opened; nil for a finished picture.
  private func opened(_ file: ServedFile) throws(Refusal) -> OpenedPhoto? {
    try Self.refusing(file) { () throws -> OpenedPhoto? in
      guard case .raw(let raw) = try PhotoFile(path: file.path, settings: loading) else {
        return nil
      }
      return raw
    }
  }

  private func load(_ file: ServedFile, _ crew: Crew) throws(Refusal) -> ShelvedPhoto {
    try Self.refusing(file) { () throws -> ShelvedPhoto in
      let opened = try PhotoFile(path: file.path, settings: loading)
      switch opened {
      case .raw(let raw): return try Self.decoded(file, raw, parts: nil, crew)
      case .still(let still):
        let (source, damage) = try still.load()
        if let damage { throw Refusal(422, "it is damaged: \(damage)") }
        return try ShelvedPhoto(
          source, isStill: true, bytes: opened.expectedMemory, lost: { nil })
      }
    }
  }

  private static func decoded(
    _ file: ServedFile, _ raw: OpenedPhoto, parts: [Region]?, _ crew: Crew
  ) throws(Refusal) -> ShelvedPhoto {
    try refusing(file) { () throws -> ShelvedPhoto in
      let loaded = try raw.load(
        parts: parts, crew: { crew($0) }, leavesSamplesInFile: true)
      return try ShelvedPhoto(
        loaded.source, isStill: false, bytes: raw.expectedMemory, lost: { loaded.lostPixels })
    }
  }

  static func refusing<Result>(
    _ file: ServedFile, _ body: () throws -> Result
  ) throws(Refusal) -> Result {
    do {
      return try body()
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

  /// A reason that tells nothing of where the folder lies.
  private static func unnamed(_ reason: String, _ file: ServedFile) -> String {
    reason.contains("\(file.path)") ? "damaged, or not what its name says" : reason
  }
}
