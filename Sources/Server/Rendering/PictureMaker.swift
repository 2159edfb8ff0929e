internal import BromideCodecs
internal import BromideDevelop
package import BromidePhotos
internal import BromideRuns
internal import BromideSampling
package import BromideSystem
package import BromideValues

/// Creates and caches picture files.
package final class PictureMaker: Sendable {
  /// Maximum pixels of a picture, even if its photo is larger.
  private let mostPixels: Int
  package let shelf: PhotoShelf
  /// Limits the memory of decoding and developing.
  package let memory: MemoryGate
  private let made: ByteCache<Made>
  /// The development of previews.
  private let standard: DevelopQuery

  /// Creates a maker with empty caches.
  ///
  /// - Parameters:
  ///   - cacheBytes: Maximum bytes of the caches: three quarters for decoded photos, one quarter
  ///     for finished pictures.
  ///   - memoryBytes: Maximum bytes of jobs, in addition to the caches.
  ///   - crew: Threads that help to decode a photo.
  ///   - standard: The development of photos without a preview.
  ///   - context: The means with which photos are opened.
  package init(
    cacheBytes: Int, memoryBytes: Int, mostPixels: Int, crew: Crew, standard: DevelopQuery,
    context: RunContext
  ) {
    self.mostPixels = mostPixels
    memory = MemoryGate(limit: memoryBytes)
    // Like requests, this skips settings that only raws support for finished pictures.
    self.standard = (try? DevelopQuery([], over: standard)) ?? standard
    shelf = PhotoShelf(
      limit: cacheBytes / 4 * 3, exposure: standard.settings.loading.unknownExposure, crew: crew,
      context: context)
    made = ByteCache(limit: cacheBytes / 4)
  }

  /// Returns the maximum pixels of a picture for a photo of this size.
  ///
  /// The limit is the photo's area or 16 megapixels (about two screens), because further
  /// enlargement takes memory and adds no detail.
  package func mostPixels(of picture: Size) -> Int {
    min(mostPixels, max(picture.area, 16_000_000))
  }

  /// Bytes of cached pictures.
  package var keptBytes: Int { made.bytes }

  /// The file of a picture. `wasKept` is true if it came from the cache.
  package struct Made: Sendable {
    package let bytes: [UInt8]
    /// Sentences about the photo, such as guessed colours, with the name that the server uses.
    package var warnings: [String] = []
    package var wasKept = false
  }

  /// Returns the size of a file's upright picture.
  package func size(_ file: ServedFile, _ request: ServedRequest) throws(Rejection) -> Size {
    if let known = shelf.knownSize(file) { return known }
    try request.needWork()
    let outline = try shelf.outline(file)
    if outline.isStill { return outline.size }
    return try memory.with(0, photo: outline.photo, for: request) { () throws(Rejection) in
      try shelf.size(file)
    }
  }

  /// Returns the white balance that the camera recorded.
  func balance(
    _ file: ServedFile, _ request: ServedRequest
  ) throws(Rejection) -> ResolvedWhiteBalance {
    if let known = shelf.knownBalance(file) { return known }
    try request.needWork()
    let outline = try shelf.outline(file)
    return try memory.with(0, photo: outline.photo, for: request) { () throws(Rejection) in
      if !outline.isStill { _ = try shelf.size(file) }
      if let known = shelf.knownBalance(file) { return known }
      return try shelf.photo(file).balance
    }
  }

  /// Returns the facts about a photo that the page shows.
  func facts(
    _ file: ServedFile, _ request: ServedRequest
  ) throws(Rejection) -> [(String, JSONValue)] {
    try request.needWork()
    return try shelf.outline(file).facts.json(file)
  }

  /// Returns the values of a raw's sensor, or `nil` for a finished picture.
  func sensor(
    _ file: ServedFile, _ request: ServedRequest
  ) throws(Rejection) -> SensorHistogram? {
    try request.needWork()
    let outline = try shelf.outline(file)
    guard !outline.isStill else { return nil }
    return try memory.with(0, photo: outline.photo, for: request) { () throws(Rejection) in
      try shelf.photo(file).sensor()
    }
  }

  /// Returns the picture of an IIIF request, and its geometry.
  package func picture(
    _ file: ServedFile, _ requested: ImageRequest, _ query: DevelopQuery, _ request: ServedRequest
  ) throws(Rejection) -> (made: Made, geometry: ImageGeometry) {
    func shown(_ size: Size) throws(Rejection) -> ImageGeometry {
      try requested.geometry(of: size, mostPixels: mostPixels(of: size))
    }
    func key(_ geometry: ImageGeometry) -> String {
      "\(file.pictureState) \(requested.canonical(geometry, mostPixels: mostPixels(of: geometry.picture))) \(query.key)"
    }
    if let size = shelf.knownSize(file) {
      let geometry = try shown(size)
      if let known = remembered(key(geometry)) { return (known, geometry) }
    }
    try request.needWork()
    let outline = try shelf.outline(file)
    // Ignore errors here, because the header of a raw can be wrong. An invalid request fails after
    // decoding.
    let bytes = (try? shown(outline.size)).map { self.bytes(of: $0, query) } ?? 0
    return try memory.with(bytes, photo: outline.photo, for: request) { () throws(Rejection) in
      try request.needWork()
      var photo =
        requested.region == .full
        ? try shelf.photo(file)
        : try shelf.photo(file, for: query, mostPixels: mostPixels, shown)
      if photo.needsWhole(for: query) { photo = try shelf.photo(file) }
      let geometry = try shown(photo.size)
      let result = try kept(key(geometry)) { () throws(Rejection) in
        try request.needWork()
        var pixels = try self.pixels(of: photo, geometry, query)
        if photo.needsWhole {
          pixels = try self.pixels(of: try shelf.photo(file), geometry, query)
        }
        try request.needWork()
        let converted = FinishedPicture.converted(pixels, requested.quality)
        return Made(
          bytes: try Self.file(
            of: FinishedPicture.turned(converted, requested.rotation), requested.format),
          warnings: photo.warnings(file, for: query))
      }
      return (result, geometry)
    }
  }

  /// Returns the bytes for developing a picture and encoding its file.
  private func bytes(of geometry: ImageGeometry, _ query: DevelopQuery) -> Int {
    let developed = query.readsNeighbors ? PhotoPicture.wholeSize(geometry) : geometry.size
    let passes = query.settings.recipe.filterPassMemory(
      pixels: min(developed.area, mostPixels))
    return developed.byteCount(Self.bytesPerPixel) + passes
  }

  /// Three channels each for the pixels, their rotated copy, and the encoded rows.
  private static let bytesPerPixel = 9

  private func pixels(
    of photo: ShelvedPhoto, _ geometry: ImageGeometry, _ query: DevelopQuery
  ) throws(Rejection) -> ImageBuffer<UInt8> {
    let picture = try PhotoPicture(of: photo, geometry, query, mostPixels: mostPixels)
    let pixels = picture.pixels(shelf.crew)
    if let lost = photo.lostPixels { throw Rejection(500, lost) }
    return pixels
  }

  /// Returns the embedded preview of a file within a box, or a developed picture if the file has no
  /// preview.
  package func preview(
    _ file: ServedFile, longEdge: Int, _ request: ServedRequest
  ) throws(Rejection) -> Made {
    try kept("\(file.pictureState) preview \(longEdge)") { () throws(Rejection) in
      try request.needWork()
      if let preview = PreviewPicture(file.path, longEdge: longEdge, shelf.loading.context) {
        let picture = try memory.with(preview.bytes, for: request) { () throws(Rejection) in
          preview.picture()
        }
        if let picture { return Made(bytes: try Self.file(of: picture, .jpg)) }
      }
      let requested = try ImageRequest(["full", "!\(longEdge),\(longEdge)", "0", "default.jpg"])
      let outline = try shelf.outline(file)
      guard outline.isStill, outline.photo.bytes > memory.limit, outline.size.area <= mostPixels
      else {
        return try picture(file, requested, standard, request).made
      }
      // The picture is too large to decode at full size. Decode just enough for a small picture. A
      // larger picture would take too long.
      let least = try requested.geometry(of: outline.size, mostPixels: mostPixels).size
      return try shelf.withReduced(
        file, atLeast: least, least.byteCount(Self.bytesPerPixel), memory, request
      ) { photo throws(Rejection) in
        let geometry = try requested.geometry(of: photo.size, mostPixels: mostPixels)
        return Made(
          bytes: try Self.file(of: try pixels(of: photo, geometry, standard), .jpg),
          warnings: photo.warnings(file, for: standard))
      }
    }
  }

  private func kept(_ key: String, _ make: () throws(Rejection) -> Made) throws(Rejection) -> Made {
    if let known = remembered(key) { return known }
    let picture = try make()
    made.keep(picture, for: key, bytes: picture.bytes.count + key.utf8.count)
    return picture
  }

  private func remembered(_ key: String) -> Made? {
    guard var known = made.value(key) else { return nil }
    known.wasKept = true
    return known
  }

  /// Encodes a picture in sRGB without a profile. Browsers treat untagged pictures as sRGB, and
  /// tiles stay small.
  static func file(
    of picture: ImageBuffer<UInt8>, _ format: ImageFormat
  ) throws(Rejection) -> [UInt8] {
    let description = PictureDescription(
      size: picture.size, format: PixelFormat(channels: picture.channels, sample: .uint8),
      space: nil)
    let encoding: PictureEncoding =
      switch format {
      case .jpg: .jpeg(JPEGOptions())
      case .png: .png(.fast)
      }
    do throws(PictureFileError) {
      return try PictureWriter.file(of: picture, description, encoding)
    } catch {
      throw .wrong(error.description)
    }
  }
}
