internal import JPEGCoding
internal import Kernels
internal import PNGCoding
internal import PictureFiles
internal import Pixels
package import Scheduling

/// Makes the files of pictures, and keeps what it made.
package final class PictureMaker: Sendable {
  /// Pixels that a picture may have.
  package let mostPixels: Int
  package let shelf: PhotoShelf
  private let made: ByteCache<[UInt8]>

  /// - Parameters:
  ///   - cacheBytes: Bytes of decoded photos and finished pictures together: three quarters, and one.
  ///   - crew: Helps to decode a photo.
  package init(cacheBytes: Int, mostPixels: Int, crew: Crew) {
    self.mostPixels = mostPixels
    shelf = PhotoShelf(limit: cacheBytes / 4 * 3, crew: crew)
    made = ByteCache(limit: cacheBytes / 4)
  }

  /// Bytes of finished pictures that are kept.
  package var keptBytes: Int { made.bytes }

  /// A file of a picture, and whether it was made before.
  package struct Made: Sendable {
    package let bytes: [UInt8]
    package let wasKept: Bool
  }

  /// The picture that a request of IIIF asks for.
  package func picture(
    _ file: ServedFile, _ request: ImageRequest, _ geometry: ImageGeometry, _ query: DevelopQuery
  ) throws(Refusal) -> Made {
    let key = "\(file.state) \(request.canonical(geometry, mostPixels: mostPixels)) \(query.key)"
    return try kept(key) { () throws(Refusal) in
      let photo = try shelf.photo(file)
      let pixels = try PhotoPicture.pixels(of: photo, geometry, query, mostPixels: mostPixels)
      if let lost = photo.lostPixels { throw Refusal(500, lost) }
      let converted = FinishedPicture.converted(pixels, request.quality)
      return try Self.file(of: FinishedPicture.turned(converted, request.rotation), request.format)
    }
  }

  /// The embedded preview of a file within a box, or what is developed where there is none.
  package func preview(_ file: ServedFile, longEdge: Int) throws(Refusal) -> Made {
    try kept("\(file.state) preview \(longEdge)") { () throws(Refusal) in
      if let picture = PreviewPicture.of(file.path, longEdge: longEdge) {
        return try Self.file(of: picture, .jpg)
      }
      let size = try shelf.photo(file).size
      let request = try ImageRequest(["full", "!\(longEdge),\(longEdge)", "0", "default.jpg"])
      return try picture(
        file, request, try request.geometry(of: size, mostPixels: mostPixels), .plain
      ).bytes
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
