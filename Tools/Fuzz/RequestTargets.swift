internal import BromidePhotos
internal import BromideServer
internal import BromideValues
internal import Foundation
internal import SystemPackage

extension FuzzTarget {
  /// Requests from clients of the server.
  static let requests: [FuzzTarget] = [
    FuzzTarget(name: "iiif") { bytes in
      let segments = text(bytes).split(separator: "/", omittingEmptySubsequences: false)
      guard segments.count == 4 else { return }
      let request = try ImageRequest(segments.map(String.init))
      for size in [Size(width: 1, height: 1), Size(width: 6048, height: 4024)] {
        guard let geometry = try? request.geometry(of: size, mostPixels: mostPixels) else {
          continue
        }
        precondition(Region(size).contains(geometry.region), "the region must be in its picture")
        precondition(
          geometry.size.width > 0 && geometry.size.height > 0
            && geometry.size.area <= mostPixels, "a size that may be made")
        let canonical = request.canonical(geometry, mostPixels: mostPixels)
        let again = try! ImageRequest(canonical.split(separator: "/").map(String.init))
        let same = try! again.geometry(of: size, mostPixels: mostPixels)
        precondition(same == geometry, canonical)
      }
    },
    FuzzTarget(name: "request") { bytes in
      // The input is a line with form, method and target, then the body.
      let line = bytes.prefix { $0 != 0x0A }
      let words = text(Array(line)).split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3 else { return }
      let type = words[0] == "json" ? "application/json" : "application/x-protobuf"
      let response = site.answer(
        ServedRequest(
          String(words[1]), String(words[2]),
          headers: ["host": "localhost", "content-type": type, "range": String(words[0])],
          body: Array(bytes.dropFirst(line.count + 1))))
      precondition((200...599).contains(response.status), "an answer")
      precondition(response.status < 500 || response.status == 501, text(response.body))
    },
  ]

  private static let mostPixels = 1 << 20

  /// A site with an empty folder. It parses requests completely and reports missing files, but
  /// answers for colours of frames in the body.
  private static let site: Site = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bromide-fuzz-site")
    try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var settings = Site.Settings()
    settings.cacheBytes = 1 << 20
    settings.mostPixels = mostPixels
    settings.mostBodyBytes = 1 << 20
    return Site(try! ServedFolder(FilePath(folder.path), context: RunContext()), settings)
  }()
}
