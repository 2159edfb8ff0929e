internal import Color
internal import Metadata
internal import RawDecoding

extension RawPhoto {
  /// A sentence about a profile that is made for another camera; nil if it is for this one, or names none.
  func foreignProfile(_ choice: ProfileChoice) -> String? {
    guard case .file(let file) = choice, let its = file.camera else { return nil }
    func key(_ name: String) -> String { name.lowercased().filter { !$0.isWhitespace } }
    guard !cameraNames.contains(where: { key($0) == key(its) }) else { return nil }
    return
      "the profile \(file.path) is for the \(its); photos of the \(camera) are developed with it all the same"
  }

  /// Sentences about parts of the photo's own profile that break a rule.
  func brokenProfile(_ choice: ProfileChoice) -> [String] {
    guard choice == .embedded else { return [] }
    return profile.tables.findings.map {
      "the \(camera) embeds a profile with a part of no use, \($0); photos are developed without that"
    }
  }

  private var camera: String {
    metadata.model ?? metadata.make ?? "unnamed camera"
  }
}
