internal import JPEGCoding
internal import Kernels
internal import PNGCoding
internal import PictureFiles
package import Pixels
package import Scheduling

/// Makes the files of pictures, and keeps what it made.
package final class PictureMaker: Sendable {
  /// Pixels that a picture may have, however large the one that it shows.
  private let mostPixels: Int
  package let shelf: PhotoShelf
  private let made: ByteCache<[UInt8]>
  /// The development of previews.
  private let standard: DevelopQuery

  /// - Parameters:
  ///   - cacheBytes: Bytes of decoded photos and finished pictures together: three quarters, and one.
  ///   - crew: Helps to decode a photo.
  ///   - standard: How a photo without a preview is developed.
  package init(cacheBytes: Int, mostPixels: Int, crew: Crew, standard: DevelopQuery) {
    self.mostPixels = mostPixels
    self.standard = standard
    shelf = PhotoShelf(limit: cacheBytes / 4 * 3, crew: crew)
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

  /// The picture that a request of IIIF asks for, and what it shows.
  package func picture(
    _ file: ServedFile, _ request: ImageRequest, _ query: DevelopQuery
  ) throws(Refusal) -> (made: Made, geometry: ImageGeometry) {
    func shown(_ size: Size) throws(Refusal) -> ImageGeometry {
      try request.geometry(of: size, mostPixels: mostPixels(of: size))
    }
    func key(_ geometry: ImageGeometry) -> String {
      "\(file.pictureState) \(request.canonical(geometry, mostPixels: mostPixels(of: geometry.picture))) \(query.key)"
    }
    if let size = shelf.knownSize(file) {
      let geometry = try shown(size)
      if let bytes = made.value(key(geometry)) {
        return (Made(bytes: bytes, wasKept: true), geometry)
      }
    }
    var photo =
      request.region == .full
      ? try shelf.photo(file)
      : try shelf.photo(file, for: query, mostPixels: mostPixels, shown)
    if photo.needsWhole(for: query) { photo = try shelf.photo(file) }
    let geometry = try shown(photo.size)
    let result = try kept(key(geometry)) { () throws(Refusal) in
      var pixels = try self.pixels(of: photo, geometry, query)
      if photo.needsWhole { pixels = try self.pixels(of: try shelf.photo(file), geometry, query) }
      let converted = FinishedPicture.converted(pixels, request.quality)
      return try Self.file(of: FinishedPicture.turned(converted, request.rotation), request.format)
    }
    return (result, geometry)
  }

  private func pixels(
    of photo: ShelvedPhoto, _ geometry: ImageGeometry, _ query: DevelopQuery
  ) throws(Refusal) -> ImageBuffer<UInt8> {
    let picture = try PhotoPicture(of: photo, geometry, query, mostPixels: mostPixels)
    let pixels = picture.pixels(shelf.crew)
    if let lost = photo.lostPixels { throw Refusal(500, lost) }
    return pixels
  }

  /// The embedded preview of a file within a box, or what is developed where there is none.
  package func preview(_ file: ServedFile, longEdge: Int) throws(Refusal) -> Made {
    try kept("\(file.pictureState) preview \(longEdge)") { () throws(Refusal) in
      if let picture = PreviewPicture.of(file.path, longEdge: longEdge) {
        return try Self.file(of: picture, .jpg)
      }
      let request = try ImageRequest(["full", "!\(longEdge),\(longEdge)", "0", "default.jpg"])
      return try picture(file, request, standard).made.bytes
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
