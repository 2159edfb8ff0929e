import BromidePhotos
import BromideServer
import BromideSystem
import BromideValues
import SystemPackage
import TestSupport

/// A folder with a raw and pictures, served.
final class ServedScene {
  let folder: TemporaryFolder
  let site: Site
  let photo: SyntheticPhoto

  /// - Parameter configure: Changes the settings of the site.
  init(
    size: Size = Size(width: 600, height: 400), orientation: Orientation = .upright,
    configure: (inout Site.Settings) -> Void = { _ in }
  ) throws {
    folder = try TemporaryFolder()
    var photo = SyntheticPhoto(.landscape(seed: 3), size: size)
    photo.exposure = -0.5
    photo.options.orientation = orientation
    self.photo = photo
    try folder.write(photo.file(), as: "p-1.dng")
    try folder.write(
      SyntheticPhoto(.chart, size: Size(width: 300, height: 200)).file(), as: "trip/chart a.dng")
    try folder.write(Array("no picture".utf8), as: "notes.txt")
    try folder.write(Array("hidden".utf8), as: ".secret.png")
    var settings = Site.Settings()
    configure(&settings)
    site = Site(try ServedFolder(FilePath(folder.path), context: RunContext()), settings)
  }

  func get(_ target: String, headers: [String: String] = [:]) -> ServedResponse {
    site.answer(
      ServedRequest("GET", target, headers: ["host": "localhost:8080"].merging(headers) { $1 }))
  }

  /// The pixels of a PNG that the site answers with.
  func picture(_ target: String) throws -> ImageBuffer<UInt8> {
    let response = get(target)
    guard response.status == 200 else {
      throw NoPicture(status: response.status, text: response.text)
    }
    return try PNGOracle.pixels(response.body)
  }

  struct NoPicture: Error {
    let status: Int
    let text: String
  }
}

extension ServedResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}
