internal import BromideCodecs
internal import BromideRaw
internal import BromideValues

extension RawPhoto {
  /// Returns sentences about guessed colours and about a profile for a different camera.
  func colorGuesses(_ choice: ProfileChoice) -> [String] {
    [choice.bringsMatrices ? nil : guessedColors, foreignProfile(choice)].compactMap(\.self)
  }

  /// Returns a sentence if a profile belongs to a different camera, or `nil` if it fits or has no
  /// camera name.
  private func foreignProfile(_ choice: ProfileChoice) -> String? {
    guard case .file(let file) = choice, let its = file.camera else { return nil }
    func key(_ name: String) -> String { name.lowercased().filter { !$0.isWhitespace } }
    guard !cameraNames.contains(where: { key($0) == key(its) }) else { return nil }
    return
      "the profile \(file.path) is for the \(its); photos of the \(camera) are developed with it all the same"
  }

  /// Returns sentences about invalid parts of the photo's embedded profile.
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
