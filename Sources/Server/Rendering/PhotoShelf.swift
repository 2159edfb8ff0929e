internal import BromideCodecs
internal import BromideDevelop
package import BromidePhotos
internal import BromideSampling
package import BromideSystem
internal import BromideValues
internal import Synchronization

/// A cache of decoded photos that removes the least recently used.
///
/// For the first pictures of a photo, Bromide decodes only the visible parts. After that, it
/// decodes the entire photo and caches it. Both ways create the same pixels.
package final class PhotoShelf: Sendable {
  private typealias Slot = SharedResource<ShelvedPhoto, Rejection>

  private let photos: ByteCache<ShelvedPhoto>
  /// Cached facts of photos: headers, sizes, white balances, and how often only a part was decoded.
  private let outlines = ByteCache<PhotoOutline>(limit: PhotoShelf.mostKnown)
  private let sizes = ByteCache<Size>(limit: PhotoShelf.mostKnown)
  private let balances = ByteCache<ResolvedWhiteBalance>(limit: PhotoShelf.mostKnown)
  private let partsMade = ByteCache<Int>(limit: PhotoShelf.mostKnown)
  /// Photos that are being decoded. Threads that need the same photo meanwhile help to decode it.
  private let pending = Mutex<[String: Slot]>([:])
  let crew: Crew
  /// The settings for opening files.
  let loading: LoadSettings

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - exposure: The brightness of photos with an unknown exposure.
  ///   - context: The means with which photos are opened.
  package init(limit: Int, exposure: UnknownExposure, crew: Crew, context: RunContext) {
    photos = ByteCache(limit: limit)
    var loading = LoadSettings(context)
    loading.profile = .embedded
    loading.unknownExposure = exposure
    self.loading = loading
    self.crew = crew
  }

  /// Maximum number of photos in the caches of facts.
  private static let mostKnown = 10_000
  /// Pictures of a photo that can decode parts only.
  ///
  /// After decoding the entire photo once, each further picture is cheaper. The number is a guess
  /// and was not measured.
  private static let mostParts = 4
  /// Decode a part only if it is smaller than 1/4 of the photo, because decoding a larger part
  /// saves little time.
  private static let leastShares = 4

  /// Bytes of the cached photos.
  package var bytes: Int { photos.bytes }

  // MARK: Photos

  /// Returns the complete photo of a file, from the cache or decoded now.
  ///
  /// - Throws: `Rejection` with the reason if it cannot be decoded.
  package func photo(_ file: ServedFile) throws(Rejection) -> ShelvedPhoto {
    let key = file.pictureState
    if let known = kept(key) { return known }
    let slot = pending.withLock { pending in
      if let slot = pending[key] { return slot }
      let slot = Slot(
        uses: 1, open: { [self] crew throws(Rejection) in try load(file, crew) }, close: { _ in })
      pending[key] = slot
      return slot
    }
    defer { pending.withLock { if $0[key] === slot { $0[key] = nil } } }
    let photo = try slot.value(crew: crew)
    keep(photo, key)
    return photo
  }

  /// Returns the photo of a file for one picture. It may contain only the visible part.
  ///
  /// After you develop a part, check `ShelvedPhoto.needsWhole`.
  ///
  /// - Parameter shown: Returns the visible region for a photo's size.
  /// - Throws: `Rejection` with the reason if the photo cannot be decoded.
  func photo(
    _ file: ServedFile, for query: DevelopQuery, mostPixels: Int,
    _ shown: (Size) throws(Rejection) -> ImageGeometry
  ) throws(Rejection) -> ShelvedPhoto {
    let key = file.pictureState
    if let known = kept(key) { return known }
    let made = partsMade.value(key) ?? 0
    guard made < Self.mostParts, !query.measuresPhoto, !query.readsNeighbors,
      !pending.withLock({ $0[key] != nil }), let raw = try opened(file)
    else { return try photo(file) }
    // Predict from the header before decoding. The check below uses the decoded file.
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

  /// Returns facts from a file's header, without decoding.
  ///
  /// - Throws: `Rejection` with the reason if the file cannot be opened.
  func outline(_ file: ServedFile) throws(Rejection) -> PhotoOutline {
    let key = file.pictureState
    if let known = outlines.value(key) { return known }
    let outline = try Self.rejecting(file) { () throws -> PhotoOutline in
      PhotoOutline(try PhotoFile(path: file.path, settings: loading), key)
    }
    outlines.keep(outline, for: key, bytes: 1)
    // The header of a finished picture contains its exact size. For a raw, the size depends on its
    // pixels.
    if outline.isStill { sizes.keep(outline.size, for: key, bytes: 1) }
    return outline
  }

  /// Returns the size of a file's upright picture. For a raw, this decodes the smallest possible
  /// part.
  ///
  /// - Throws: `Rejection` with the reason if the file cannot be decoded.
  func size(_ file: ServedFile) throws(Rejection) -> Size {
    if let known = knownSize(file) { return known }
    guard let raw = try opened(file) else { return try outline(file).size }
    let middle = Region(x: raw.size.width / 2, y: raw.size.height / 2, width: 1, height: 1)
    let part = try Self.decoded(file, raw, parts: [middle], crew)
    keep(part, file.pictureState)
    return part.size
  }

  /// Returns the camera's white balance if it is cached.
  func knownBalance(_ file: ServedFile) -> ResolvedWhiteBalance? {
    balances.value(file.pictureState)
  }

  /// Returns the size if it is cached.
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

  /// Opens a raw, or returns `nil` for a finished picture.
  private func opened(_ file: ServedFile) throws(Rejection) -> OpenedPhoto? {
    try Self.rejecting(file) { () throws -> OpenedPhoto? in
      guard case .raw(let raw) = try PhotoFile(path: file.path, settings: loading) else {
        return nil
      }
      return raw
    }
  }

  private func load(_ file: ServedFile, _ crew: Crew) throws(Rejection) -> ShelvedPhoto {
    try Self.rejecting(file) { () throws -> ShelvedPhoto in
      let opened = try PhotoFile(path: file.path, settings: loading)
      switch opened {
      case .raw(let raw): return try Self.decoded(file, raw, parts: nil, crew)
      case .still(let still):
        return try ShelvedPhoto(try still.load(), bytes: opened.expectedMemory)
      }
    }
  }

  private static func decoded(
    _ file: ServedFile, _ raw: OpenedPhoto, parts: [Region]?, _ crew: Crew
  ) throws(Rejection) -> ShelvedPhoto {
    try rejecting(file) { () throws -> ShelvedPhoto in
      let loaded = try raw.load(
        parts: parts, crew: { crew($0) }, leavesSamplesInFile: true)
      return try ShelvedPhoto(
        loaded, file.path, LookGroup(raw), bytes: raw.expectedMemory)
    }
  }

  static func rejecting<Result>(
    _ file: ServedFile, _ body: () throws -> Result
  ) throws(Rejection) -> Result {
    do {
      return try body()
    } catch let error as PhotoError {
      throw Rejection(422, unnamed(error.reason, file))
    } catch let error as DevelopError {
      throw Rejection(422, error.description)
    } catch let error as Rejection {
      throw error
    } catch {
      throw Rejection(422, "\(error)")
    }
  }

  /// Hides reasons that contain the path of the folder.
  private static func unnamed(_ reason: String, _ file: ServedFile) -> String {
    reason.contains("\(file.path)") ? "damaged, or its suffix is wrong" : reason
  }
}
