import BromidePhotos
import BromideServer
import BromideSystem
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// A folder, something in it that is previewed, and the site that answers for it.
final class PreviewScene {
  static let token = "0123456789abcdef"

  let folder: TemporaryFolder
  let preview: Preview
  let site: PreviewSite

  /// - Parameters:
  ///   - name: The previewed file.
  ///   - fill: Writes the files.
  init(_ name: String, threads: Int = 2, _ fill: (TemporaryFolder) throws -> Void) throws {
    folder = try TemporaryFolder()
    try fill(folder)
    preview = Preview(
      try #require(PreviewSubject(FilePath(folder(name)))), threads: threads, context: RunContext())
    site = try PreviewSite(preview, token: Self.token, hosts: ["localhost"], threads: threads)
  }

  deinit { preview.end() }

  /// The answer to a request behind the token.
  func get(_ target: String, method: String = "GET") -> ServedResponse {
    query("/\(Self.token)/\(target)", method: method)
  }

  func query(_ target: String, host: String = "localhost:1234", method: String = "GET")
    -> ServedResponse
  {
    site.answer(ServedRequest(method, target, headers: ["host": host]))
  }

  /// The state that the page receives.
  func json(_ target: String) throws -> [String: Any] {
    let response = get(target)
    #expect(response.status == 200, "\(response.text)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
  }

  /// The state when it is as it should be, as the page waits for it.
  @discardableResult
  func state(
    _ what: Comment, when isSo: ([String: Any]) -> Bool = { _ in true }
  ) throws -> [String: Any] {
    let watch = Stopwatch()
    var version = 0
    while watch.seconds < 300 {
      version = try #require(try json("changes?after=\(version)")["version"] as? Int)
      let state = try json("state")
      if version > 0, isSo(state) { return state }
    }
    Issue.record("\(what)")
    return try json("state")
  }

  /// Writes a small raw.
  static func photo(
    _ name: String, in folder: TemporaryFolder, size: Size = Size(width: 192, height: 128),
    exposure: Double = -1
  ) throws {
    var photo = SyntheticPhoto(.landscape(seed: 3, octaves: 6), size: size)
    photo.exposure = exposure
    try folder.write(photo.file(), as: name)
  }

  /// Writes a document that zooms into a photo of that folder.
  static func zoom(in folder: TemporaryFolder, exposure: String = "1") throws {
    try folder.write(Array(zoomText(exposure: exposure).utf8), as: "zoom.yaml")
  }

  static func zoomText(exposure: String = "1") -> String {
    """
    size: 96x64
    fps: 10
    sources:
      - photo: hero.dng
        duration: 11f
        tracks:
          exposure:
            - {at: 0s, value: -1}
            - {at: 100%, value: \(exposure)}
          crop:
            - {at: 0s, value: [0, 0, 1, 1]}
            - {at: 100%, value: [0.25, 0.25, 0.5, 0.5]}
    """
  }
}
