internal import Color
internal import Develop
internal import JPEGCoding
internal import Kernels
internal import PNGCoding
internal import PhotoLoading
internal import PictureFiles
package import Pixels
internal import Sampling
package import Scheduling

/// Makes the files of pictures, and keeps what it made.
package final class PictureMaker: Sendable {
  /// Pixels that a picture may have, however large the one that it shows.
  private let mostPixels: Int
  package let shelf: PhotoShelf
  /// Admits what is decoded and developed.
  package let memory: MemoryGate
  private let made: ByteCache<[UInt8]>
  /// The development of previews.
  private let standard: DevelopQuery

  /// - Parameters:
  ///   - cacheBytes: Bytes of decoded photos and finished pictures together: three quarters, and one.
  ///   - memoryBytes: Bytes that work may take besides.
  ///   - crew: Helps to decode a photo.
  ///   - standard: How a photo without a preview is developed.
  package init(
    cacheBytes: Int, memoryBytes: Int, mostPixels: Int, crew: Crew, standard: DevelopQuery
  ) {
    self.mostPixels = mostPixels
    memory = MemoryGate(limit: memoryBytes)
    self.standard = standard
    shelf = PhotoShelf(
      limit: cacheBytes / 4 * 3, exposure: standard.settings.loading.unknownExposure, crew: crew)
    made = ByteCache(limit: cacheBytes / 4)
  }

  /// Pixels that a picture of one of this size may have: no more than it has itself, or than two screens show. What is enlarged
  /// beyond that tells nothing more, and takes memory.
  package func mostPixels(of picture: Size) -> Int {
    min(mostPixels, max(picture.area, 16_000_000))
  }

  /// Bytes of finished pictures that are kept.
  package var keptBytes: Int { made.bytes }

  /// A file of a picture, and whether it was made before.
  package struct Made: Sendable {
    package let bytes: [UInt8]
    package let wasKept: Bool
  }

  /// The size of a file's upright picture.
  package func size(_ file: ServedFile, _ request: ServedRequest) throws(Refusal) -> Size {
    if let known = shelf.knownSize(file) { return known }
    try request.needWork()
    let outline = try shelf.outline(file)
    if outline.isStill { return outline.size }
    return try memory.with(0, photo: outline.photo, for: request) { () throws(Refusal) in
      try shelf.size(file)
    }
  }

  /// The white balance that the camera recorded.
  func balance(
    _ file: ServedFile, _ request: ServedRequest
  ) throws(Refusal) -> ResolvedWhiteBalance {
    if let known = shelf.knownBalance(file) { return known }
    try request.needWork()
    let outline = try shelf.outline(file)
    return try memory.with(0, photo: outline.photo, for: request) { () throws(Refusal) in
      if !outline.isStill { _ = try shelf.size(file) }
      if let known = shelf.knownBalance(file) { return known }
      return try shelf.photo(file).balance
    }
  }

  /// The picture that a request of IIIF asks for, and what it shows.
  package func picture(
    _ file: ServedFile, _ asked: ImageRequest, _ query: DevelopQuery, _ request: ServedRequest
  ) throws(Refusal) -> (made: Made, geometry: ImageGeometry) {
    func shown(_ size: Size) throws(Refusal) -> ImageGeometry {
      try asked.geometry(of: size, mostPixels: mostPixels(of: size))
    }
    func key(_ geometry: ImageGeometry) -> String {
      "\(file.pictureState) \(asked.canonical(geometry, mostPixels: mostPixels(of: geometry.picture))) \(query.key)"
    }
    if let size = shelf.knownSize(file) {
      let geometry = try shown(size)
      if let bytes = made.value(key(geometry)) {
        return (Made(bytes: bytes, wasKept: true), geometry)
      }
    }
    try request.needWork()
    let outline = try shelf.outline(file)
    // What is asked for wrongly is told by what decoding finds, as the header of a raw may be wrong.
    let bytes = (try? shown(outline.size)).map { self.bytes(of: $0, query) } ?? 0
    return try memory.with(bytes, photo: outline.photo, for: request) { () throws(Refusal) in
      try request.needWork()
      var photo =
        asked.region == .full
        ? try shelf.photo(file)
        : try shelf.photo(file, for: query, mostPixels: mostPixels, shown)
      if photo.needsWhole(for: query) { photo = try shelf.photo(file) }
      let geometry = try shown(photo.size)
      let result = try kept(key(geometry)) { () throws(Refusal) in
        try request.needWork()
        var pixels = try self.pixels(of: photo, geometry, query)
        if photo.needsWhole {
          pixels = try self.pixels(of: try shelf.photo(file), geometry, query)
        }
        try request.needWork()
        let converted = FinishedPicture.converted(pixels, asked.quality)
        return try Self.file(of: FinishedPicture.turned(converted, asked.rotation), asked.format)
      }
      return (result, geometry)
    }
  }

  /// Bytes that a picture takes while it is developed and its file is made.
  private func bytes(of geometry: ImageGeometry, _ query: DevelopQuery) -> Int {
    let developed = query.readsNeighbors ? PhotoPicture.wholeSize(geometry) : geometry.size
    let passes = query.settings.recipe.filterPassMemory(
      pixels: min(developed.area, mostPixels))
    return developed.byteCount(Self.bytesPerPixel) + passes
  }

  /// Three channels: the pixels, their turned copy, and the file with its rows in the making.
  private static let bytesPerPixel = 9

  private func pixels(
    of photo: ShelvedPhoto, _ geometry: ImageGeometry, _ query: DevelopQuery
  ) throws(Refusal) -> ImageBuffer<UInt8> {
    let picture = try PhotoPicture(of: photo, geometry, query, mostPixels: mostPixels)
    let pixels = picture.pixels(shelf.crew)
    if let lost = photo.lostPixels { throw Refusal(500, lost) }
    return pixels
  }

  /// The embedded preview of a file within a box, or what is developed where there is none.
  package func preview(
    _ file: ServedFile, longEdge: Int, _ request: ServedRequest
  ) throws(Refusal) -> Made {
    try kept("\(file.pictureState) preview \(longEdge)") { () throws(Refusal) in
      try request.needWork()
      if let preview = PreviewPicture(file.path, longEdge: longEdge) {
        let picture = try memory.with(preview.bytes, for: request) { () throws(Refusal) in
          preview.picture()
        }
        if let picture { return try Self.file(of: picture, .jpg) }
      }
      let asked = try ImageRequest(["full", "!\(longEdge),\(longEdge)", "0", "default.jpg"])
      let outline = try shelf.outline(file)
      guard outline.isStill, outline.photo.bytes > memory.limit else {
        return try picture(file, asked, standard, request).made.bytes
      }
      // Too large to decode as it is: enough of it for a small picture may not be.
      let least = try asked.geometry(of: outline.size, mostPixels: mostPixels).size
      return try shelf.withReduced(
        file, atLeast: least, least.byteCount(Self.bytesPerPixel), memory, request
      ) { photo throws(Refusal) in
        let geometry = try asked.geometry(of: photo.size, mostPixels: mostPixels)
        return try Self.file(of: try pixels(of: photo, geometry, standard), .jpg)
      }
    }
  }

  private func kept(_ key: String, _ make: () throws(Refusal) -> [UInt8]) throws(Refusal) -> Made {
    if let bytes = made.value(key) { return Made(bytes: bytes, wasKept: true) }
    let bytes = try make()
    made.keep(bytes, for: key, bytes: bytes.count + key.utf8.count)
    return Made(bytes: bytes, wasKept: false)
  }

  /// A file in sRGB, untagged: what has no tag is sRGB to every browser, and a tile carries no ballast.
  static func file(
    of picture: ImageBuffer<UInt8>, _ format: ImageFormat
  ) throws(Refusal) -> [UInt8] {
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
